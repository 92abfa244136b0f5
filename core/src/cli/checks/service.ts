import type { Composition } from '../../composition/compose.js'
import { HOUR_MS, iso, later, MINUTE_MS } from '../../kernel/clock.js'
import type { Finding } from './examination.js'

/** An endpoint that has failed for less time may only be restarting. */
const FAILING_COUNTS_AFTER_MS = 10 * MINUTE_MS

/** Checks the invariants. Each broken one is a finding with the rows that break it. */
export async function examineInvariants(service: Composition, hasTime: () => boolean): Promise<Finding[]> {
  const { FindViolations } = await import('../../doctor/find-violations.repository.js')
  const { INVARIANTS } = await import('../../doctor/invariants.js')
  const { database, ports } = service
  let checked = 0
  const violations = await new FindViolations(database.reader, ports.clock).run(async () => {
    await ports.timer.yieldToEventLoop()
    if (hasTime()) checked++
    return hasTime()
  })
  const broken = violations.map((violation) => ({
    check: violation.id,
    ok: false,
    detail: `violated: ${violation.rule}: ${violation.rows.join(', ')}`,
  }))
  const detail =
    checked === INVARIANTS.length ? `${checked} hold` : `${checked} of ${INVARIANTS.length} hold; no time for the rest`
  return broken.length > 0 ? broken : [{ check: 'invariants', ok: true, detail }]
}

/** Connects to the mail server, and sends nothing. @throws Error it would refuse our email */
export async function describeMail({ container, settings }: Composition): Promise<string> {
  const { mailFrom, emailPlugin } = settings
  const sender = settings.smtpUrl ?? emailPlugin
  if (sender === null && mailFrom === null) return 'not set up: live mail answers email_unavailable'
  if (sender === null) throw new Error('PAYLINK_SMTP_URL is missing: live mail cannot be sent')
  if (mailFrom === null) throw new Error('PAYLINK_MAIL_FROM is missing: live mail cannot be sent')
  const { MailRoutes } = await import('../../mail/mail-routes.js')
  const { CallTransport } = await import('../../plugin-host/call-transport.js')
  const route = container.get(MailRoutes).live
  if (!route) throw new Error('the mail plugin is missing')
  const fault = await container.get(CallTransport).check(route.transport)
  if (fault !== null) throw new Error(`${fault}: start that server or correct PAYLINK_SMTP_URL`)
  return `the mail server accepts mail from ${route.from.address}`
}

/** Not faults of this installation, but an operator should know. */
export async function readAlerts({ container }: Composition): Promise<Finding[]> {
  const { Alerts } = await import('../../alerts/alerts.repository.js')
  const { commandsFor } = await import('../../letters/alert-commands.js')
  return (await container.get(Alerts).list()).map((alert) => {
    const commands = commandsFor(alert)
    const detail = commands.length === 0 ? alert.message : `${alert.message} Run: ${commands.join(', then ')}.`
    return { check: 'alert', ok: true, detail }
  })
}

/** Every plugin that is not active, and why. */
export async function examinePlugins({ container }: Composition): Promise<Finding[]> {
  const { PluginStates } = await import('../../plugin-host/plugin-states.repository.js')
  const { Plugins } = await import('../../plugin-host/registry.js')
  const all = container.get(Plugins).list(await container.get(PluginStates).disabled())
  const unused = all.filter(({ status }) => status !== 'active')
  if (unused.length === 0) return [{ check: 'plugins', ok: true, detail: `${all.length} active` }]
  return unused.map(({ id, status, reason }) => {
    const remedy =
      status === 'disabled'
        ? `paylink plugins enable ${id}, once that is fixed`
        : 'repair or remove it and restart; for details: paylink plugins check FOLDER'
    return { check: `plugin ${id}`, ok: false, detail: `${reason ?? status}: ${remedy}` }
  })
}

/** Endpoints that fail now; those disabled for it are among the alerts. */
export async function examineWebhooks({ container, ports }: Composition): Promise<Finding[]> {
  const { Endpoints } = await import('../../webhooks/endpoints.repository.js')
  const { addressOf } = await import('../../webhooks/endpoint.js')
  const now = ports.clock.now()
  const failing = await container.get(Endpoints).listFailingSince(iso(now))
  const longSince = iso(later(now, -FAILING_COUNTS_AFTER_MS))
  return failing.map((endpoint) => ({
    check: `webhook endpoint ${endpoint.id}`,
    ok: (endpoint.failingSince ?? '') > longSince,
    detail: `${addressOf(endpoint)} has failed since ${endpoint.failingSince ?? ''}: paylink webhooks deliveries ${endpoint.id}`,
  }))
}

/** Invoices that their provider should have emailed an hour ago. No finding if there are none. */
export async function examineInvoiceMail({ container, ports }: Composition): Promise<Finding[]> {
  const { Emails } = await import('../../mail/emails.repository.js')
  const stuck = await container.get(Emails).stuckAtProvider(iso(later(ports.clock.now(), -HOUR_MS)))
  const [first] = stuck
  if (!first) return []
  const detail =
    `${stuck.length} not emailed by the invoicing provider for an hour: ${first.error ?? 'reason unknown'}: ` +
    'paylink invoicing status --mode live'
  return [{ check: 'invoice mail', ok: false, detail }]
}

/** Checks the credentials with every provider. */
export async function examineConnections({ container }: Composition): Promise<ServiceCheck[]> {
  const { Connections } = await import('../../connections/connections.repository.js')
  const { CheckConnection } = await import('../../connections/check-connection.js')
  const { modeOf } = await import('../../kernel/mode.js')
  const { Accounts } = await import('../../accounts/accounts.repository.js')
  const accounts = await container.get(Accounts).list()
  if (accounts.length === 0) return [settled('account', false, 'there is no account: run paylink accounts create')]
  const all = await container.get(Connections).listAll('payment')
  const inUse = all.filter(({ status }) => status !== 'disconnected')
  if (inUse.length === 0) {
    return [
      settled('connections', false, 'no provider is connected: run paylink connections connect PROVIDER --mode live'),
    ]
  }
  return inUse.map((connection) => {
    const mode = modeOf(connection.livemode)
    const reconnect = `paylink connections connect ${connection.provider} --mode ${mode}`
    return {
      name: `${connection.provider} in ${mode} mode`,
      run: async () => {
        const finding = await container
          .get(CheckConnection)
          .probe(connection)
          .catch((error: unknown) => ({ lastError: `its settings are invalid: ${messageOf(error)}` }))
        // The credentials work again, and the server has not noticed yet.
        const stale = connection.status === 'error' ? `marked as failing: ${connection.lastError ?? ''}` : null
        const fault = finding.lastError ?? stale
        if (fault !== null)
          throw new Error(`${fault}: ${stale === fault ? `paylink connections check ${connection.id}` : reconnect}`)
        return connection.status
      },
    }
  })
}

/** The same for invoicing providers. None is fine: invoicing is optional. */
export async function examineInvoicing({ container }: Composition): Promise<ServiceCheck[]> {
  const { Connections } = await import('../../connections/connections.repository.js')
  const { CheckConnection } = await import('../../connections/check-connection.js')
  const { modeOf } = await import('../../kernel/mode.js')
  const all = await container.get(Connections).listAll('invoicing')
  const inUse = all.filter(({ status }) => status !== 'disconnected')
  return inUse.map((connection) => {
    const { issuer, status } = connection
    const mode = modeOf(connection.livemode)
    return {
      name: `invoicing in ${mode} mode`,
      run: async () => {
        const { lastError } = await container
          .get(CheckConnection)
          .probe(connection)
          .catch((error: unknown) => ({ lastError: `its settings are invalid: ${messageOf(error)}` }))
        const fault = lastError ?? (status === 'error' ? `marked as failing: ${connection.lastError ?? ''}` : null)
        if (fault !== null) throw new Error(`${fault}: paylink invoicing connect --mode ${mode}`)
        return issuer
          ? `${status}, in the name of ${issuer.rfc ?? issuer.id}`
          : `${status}, but no issuing merchant is chosen: paylink invoicing merchants, choose-merchant`
      },
    }
  })
}

/** One check of a group. */
export interface ServiceCheck {
  name: string
  run: () => Promise<string>
}

const settled = (name: string, ok: boolean, detail: string): ServiceCheck => ({
  name,
  run: async () => {
    if (!ok) throw new Error(detail)
    return detail
  },
})

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
