import type { InvoiceLine, InvoicingProvider, PluginContext, PluginHttp, StampInput } from '@paylink/plugin-api'
import plugin from '@paylink/invoicing-provider'
import { contextOf, ProviderSandbox } from '../support/provider-sandbox.js'

export * from '../support/provider-sandbox.js'

const SEED = 'harness0001'
export const ACCOUNT_KEY = `sk_user_sandbox${SEED}`
/** The first organization's: ESCUELA KEMPER URGATE. */
export const TEST_KEY = `sk_test_sandbox0x${SEED}`

/** A SAT test taxpayer. */
export const RECEIVER = {
  rfc: 'URE180429TM6',
  name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
  zip: '86991',
  regimenFiscal: '601',
  usoCfdi: 'G03',
}

export const LINE: InvoiceLine = {
  description: 'Centro de mesa',
  productKey: '10161800',
  unitKey: 'H87',
  quantity: 10,
  unitPriceMicros: 301_724_138,
  tax: { kind: 'iva', ratePercent: 16, baseMicros: 3_017_241_379 },
}

export function stampInput(changes: Partial<StampInput> = {}): StampInput {
  return {
    invoiceId: 'inv_1',
    idempotencyKey: `pl:test:${changes.invoiceId ?? 'inv_1'}:stamp`,
    receiver: RECEIVER,
    lines: [LINE],
    currency: 'MXN',
    totalCentavos: 350_000,
    formaPago: '04',
    ...changes,
  }
}

/** The fields of Facturapi's answers that tests read. */
export interface FacturapiJson {
  id: string
  status: string | number
  cancellation_status: string
  code: string
  path?: string
  message: string
  total: number
  data: FacturapiJson[]
  errors?: { code: string; path?: string; source: string }[]
}

export class Sandbox extends ProviderSandbox<InvoicingProvider> {
  constructor() {
    super(plugin, { secretKey: TEST_KEY })
  }

  stamp(changes: Partial<StampInput> = {}) {
    return this.provider.stamp(stampInput(changes), this.context())
  }

  /** Sets the sandbox's page; unnamed settings are the defaults. */
  behave(fields: Record<string, string>) {
    return this.page('POST', 'http://localhost/sandbox/invoicing_provider/', 'save', { cancelSeconds: '2', ...fields })
  }

  /** A merchant's direct request, without the adapter. */
  async api(method: string, path: string, body?: unknown, authorization = `Bearer ${TEST_KEY}`) {
    const answer = await fetch(this.apiBase + path, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: answer.status, json: (await answer.json()) as FacturapiJson }
  }
}

/** The adapter alone, with a network played by the test. */
export const adapter = plugin.create()

export function scriptedContext(http: PluginHttp, changes: Partial<PluginContext> = {}): PluginContext {
  const config = { secretKey: 'sk_test_scripted', ...changes.config } as Record<string, string>
  return { ...contextOf(config, http), ...changes, config }
}
