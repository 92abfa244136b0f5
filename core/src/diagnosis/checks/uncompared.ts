import type { CompareCheckouts } from '../../checkout/compare-checkouts.js'
import type { PaymentConnection } from '../../connections/connection.js'
import { modeOf } from '../../kernel/mode.js'
import { providerName } from '../../plugin-host/provider-name.js'
import type { Plugins } from '../../plugin-host/registry.js'
import { comparedUntil, type Downtime } from '../../quarantine/quarantine-state.js'
import type { Quarantine } from '../../quarantine/quarantine.js'
import type { Check, CheckUp, Whose } from '../check.js'
import { type Finding, kind } from '../finding.js'

interface Named {
  es: string
  en: string
}

interface Unread {
  id: string
  reason: string
  from: string
  until: string
}

const isUncompared = kind<Named, Unread>({
  code: 'connection.uncompared',
  severity: 'wrong',
  operator: ({ id, reason, from, until }) =>
    `no checkout is opened: those opened between ${from} and ${until}, in which PayLink was stopped, could not be read from the provider: ${reason.replace(/\.$/, '')}. A worker tries again every 20 s. If it goes on, compare them in the provider's dashboard. If PayLink has all of them, run: paylink doctor --resume --skip ${id}; if not, its database is an earlier copy: repair the connection instead, so that they are adopted`,
  'es-MX': ({ es }) => ({
    what: `${es} no abre cobros por ahora.`,
    means: `El servicio estuvo detenido. Antes de abrir otro cobro se comparan los que ${es} tiene de ese tiempo, para que nadie pague dos veces, y no se pudieron leer.`,
    remedy:
      'Se intenta otra vez cada 20 segundos. Si sigue igual, quien administra el servidor ve el motivo y cómo continuar con:',
  }),
  en: ({ en }) => ({
    what: `${en} opens no checkout for now.`,
    means: `The service was stopped. Before another checkout is opened, those that ${en} has of that time are compared, so that no payer is charged twice, and they could not be read.`,
    remedy:
      'It is tried again every 20 seconds. If nothing changes, the person who runs the server sees the reason and how to go on with:',
  }),
  place: 'connections',
  command: 'paylink doctor',
})

/** Providers whose checkouts could not be compared after a downtime. */
export class UncomparedCheckUp implements CheckUp {
  readonly isQuick = true

  constructor(
    private readonly quarantine: Quarantine,
    private readonly compareCheckouts: CompareCheckouts,
    private readonly plugins: Plugins,
  ) {}

  checks(whose: Whose): Promise<Check[]> {
    return Promise.resolve([
      {
        name: 'checkouts',
        subject: { 'es-MX': 'los cobros de tus proveedores', en: 'the checkouts of your providers' },
        look: () => this.look(whose),
      },
    ])
  }

  private async look(whose: Whose): Promise<Finding[]> {
    const { downtime } = await this.quarantine.look()
    if (!downtime) return []
    return (await this.compareCheckouts.uncompared(downtime))
      .filter(({ id, accountId, status }) => {
        return status === 'active' && downtime.unread[id] !== undefined && (whose === null || accountId === whose)
      })
      .map((connection) => this.found(connection, downtime))
  }

  private found({ id, accountId, livemode, provider }: PaymentConnection, downtime: Downtime): Finding {
    const shown = { es: providerName(this.plugins, provider, 'es-MX'), en: providerName(this.plugins, provider, 'en') }
    const { until, unread } = downtime
    const hidden = { id, reason: unread[id] ?? '', from: comparedUntil(downtime, id), until }
    const about = { owner: { accountId, livemode }, since: until, target: id }
    return isUncompared(`checkouts of ${provider} in ${modeOf(livemode)} mode`, { shown, hidden }, about)
  }
}
