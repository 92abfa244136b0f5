import { readSettings } from '@paylink/config'
import type { Command } from 'commander'
import { answer } from './answer.js'
import { answering } from './options.js'
import { withBooks, withService } from './with-service.js'

interface Finding {
  check: string
  ok: boolean
  detail: string
}

/** Says what is wrong with an installation, and what to do about it. Exits 1 when something is. */
export function doctorCommand(): Command {
  return answering('doctor', 'is everything as it should be?').action(async (options: { json?: boolean }) => {
    const findings = await examine()
    answer(options, findings)
    const faults = findings.filter(({ ok }) => !ok)
    if (faults.length > 0) throw new Error(`found a fault: ${faults.map(({ check }) => check).join(', ')}`)
  })
}

async function examine(): Promise<Finding[]> {
  const findings: Finding[] = []
  const check = async (name: string, act: () => Promise<string>): Promise<boolean> => {
    try {
      findings.push({ check: name, ok: true, detail: await act() })
      return true
    } catch (error) {
      findings.push({ check: name, ok: false, detail: error instanceof Error ? error.message : String(error) })
      return false
    }
  }
  const canGoOn =
    (await check('settings', () => Promise.resolve(readSettings().baseUrl))) &&
    (await check('database', describeDatabase)) &&
    (await check('migrations', describeMigrations)) &&
    (await check('secret key', () => withService(() => Promise.resolve('opens what is stored'))))
  if (canGoOn) {
    findings.push(...(await examineInvariants()), ...(await examineConnections()), ...(await examineInvoicing()))
    findings.push(...(await examineInvoiceMail()))
    await check('mail', describeMail)
    findings.push(...(await readAlerts()))
  }
  return findings
}

async function describeDatabase(): Promise<string> {
  const { connect } = await import('../database/connect.js')
  const database = connect(readSettings().databaseUrl)
  try {
    if (database.engine === 'postgres') {
      const [row] = (await database.reader.raw<{ rows: { version: string }[] }>('show server_version')).rows.map(
        (found) => Object.values(found)[0],
      )
      return `Postgres ${row ?? ''}`
    }
    const [found] = await database.reader.raw<{ integrity_check: string }[]>('pragma integrity_check')
    if (found?.integrity_check !== 'ok') throw new Error(`SQLite: ${found?.integrity_check ?? 'no answer'}`)
    return 'SQLite, integrity ok'
  } finally {
    await database.close()
  }
}

async function describeMigrations(): Promise<string> {
  const { connect } = await import('../database/connect.js')
  const { Migrator } = await import('../database/migrator.js')
  const database = connect(readSettings().databaseUrl)
  try {
    const migrator = new Migrator(database)
    await migrator.assertCurrent()
    return `${(await migrator.status()).length} applied`
  } finally {
    await database.close()
  }
}

/** Looks whether what must always hold does. Each that does not names the rows that break it. */
async function examineInvariants(): Promise<Finding[]> {
  const { connect } = await import('../database/connect.js')
  const { FindViolations } = await import('../doctor/find-violations.repository.js')
  const { INVARIANTS } = await import('../doctor/invariants.js')
  const { SystemClock } = await import('../kernel/clock.js')
  const database = connect(readSettings().databaseUrl)
  try {
    const broken = await new FindViolations(database.reader, new SystemClock()).run()
    if (broken.length === 0) return [{ check: 'invariants', ok: true, detail: `${INVARIANTS.length} hold` }]
    return broken.map(({ id, says, rows }) => ({ check: id, ok: false, detail: `not so: ${says}: ${rows.join(', ')}` }))
  } finally {
    await database.close()
  }
}

/** Connects to the mail server, and sends nothing. @throws Error it would not take our mail */
async function describeMail(): Promise<string> {
  const { smtpUrl, mailFrom } = readSettings()
  if (smtpUrl === null && mailFrom === null) return 'not set up: live mail answers email_unavailable'
  if (smtpUrl === null) throw new Error('PAYLINK_SMTP_URL is missing: live mail cannot be sent')
  if (mailFrom === null) throw new Error('PAYLINK_MAIL_FROM is missing: live mail cannot be sent')
  return withService(async ({ container }) => {
    const { MailRoutes } = await import('../email-sharing/mail-routes.js')
    const { CallTransport } = await import('../plugin-host/call-transport.js')
    const route = container.get(MailRoutes).live
    if (!route) throw new Error('the mail plugin is not there')
    const fault = await container.get(CallTransport).check(route.transport)
    if (fault !== null) throw new Error(fault)
    return `the mail server takes mail from ${route.from.address}`
  })
}

/** No fault of this installation, but somebody should hear of it. */
async function readAlerts(): Promise<Finding[]> {
  return withBooks(async ({ container }) => {
    const { Alerts } = await import('../alerts/alerts.repository.js')
    return (await container.get(Alerts).list()).map(({ says }) => ({ check: 'alert', ok: true, detail: says }))
  })
}

/** Asks every provider whether it still takes our credentials. */
async function examineConnections(): Promise<Finding[]> {
  return withService(async (service) => {
    const { Connections } = await import('../connections/connections.repository.js')
    const { CheckConnection } = await import('../connections/check-connection.js')
    const { modeOf } = await import('../kernel/mode.js')
    const { Accounts } = await import('../accounts/accounts.repository.js')
    const accounts = await service.container.get(Accounts).list()
    if (accounts.length === 0) return [{ check: 'account', ok: false, detail: 'none: paylink accounts create' }]
    const all = await service.container.get(Connections).listAll()
    const inUse = all.filter(({ status }) => status !== 'disconnected')
    if (inUse.length === 0) return [{ check: 'connections', ok: false, detail: 'no provider is connected' }]
    return Promise.all(
      inUse.map(async (connection) => {
        const { lastError } = await service.container.get(CheckConnection).look(connection)
        const check = `${connection.provider} in ${modeOf(connection.livemode)} mode`
        // The credentials hold again, and the server has not noticed yet.
        const stale = connection.status === 'error' ? `noted as an error: ${connection.lastError ?? ''}` : null
        const detail = lastError ?? stale
        return { check, ok: detail === null, detail: detail ?? connection.status }
      }),
    )
  })
}

/** Invoices whose provider should have mailed them an hour ago. Nothing is said where there are none. */
async function examineInvoiceMail(): Promise<Finding[]> {
  return withService(async ({ container }) => {
    const { Emails } = await import('../email-sharing/emails.repository.js')
    const { Clock, HOUR_MS, iso, later } = await import('../kernel/clock.js')
    const stuck = await container.get(Emails).stuckAtProvider(iso(later(container.get(Clock).now(), -HOUR_MS)))
    const [first] = stuck
    if (!first) return []
    const detail = `${stuck.length} not mailed by the invoicing provider for an hour: ${first.error ?? 'no reason known'}`
    return [{ check: 'invoice mail', ok: false, detail }]
  })
}

/** Asks the same of who stamps invoices. That nobody does is no fault: links need not be invoiceable. */
async function examineInvoicing(): Promise<Finding[]> {
  return withService(async ({ container }) => {
    const { InvoicingConnections } = await import('../invoicing/invoicing-connections.repository.js')
    const { CheckInvoicing } = await import('../invoicing/check-invoicing.js')
    const { modeOf } = await import('../kernel/mode.js')
    const inUse = await container.get(InvoicingConnections).listInUse()
    return Promise.all(
      inUse.map(async (connection) => {
        const { lastError } = await container.get(CheckInvoicing).look(connection)
        const { issuer, status } = connection
        const fault = lastError ?? (status === 'error' ? `noted as an error: ${connection.lastError ?? ''}` : null)
        const standing = issuer
          ? `${status}, in the name of ${issuer.rfc ?? issuer.id}`
          : `${status}, but in nobody's name: paylink invoicing merchants, choose-merchant`
        return {
          check: `invoicing in ${modeOf(connection.livemode)} mode`,
          ok: fault === null,
          detail: fault ?? standing,
        }
      }),
    )
  })
}
