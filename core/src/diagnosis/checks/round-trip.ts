import type { Connections } from '../../connections/connections.repository.js'
import { type Connection, notificationUrlOf } from '../../connections/connection.js'
import type { NotificationProbe } from '../../connections/notification-probe.js'
import { TestNotificationUrl, type UrlTest } from '../../connections/test-notification-url.js'
import { modeOf } from '../../kernel/mode.js'
import type { BaseUrl } from '../../kernel/named.js'
import { actFor, OPERATOR } from '../../kernel/principal.js'
import type { Random } from '../../kernel/random.js'
import type { Timer } from '../../kernel/timer.js'
import { GuardedClient } from '../../outbound/guarded-client.js'
import type { Check, CheckUp, Whose } from '../check.js'
import { type Finding, hidden, kind } from '../finding.js'

const comesBack = kind<object, { url: string }>({
  code: 'round_trip.comes_back',
  severity: 'fine',
  operator: ({ url }) => `a notification sent to ${url} comes to this server`,
})

const goesElsewhere = kind<object, { url: string; status: number }>({
  code: 'round_trip.goes_elsewhere',
  severity: 'wrong',
  operator: ({ url, status }) =>
    `a notification sent to ${url} does not come to this server (HTTP ${status}): let the proxy pass POST /hooks/ on, with its headers and body unchanged`,
})

const isLost = kind<object, { url: string; outcome: string }>({
  code: 'round_trip.lost',
  severity: 'wrong',
  operator: ({ url, outcome }) =>
    `a notification sent to ${url} gets no answer (${outcome}): correct PAYLINK_BASE_URL, the proxy or the firewall: curl -X POST ${url}`,
})

/** Sends what a provider would send, to the public address of each connection, while a server runs here. */
export class RoundTripCheckUp implements CheckUp {
  readonly isQuick = false

  constructor(
    private readonly connections: Connections,
    private readonly probe: NotificationProbe,
    private readonly random: Random,
    private readonly timer: Timer,
    private readonly baseUrl: BaseUrl,
  ) {}

  async checks(whose: Whose): Promise<Check[]> {
    const all = await Promise.all([
      this.connections.listAll('payment', whose),
      this.connections.listAll('invoicing', whose),
    ])
    return all
      .flat()
      .filter(({ status }) => status !== 'disconnected')
      .map((connection): Check => {
        const { provider, accountId, livemode } = connection
        const name = `round trip of ${provider} in ${modeOf(livemode)} mode`
        return {
          name,
          subject: { 'es-MX': `un aviso de ${provider}`, en: `a notification of ${provider}` },
          owner: { accountId, livemode },
          look: async () => [await this.look(name, connection)],
        }
      })
  }

  private async look(name: string, connection: Connection): Promise<Finding> {
    const url = notificationUrlOf(this.baseUrl, connection)
    const test = await this.send(connection)
    const about = { owner: { accountId: connection.accountId, livemode: connection.livemode }, target: connection.id }
    switch (test.outcome) {
      case 'answered':
        return comesBack(name, hidden({ url }), about)
      case 'elsewhere':
        return goesElsewhere(name, hidden({ url, status: test.status }), about)
      default:
        return isLost(name, hidden({ url, outcome: test.outcome }), about)
    }
  }

  /** Also to a private address: the operator chose it, and nothing that the connection's owner gave is sent there. */
  private async send(connection: Connection): Promise<UrlTest> {
    const { connections, probe, random, timer, baseUrl } = this
    const client = new GuardedClient({ allowPrivate: true })
    try {
      const test = new TestNotificationUrl(connections, probe, client, random, timer, baseUrl)
      return await test.run(actFor(OPERATOR, connection), connection.kind, connection.id)
    } finally {
      await client.close()
    }
  }
}
