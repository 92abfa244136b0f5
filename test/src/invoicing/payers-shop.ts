import type { PaymentLinkView } from '@paylink/core/payment-links/payment-link.view'
import type { Engine } from '@paylink/core/database/engine'
import { AdvanceInvoices } from '@paylink/core/invoicing/advance-invoices'
import { eventually, type TestAppliance } from '../support/appliance.js'
import { InvoiceShop } from '../support/invoice-shop.js'

/** A SAT test taxpayer, an entity. */
export const COMPANY = {
  rfc: 'URE180429TM6',
  name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
  zip: '86991',
  regimenFiscal: '601',
  usoCfdi: 'G03',
}

/** Another one, an individual. */
export const PERSON = {
  rfc: 'FUNK671228PH6',
  name: 'KARLA FUENTE NOLASCO',
  zip: '01160',
  regimenFiscal: '612',
  usoCfdi: 'D01',
}

const ITEM = {
  ...{ name: 'Taza azul', quantity: 2, unitPriceCentavos: 15_000 },
  ...{ satProductCode: '52152000', satUnitCode: 'H87', tax: 'iva_included' },
}

export interface Page {
  status: number
  /** Without styles. */
  html: string
  headers: Headers
  location: string | null
}

interface PaidChanges {
  method?: string
  paidAt?: string
  [ofLink: string]: unknown
}

/** The shop through its customers' pages. */
export class PayersShop {
  /** The payer's cookies, by the link's URL. */
  private readonly cookies = new Map<string, string>()

  private constructor(private readonly shop: InvoiceShop) {}

  static async open(engine: Engine): Promise<PayersShop> {
    return new PayersShop(await InvoiceShop.open(engine))
  }

  get paylink(): TestAppliance {
    return this.shop.paylink
  }

  close(): Promise<void> {
    return this.shop.close()
  }

  behave(how: Record<string, string> = { outcome: 'usual' }): Promise<void> {
    return this.shop.behave(how)
  }

  createLink(changes: object = {}): Promise<PaymentLinkView> {
    return this.paylink.createLink({ invoiceable: true, items: [ITEM], ...changes })
  }

  /** A link paid by a transfer that the merchant recorded, which determines the payment form. */
  async paidLink({ method = 'spei_transfer', paidAt, ...changes }: PaidChanges = {}): Promise<any> {
    const link = await this.createLink(changes)
    const paid = await this.paylink.post(`/v1/payment_links/${link.id}/mark_paid`, { method, paidAt })
    if (paid.status !== 200) throw new Error(`not paid: ${paid.text}`)
    return paid.body
  }

  /** Waits until the payment at the provider is recorded. */
  async paidSoon(link: { id: string }): Promise<any> {
    const see = (): Promise<any> => this.paylink.linkOf(link.id)
    return eventually(see, ({ status }) => status === 'paid')
  }

  /** As the payer, in the browser that sent the request. */
  see(link: { url: string }, tail = '', headers: Record<string, string> = {}): Promise<Page> {
    return this.seeAsStranger(link, tail, { ...headers, Cookie: this.cookies.get(link.url) ?? '' })
  }

  /** The cookie that the payer's browser has for a link. */
  cookieOf({ url }: { url: string }): { name: string; value: string } {
    const [name = '', value = ''] = this.cookies.get(url)?.split('=') ?? []
    return { name, value }
  }

  async seeAsStranger({ url }: { url: string }, tail = '', headers: Record<string, string> = {}): Promise<Page> {
    return toPage(await fetch(`${url}/invoice${tail}`, { redirect: 'manual', headers }))
  }

  async request(link: { url: string }, fields: Record<string, string>, tail = ''): Promise<Page> {
    const page = await this.requestAsStranger(link, fields, tail, { Cookie: this.cookies.get(link.url) ?? '' })
    const [cookie] = page.headers.get('set-cookie')?.split(';') ?? []
    if (cookie !== undefined) this.cookies.set(link.url, cookie)
    return page
  }

  async requestAsStranger(
    { url }: { url: string },
    fields: Record<string, string>,
    tail = '',
    headers: Record<string, string> = {},
  ): Promise<Page> {
    const form = { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams(fields) } as const
    return toPage(await fetch(`${url}/invoice${tail}`, form))
  }

  /** The proof needed to see it again. */
  prove(link: { url: string }, rfc = COMPANY.rfc): Promise<Page> {
    return this.request(link, { rfc }, '/receiver')
  }

  /** As the API returns it. */
  async invoiceOf({ paidPaymentId }: { paidPaymentId: string }): Promise<any> {
    return (await this.paylink.get(`/v1/payments/${paidPaymentId}/invoice`)).body.invoice
  }

  async invoiceIds({ paidPaymentId }: { paidPaymentId: string }): Promise<string[]> {
    return this.paylink.db('invoices').where({ payment_id: paidPaymentId }).pluck('id')
  }

  /** Runs the worker's steps until the invoice has this status. */
  becomes(link: { paidPaymentId: string }, status: string): Promise<any> {
    return eventually(
      async () => {
        await this.shop.part(AdvanceInvoices).runDue()
        return this.invoiceOf(link)
      },
      (invoice) => invoice?.status === status,
    )
  }

  async stampedLink(receiver: Record<string, string> = COMPANY): Promise<any> {
    const link = await this.paidLink()
    const { status, html } = await this.request(link, receiver)
    if (status !== 303) throw new Error(`not requested: ${status} ${html}`)
    await this.becomes(link, 'stamped')
    return link
  }
}

async function toPage(response: Response): Promise<Page> {
  const { status, headers } = response
  const html = (await response.text()).replaceAll(/<style>.*?<\/style>/gs, '')
  return { status, headers, html, location: headers.get('location') }
}

/** The visible text of a page, with plain spaces. */
export const textOf = (html: string): string =>
  html
    .replace(/<head>.*?<\/head>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
