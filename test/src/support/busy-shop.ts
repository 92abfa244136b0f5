import { ChangeAccount } from '@paylink/core/accounts/change-account'
import type { Engine } from '@paylink/core/database/engine'
import { actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import { eventually, type Outcome, type TestAppliance } from './appliance.js'
import { DAY, HOUR, inMs, MINUTE } from './links.js'
import { InvoiceShop, MUG, XENON } from './invoice-shop.js'

interface Made {
  link: any
  payment: any
}

/** A shop some weeks into its business, with one payment of each kind. */
export class BusyShop {
  readonly made = new Map<string, Made>()

  private constructor(
    readonly paylink: TestAppliance,
    readonly invoices: InvoiceShop,
  ) {}

  static async open(engine: Engine): Promise<BusyShop> {
    const invoices = await InvoiceShop.open(engine)
    const shop = new BusyShop(invoices.paylink, invoices)
    await shop.fill()
    return shop
  }

  close(): Promise<void> {
    return this.invoices.close()
  }

  payment(name: string): any {
    return this.made.get(name)?.payment
  }

  link(name: string): any {
    return this.made.get(name)?.link
  }

  /** A link for which one outcome was chosen at the provider. */
  async pay(name: string, title: string, outcome: Outcome | null, changes: object = {}): Promise<Made> {
    const { paylink } = this
    const { price = 68_000, ...rest } = changes as { price?: number }
    const items = [{ name: title, quantity: 1, unitPriceCentavos: price }]
    const link = await paylink.createLink({ title, items, ...rest })
    const address = await paylink.openCheckout(link)
    if (outcome !== null) await paylink.pay(address, outcome)
    const [{ id }] = await paylink.paymentsOf(link.id)
    await this.sync(id)
    if (outcome === 'succeed') await this.notified(id)
    const payment = (await paylink.get(`/v1/payments/${id}`)).body
    const found = { link, payment }
    this.made.set(name, found)
    return found
  }

  /** Returns when the provider's notification was handled, so that the background leaves the payment alone. */
  private async notified(id: string): Promise<void> {
    const notification = () => this.paylink.db('notifications').whereLike('subjects', `%"${id}"%`).first()
    await eventually(notification, (row) => row !== undefined && row.handled_at !== null)
  }

  /** Again if the background is at it just then. */
  async sync(id: string): Promise<any> {
    const reply = await eventually(
      () => this.paylink.post(`/v1/payments/${id}/sync`),
      ({ status }) => status !== 409,
    )
    return reply.body
  }

  /** Money in other weeks, recorded by hand. */
  async byHand(title: string, daysAgo: number, price: number): Promise<any> {
    const { paylink } = this
    const items = [{ name: title, quantity: 1, unitPriceCentavos: price }]
    const link = await paylink.createLink({ title, items, customerName: 'Don Chuy (mostrador)' })
    const paidAt = inMs(paylink, -daysAgo * DAY - MINUTE)
    const { body } = await paylink.post(`/v1/payment_links/${link.id}/mark_paid`, { paidAt, note: 'En la caja' })
    return body
  }

  private async fill(): Promise<void> {
    const { paylink } = this
    const account = actForAccount(OPERATOR, paylink.account.id)
    await paylink.container.get(ChangeAccount).run(account, { name: 'Panadería La Esperanza' })
    for (let day = 27; day > 0; day -= 2) await this.byHand('Charola de pan dulce', day, 18_000 + day * 700)
    const ana = { customerName: 'Ana Sofía Villarreal', customerEmail: 'ana@example.com' }
    const left = { price: 54_000, customerName: 'Iván Ocampo' }
    const { link } = await this.pay('canceled', 'Gelatina mosaico × 6', null, left)
    await paylink.post(`/v1/payment_links/${link.id}/disable`)
    const part = await this.pay('part', 'Pan para evento, 80 piezas', 'succeed', { price: 155_000 })
    await paylink.refundAtProvider(part.payment.providerRef, 31_000)
    await this.sync(part.payment.id)
    const odd = await this.pay('mismatch', 'Pastel de tres leches, 20 personas', null, ana)
    await paylink.setFaults([{ kind: 'notification_lost' }])
    const [{ redirect_url }] = await paylink.db('payments').where({ id: odd.payment.id }).select('redirect_url')
    await paylink.pay(redirect_url, 'succeed')
    await paylink.change('payments', odd.payment.id, { amount_centavos: 74_000 })
    await paylink.change('payment_links', odd.link.id, { amount_centavos: 74_000 })
    await this.sync(odd.payment.id)
    await this.pay('pending', 'Mesa de postres para bautizo', 'cash_later', { price: 894_000 })
    await this.pay('invoiced', 'Pastel de XV años, tres pisos', 'succeed', {
      ...{ title: 'Pastel de XV años, tres pisos', items: [MUG], invoiceable: true },
      ...{ customerName: 'Beatriz Olmos Santillán', customerEmail: 'betty@example.com' },
    })
    await paylink.post(`/v1/payments/${this.payment('invoiced').id}/invoice`, XENON)
    await this.pay('paid', 'Galletas decoradas XV años, 150 piezas', 'succeed', {
      ...{ price: 180_000, customerName: 'Rosa Isela Montes de Oca', metadata: { pedido: 'A-204' } },
    })
    const soon = { expiresAt: inMs(paylink, 20 * HOUR) }
    await paylink.createLink({ title: 'Anticipo pastel de boda', ...soon })
    await paylink.createLink({ title: 'Rosca de Reyes grande, apartado', expiresAt: inMs(paylink, 6 * DAY) })
  }
}
