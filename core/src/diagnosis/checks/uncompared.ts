import type { CompareCheckouts } from '../../checkout/compare-checkouts.js'
import type { PaymentConnection } from '../../connections/connection.js'
import { modeOf } from '../../kernel/mode.js'
import { providerName } from '../../plugin-host/provider-name.js'
import type { Plugins } from '../../plugin-host/registry.js'
import { comparedUntil, type Uncompared } from '../../quarantine/quarantine-state.js'
import { type Quarantine, uncomparedOf } from '../../quarantine/quarantine.js'
import type { Check, CheckUp, Whose } from '../check.js'
import { type Finding, kind } from '../finding.js'

interface Named {
  es: string
  en: string
  kind: Uncompared['kind']
}

interface Unread {
  id: string
  reason: string
  from: string
  until: string
}

const WHAT_WAS = {
  downtime: {
    operator: 'in which PayLink was stopped',
    'es-MX': 'El servicio estuvo detenido.',
    en: 'The service was stopped.',
  },
  gap: {
    operator: 'which the restored database lacks',
    'es-MX': 'La base de datos se restauró de una copia anterior.',
    en: 'The database was restored from an earlier copy.',
  },
}

const isUncompared = kind<Named, Unread>({
  code: 'connection.uncompared',
  severity: 'wrong',
  operator: ({ id, reason, from, until, kind }) =>
    `no checkout is opened: those opened between ${from} and ${until}, ${WHAT_WAS[kind].operator}, could not be read from the provider: ${reason.replace(/\.$/, '')}. A worker tries again every 20 s. If it goes on, compare them in the provider's dashboard. If PayLink has all of them, run: paylink doctor --resume --skip ${id}; if not, its database is an earlier copy: repair the connection instead, so that they are adopted`,
  'es-MX': ({ es, kind }) => ({
    what: `${es} no abre cobros por ahora.`,
    means: `${WHAT_WAS[kind]['es-MX']} Antes de abrir otro cobro se comparan los que ${es} tiene de ese tiempo, para que nadie pague dos veces, y no se pudieron leer.`,
    remedy:
      'Se intenta otra vez cada 20 segundos. Si sigue igual, quien administra el servidor ve el motivo y cómo continuar con:',
  }),
  en: ({ en, kind }) => ({
    what: `${en} opens no checkout for now.`,
    means: `${WHAT_WAS[kind].en} Before another checkout is opened, those that ${en} has of that time are compared, so that no payer is charged twice, and they could not be read.`,
    remedy:
      'It is tried again every 20 seconds. If nothing changes, the person who runs the server sees the reason and how to go on with:',
  }),
  place: 'connections',
  command: 'paylink doctor',
})

/** Providers whose checkouts could not be compared after a downtime, or a gap. */
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
    const found: Finding[] = []
    for (const time of uncomparedOf(await this.quarantine.look())) {
      for (const connection of await this.compareCheckouts.uncompared(time)) {
        const { id, accountId, status } = connection
        const isTheirs = whose === null || accountId === whose
        if (isTheirs && status === 'active' && time.unread[id] !== undefined) found.push(this.found(connection, time))
      }
    }
    return found
  }

  private found({ id, accountId, livemode, provider }: PaymentConnection, time: Uncompared): Finding {
    const { kind, until, unread } = time
    const name = { es: providerName(this.plugins, provider, 'es-MX'), en: providerName(this.plugins, provider, 'en') }
    const shown = { ...name, kind }
    const hidden = { id, reason: unread[id] ?? '', from: comparedUntil(time, id), until }
    const about = { owner: { accountId, livemode }, since: until, target: id }
    return isUncompared(`checkouts of ${provider} in ${modeOf(livemode)} mode`, { shown, hidden }, about)
  }
}
