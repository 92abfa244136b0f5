import type { MethodType } from '@paylink/plugin-api'
import type { ReadConnections } from '../../connections/read-connections.js'
import type { ReadInvoicing } from '../../invoicing/read-invoicing.js'
import type { PageLocale } from '../../kernel/choose-locale.js'
import type { AccountPrincipal } from '../../kernel/principal.js'
import { Problem } from '../../kernel/problem.js'
import { methodTypesOf } from '../../plugin-host/payable-methods.js'
import { providerName } from '../../plugin-host/provider-name.js'
import type { Plugins } from '../../plugin-host/registry.js'

export interface WayOption {
  provider: string
  name: string
  methods: MethodType[]
  /** Why it cannot be chosen; null: it works. */
  error: string | null
}

/** What the form of a link can offer in this mode. */
export interface LinkOptions {
  ways: WayOption[]
  invoicing: { isReady: boolean; issuer: string | null; productCode: string; unitCode: string }
}

export class ReadLinkOptions {
  constructor(
    private readonly connections: ReadConnections,
    private readonly invoicing: ReadInvoicing,
    private readonly plugins: Plugins,
  ) {}

  async run(principal: AccountPrincipal, locale: PageLocale): Promise<LinkOptions> {
    const [connections, invoicing] = await Promise.all([
      this.connections.list(principal),
      this.invoicing.connection(principal).catch((error: unknown) => {
        if (error instanceof Problem && error.code === 'not_found') return null
        throw error
      }),
    ])
    const inUse = connections.filter(({ status }) => status !== 'disconnected').reverse()
    const newest = inUse.filter(
      ({ provider }, index) => inUse.findIndex((other) => other.provider === provider) === index,
    )
    return {
      ways: newest.map(({ provider, status, lastError }) => ({
        provider,
        name: providerName(this.plugins, provider, locale),
        methods: methodTypesOf(this.plugins, provider),
        error: status === 'active' ? null : (lastError ?? status),
      })),
      invoicing: {
        isReady: invoicing?.ready ?? false,
        issuer: invoicing?.merchant?.legalName ?? null,
        productCode: invoicing?.merchant?.defaultProductCode ?? '',
        unitCode: invoicing?.merchant?.defaultUnitCode ?? '',
      },
    }
  }
}
