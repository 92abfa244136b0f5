import { type Connection, notificationUrlOf } from '../../connections/connection.js'
import type { Connections } from '../../connections/connections.repository.js'
import type { Reader } from '../../database/engine.js'
import { modeOf } from '../../kernel/mode.js'
import type { BaseUrl } from '../../kernel/named.js'
import { readArrivals } from '../arrivals.repository.js'
import type { Check, CheckUp, Whose } from '../check.js'
import { type Finding, kind } from '../finding.js'

/** Fewer may be chance: a notification can be late or lost. */
const PAYMENTS = 3

interface OfProvider {
  provider: string
}

interface Facts {
  url: string
  lastAt: string | null
}

const arrive = kind<OfProvider, { lastAt: string | null }>({
  code: 'notifications.arrive',
  severity: 'fine',
  operator: ({ lastAt }) => (lastAt === null ? 'none was due yet' : `the last one arrived at ${lastAt}`),
  'es-MX': ({ provider }) => ({ what: `Los avisos de ${provider} llegan.` }),
  en: ({ provider }) => ({ what: `Notifications of ${provider} arrive.` }),
})

const doNotArrive = kind<OfProvider, Facts>({
  code: 'notifications.do_not_arrive',
  severity: 'wrong',
  operator: ({ url, lastAt }) =>
    `the last ${PAYMENTS} payments were only found by asking (${lastAt === null ? 'no notification ever arrived' : `the last notification arrived at ${lastAt}`}): set ${url} as the webhook address at the provider, with the webhook secret of this connection`,
  'es-MX': ({ provider }) => ({
    what: `Los avisos de ${provider} no llegan.`,
    means: 'Tus pagos se registran igual, pero más tarde: de vez en cuando los consultamos con tu proveedor.',
    remedy: 'Revisa en tu proveedor la dirección de avisos (webhook) y su secreto; la dirección está en la conexión.',
  }),
  en: ({ provider }) => ({
    what: `Notifications of ${provider} do not arrive.`,
    means: 'Your payments are recorded, but later: we look for them from time to time.',
    remedy: 'Check the webhook address and its secret at your provider; the address is on the page of the connection.',
  }),
  place: 'connections',
})

/** Payments that were confirmed only because we asked, though the provider should have told us. */
export class NotificationsCheckUp implements CheckUp {
  readonly isQuick = false

  constructor(
    private readonly connections: Connections,
    private readonly reader: Reader,
    private readonly baseUrl: BaseUrl,
  ) {}

  async checks(whose: Whose): Promise<Check[]> {
    const all = await this.connections.listAll('payment', whose)
    return all
      .filter(({ status }) => status === 'active')
      .map((connection): Check => {
        const { provider, accountId, livemode } = connection
        const name = `notifications of ${provider} in ${modeOf(livemode)} mode`
        return {
          name,
          subject: { 'es-MX': `los avisos de ${provider}`, en: `the notifications of ${provider}` },
          owner: { accountId, livemode },
          look: async () => [await this.look(name, connection)],
        }
      })
  }

  private async look(name: string, connection: Connection): Promise<Finding> {
    const { id, provider, accountId, livemode } = connection
    const { paidAt, lastAt } = await readArrivals(this.reader, connection, PAYMENTS)
    const oldest = paidAt[PAYMENTS - 1]
    const about = { owner: { accountId, livemode }, target: id }
    const shown = { provider }
    if (oldest === undefined || (lastAt !== null && lastAt >= oldest))
      return arrive(name, { shown, hidden: { lastAt } }, about)
    const url = notificationUrlOf(this.baseUrl, connection)
    return doNotArrive(name, { shown, hidden: { url, lastAt } }, { ...about, placeId: id })
  }
}
