import type { PaymentLinkView } from '@paylink/core/payment-links/payment-link.view'
import type { PaymentInvoicingView } from '@paylink/core/invoicing/invoicing.views'
import type { PaymentInvoiceView } from '@paylink/core/invoicing/invoice.view'
import type { Settings } from '@paylink/config'
import { Connections } from '@paylink/core/connections/connections.repository'
import { OpenConnection } from '@paylink/core/connections/open-connection'
import { actFor, OPERATOR, type Scope } from '@paylink/core/kernel/principal'
import type { Engine } from '@paylink/core/database/engine'
import { Generation } from '@paylink/core/database/generation'
import { AdvanceInvoices } from '@paylink/core/invoicing/advance-invoices'
import { ChooseIssuer } from '@paylink/core/invoicing/choose-issuer'
import { ConnectInvoicing } from '@paylink/core/invoicing/connect-invoicing'
import { SECOND_MS } from '@paylink/core/kernel/clock'
import { type CallOptions, eventually, linkBody, type Reply, TestAppliance } from './appliance.js'

/** One of the taxpayers that the SAT publishes for tests. */
export const XENON = {
  rfc: 'XIA190128J61',
  name: 'XENON INDUSTRIAL ARTICLES',
  zip: '76343',
  regimenFiscal: '601',
  usoCfdi: 'G03',
}

export const MUG = {
  name: 'Taza azul',
  quantity: 1,
  unitPriceCentavos: 15_000,
  satProductCode: '52152001',
  satUnitCode: 'H87',
  tax: 'iva_included',
}

/** A merchant whose links are invoiceable, in the sandbox. */
export class InvoiceShop {
  private count = 0

  private constructor(readonly paylink: TestAppliance) {}

  static async open(engine: Engine, settings: Partial<Settings> = {}): Promise<InvoiceShop> {
    const shop = new InvoiceShop(await TestAppliance.start(engine, settings))
    await shop.connect()
    const [first] = await shop.issuers()
    await shop.choose(first?.id ?? '')
    return shop
  }

  /** Not connected yet. */
  static over(paylink: TestAppliance): InvoiceShop {
    return new InvoiceShop(paylink)
  }

  get scope(): Scope {
    return { accountId: this.paylink.account.id, livemode: false }
  }

  close(): Promise<void> {
    return this.paylink.stop()
  }

  connect(provider?: string) {
    return this.part(ConnectInvoicing).run(actFor(OPERATOR, this.scope), { provider, sandbox: true, settings: {} })
  }

  issuers() {
    return this.part(ChooseIssuer).list(this.scope)
  }

  /** With what is stored now, as a request begins. */
  async choose(id: string) {
    await this.part(Generation).refresh()
    return this.part(ChooseIssuer).run(actFor(OPERATOR, this.scope), id)
  }

  /** A link that the merchant has been paid for. */
  async paid(changes: object = {}, method = 'spei_transfer'): Promise<{ link: PaymentLinkView; paymentId: string }> {
    const link = await this.paylink.createLink({ invoiceable: true, items: [MUG], ...changes })
    const reply = await this.paylink.post(`/v1/payment_links/${link.id}/mark_paid`, { method })
    return { link, paymentId: reply.body.paidPaymentId }
  }

  /** As if a person had taken it for given back. */
  async giveBack(paymentId: string): Promise<void> {
    await this.paylink.writer('payments').where({ id: paymentId }).update({ status: 'refunded' })
  }

  request(paymentId: string, changes: object = {}, options: CallOptions = {}): Promise<Reply> {
    return this.paylink.post(`/v1/payments/${paymentId}/invoice`, { ...XENON, ...changes }, options)
  }

  cancel(paymentId: string, motivo = '02', options: CallOptions = {}): Promise<Reply> {
    return this.paylink.post(`/v1/payments/${paymentId}/invoice/cancel`, { motivo }, options)
  }

  async stateOf(paymentId: string): Promise<PaymentInvoicingView> {
    return (await this.paylink.get(`/v1/payments/${paymentId}/invoice`)).body
  }

  async invoiceOf(paymentId: string): Promise<PaymentInvoiceView> {
    const { invoice } = await this.stateOf(paymentId)
    if (!invoice) throw new Error(`payment ${paymentId} has no invoice`)
    return invoice
  }

  /** Asked for and stamped, its files here. */
  async stamped(
    changes: object = {},
    method?: string,
  ): Promise<{ link: PaymentLinkView; paymentId: string; invoice: PaymentInvoiceView }> {
    const { link, paymentId } = await this.paid(changes, method)
    await this.request(paymentId)
    await this.settle()
    const invoice = await this.invoiceOf(paymentId)
    if (invoice.status !== 'stamped') throw new Error(`not stamped: ${JSON.stringify(invoice)}`)
    return { link, paymentId, invoice }
  }

  /** Runs due work, and the work it makes due, for as many seconds as given. */
  async settle(seconds = 3): Promise<void> {
    for (let passed = 0; passed < seconds; passed++) {
      await this.step()
      this.paylink.clock.advance(SECOND_MS)
    }
    await this.step()
  }

  /** Returns when no work is in hand, here or in the background. */
  async step(): Promise<void> {
    await this.part(AdvanceInvoices).runDue()
    await eventually(
      () => this.paylink.db('invoices').whereNotNull('claimed_by').pluck('id'),
      (inHand) => inHand.length === 0,
    )
  }

  /** How the sandbox stamps and cancels from now on. */
  async behave(fields: Record<string, string>): Promise<void> {
    const response = await this.paylink.form(`${this.paylink.url}/sandbox/invoicing_provider/`, fields)
    if (response.status !== 303) throw new Error(`the sandbox would not: ${response.status}`)
  }

  setFaults(faults: Parameters<TestAppliance['setFaults']>[0]): Promise<void> {
    return this.paylink.setFaults(faults, 'invoicing_provider')
  }

  /** Reads the simulated Facturapi's own records. */
  async atProvider(path: string, method = 'GET'): Promise<any> {
    return (await this.asFormer())(path, method)
  }

  /** The same, with the present issuer's key, also after another one is chosen. */
  async asFormer(): Promise<(path: string, method?: string) => Promise<any>> {
    const connection = await this.part(Connections).current('invoicing', this.scope)
    const connected = connection && (await this.part(OpenConnection).run(connection))
    const { apiBase, issuerKey, secretKey } = connected?.config ?? {}
    const headers = { Authorization: `Bearer ${String(issuerKey ?? secretKey)}` }
    return async (path, method = 'GET') => (await fetch(`${String(apiBase)}/v2${path}`, { method, headers })).json()
  }

  /** What the provider stamped for an invoice of ours. */
  async stampsOf(invoiceId: string): Promise<any[]> {
    return (await this.atProvider(`/invoices?external_id=${invoiceId}`)).data
  }

  linkBody(changes: object = {}): object {
    return linkBody({ invoiceable: true, items: [MUG], ...changes })
  }

  create(changes: object): Promise<Reply> {
    const idempotencyKey = `shop-${++this.count}`
    return this.paylink.post('/v1/payment_links', this.linkBody(changes), { idempotencyKey })
  }

  part<T>(of: abstract new (...parts: any[]) => T): T {
    return this.paylink.container.get<T>(of)
  }
}
