import type { InvoicingCatalogs } from '@paylink/plugin-api'
import type { InvoicingConnection } from '../connections/connection.js'
import type { Connections } from '../connections/connections.repository.js'
import type { OpenConnection } from '../connections/open-connection.js'
import { type Clock, DAY_MS, HOUR_MS } from '../kernel/clock.js'
import type { Scope } from '../kernel/principal.js'
import type { CallProvider } from '../plugin-host/call-provider.js'
import type { PluginEntries } from '../plugin-host/plugin-entries.repository.js'
import { CFDI_USES } from './catalogs/cfdi-uses.js'
import { TAX_REGIMES } from './catalogs/tax-regimes.js'
import type { InvoicingCatalogsView } from './invoicing.views.js'
import { invoicingNotConnected } from './provider-problem.js'

const REFRESH_AFTER_MS = DAY_MS
/** After a failed call. */
const RETRY_AFTER_MS = HOUR_MS
/** Beyond this age, the built-in tables are better (R253). */
const MAX_AGE_MS = 30 * DAY_MS

interface Copy {
  at: number
  triedAt: number
  catalogs: InvoicingCatalogs | null
}

/**
 * The SAT's catalogues from the provider, from its last good copy during an outage, or else from the built-in tables, so
 * that they are always available (R253).
 */
export class ReadCatalogs {
  constructor(
    private readonly connections: Connections,
    private readonly openConnection: OpenConnection,
    private readonly callProvider: CallProvider,
    private readonly entries: PluginEntries,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem `not_found`: no invoicing connection in this mode (R214) */
  async run(scope: Scope): Promise<InvoicingCatalogsView> {
    const connection = await this.connections.current('invoicing', scope)
    if (!connection) throw invoicingNotConnected()
    return (await this.fromProvider(connection)) ?? BUILT_IN
  }

  private async fromProvider(connection: InvoicingConnection): Promise<InvoicingCatalogs | null> {
    const connected = await this.openConnection.run(connection).catch(() => null)
    if (!connected?.provider.catalogs) return null
    const store = this.entries.storeOf(`invoicing-catalogs:${connection.id}`)
    const now = this.clock.now().getTime()
    const kept = JSON.parse((await store.get('copy')) ?? 'null') as Copy | null
    const copy = kept ?? { at: 0, triedAt: 0, catalogs: null }
    const isFresh = now - copy.at < REFRESH_AFTER_MS || now - copy.triedAt < RETRY_AFTER_MS
    if (!isFresh) {
      const outcome = await this.callProvider.run(
        connected,
        'catalogs',
        async (provider, ctx) => (await provider.catalogs?.(ctx)) ?? null,
      )
      if (outcome.ok) Object.assign(copy, { at: now, catalogs: outcome.value })
      copy.triedAt = now
      await store.set('copy', JSON.stringify(copy))
    }
    return now - copy.at <= MAX_AGE_MS ? copy.catalogs : null
  }
}

const toEntry = ({ clave, nombre, fisica, moral }: InvoicingCatalogs['usos'][number]) => ({
  clave,
  nombre,
  fisica,
  moral,
})

const BUILT_IN: InvoicingCatalogsView = { regimenes: TAX_REGIMES.map(toEntry), usos: CFDI_USES.map(toEntry) }
