import type { Composition } from '../../composition/compose.js'
import type { Connection, ConnectionKind } from '../../connections/connection.js'
import type { Mode } from '../../kernel/mode.js'
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

/** Checks the credentials with every payment provider. */
export async function examineConnections({ container }: Composition): Promise<ServiceCheck[]> {
  const { Accounts } = await import('../../accounts/accounts.repository.js')
  const accounts = await container.get(Accounts).list()
  if (accounts.length === 0) return [failing('account', 'there is no account: run paylink accounts create')]
  const checks = await examineKind(container, 'payment', ({ id, provider, status }, mode) => ({
    name: `${provider} in ${mode} mode`,
    detail: status,
    reconnect: `paylink connections connect ${provider} --mode ${mode}`,
    recheck: `paylink connections check ${id}`,
  }))
  if (checks.length > 0) return checks
  return [failing('connections', 'no provider is connected: run paylink connections connect PROVIDER --mode live')]
}

/** The same for invoicing providers. None is fine: invoicing is optional. */
export const examineInvoicing = ({ container }: Composition): Promise<ServiceCheck[]> =>
  examineKind(container, 'invoicing', ({ issuer, status }, mode) => ({
    name: `invoicing in ${mode} mode`,
    detail: issuer
      ? `${status}, in the name of ${issuer.rfc ?? issuer.id}`
      : `${status}, but no issuing merchant is chosen: paylink invoicing merchants, choose-merchant`,
    reconnect: `paylink invoicing connect --mode ${mode}`,
    recheck: `paylink invoicing connect --mode ${mode}`,
  }))

interface ConnectionWords {
  name: string
  /** If it works. */
  detail: string
  /** The commands that repair it, and that check it again. */
  reconnect: string
  recheck: string
}

async function examineKind<Kind extends ConnectionKind>(
  container: Composition['container'],
  kind: Kind,
  describe: (connection: Connection<Kind>, mode: Mode) => ConnectionWords,
): Promise<ServiceCheck[]> {
  const { Connections } = await import('../../connections/connections.repository.js')
  const { CheckConnection } = await import('../../connections/check-connection.js')
  const { modeOf } = await import('../../kernel/mode.js')
  const connected = (await container.get(Connections).listAll(kind)).filter(({ status }) => status !== 'disconnected')
  return connected.map((connection) => {
    const { name, detail, reconnect, recheck } = describe(connection, modeOf(connection.livemode))
    const run = async (): Promise<string> => {
      const { lastError } = await container
        .get(CheckConnection)
        .probe(connection)
        .catch((error: unknown) => ({ lastError: `its settings are invalid: ${messageOf(error)}` }))
      if (lastError !== null) throw new Error(`${lastError}: ${reconnect}`)
      // The credentials work again, and the server has not noticed yet.
      if (connection.status === 'error') {
        throw new Error(`marked as failing: ${connection.lastError ?? ''}: ${recheck}`)
      }
      return detail
    }
    return { name, run }
  })
}

/** One check of a group. */
export interface ServiceCheck {
  name: string
  run: () => Promise<string>
}

const failing = (name: string, detail: string): ServiceCheck => ({ name, run: () => Promise.reject(new Error(detail)) })

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
