import { Alerts } from '@paylink/core/alerts/alerts.repository'
import type { PaymentLinkView } from '@paylink/core/payment-links/payment-link.view'
import type { Engine } from '@paylink/core/database/engine'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
import { Suppressions } from '@paylink/core/mail/suppressions.repository'
import { IndexQueued } from '@paylink/core/search/index-queued'
import { RegisterEndpoint } from '@paylink/core/webhooks/register-endpoint'
import { eventually, linkBody } from '../support/appliance.js'
import { type Answer, runBesideOthers } from '../support/command.js'
import { InvoiceShop, XENON } from '../support/invoice-shop.js'
import { Receiver } from '../support/receiver.js'
import { tablesOf } from '../support/rows.js'

/** A customer whose name and address occur nowhere by chance. Links have the address in various cases. */
export const CANARY = {
  email: 'quetzalli.canario@aviario.example',
  name: 'Quetzalli Canario Sinsonte',
  rfc: XENON.rfc,
  company: XENON.name,
}
const MIXED = 'Quetzalli.Canario@Aviario.example'
/** By any of these words they would be recognized. */
const WORDS = ['quetzalli', 'canario', 'sinsonte', 'aviario', XENON.rfc.toLowerCase(), XENON.name.toLowerCase()]
export const NEIGHBOUR = { email: 'juana@vecinos.example', name: 'Juana Vecina' }

/** A shop in which the canary has left traces by every way there is, and a neighbour by some. */
export class CanaryShop {
  paid!: PaymentLinkView
  paymentId!: string
  open!: PaymentLinkView
  declined!: PaymentLinkView
  neighbours!: PaymentLinkView
  createKey!: string
  private count = 0

  private constructor(
    readonly shop: InvoiceShop,
    readonly receiver: Receiver,
  ) {}

  static async open(engine: Engine): Promise<CanaryShop> {
    const receiver = await Receiver.start()
    const shop = await InvoiceShop.open(engine, {
      outboundAllowPrivate: true,
      mailFrom: 'Cobros <cobros@tienda.example>',
    })
    const canary = new CanaryShop(shop, receiver)
    await canary.leaveTraces()
    return canary
  }

  get paylink() {
    return this.shop.paylink
  }

  async close(): Promise<void> {
    await this.shop.close()
    await this.receiver.stop()
  }

  /** Runs a command beside the server, as the operator does. */
  command(...args: string[]): Promise<Answer> {
    const { settings } = this.paylink
    return runBesideOthers(args, {
      PAYLINK_DATA_DIR: settings.dataDir,
      PAYLINK_DATABASE_URL: settings.databaseUrl,
      PAYLINK_SECRET_KEY: Buffer.from(settings.secretKey).toString('base64'),
      PAYLINK_LOG_LEVEL: 'silent',
    })
  }

  async ask(...args: string[]): Promise<any> {
    const answer = await this.command(...args, '--json')
    if (answer.code !== 0) throw new Error(`${args.join(' ')}: exit ${answer.code}: ${answer.stderr}`)
    return answer.json
  }

  /** Tables with a row in which one of the canary's words is found, and how many. */
  async traces(words: readonly string[] = WORDS): Promise<Record<string, number>> {
    const found: Record<string, number> = {}
    for (const table of await tablesOf(this.paylink)) {
      const rows: object[] = await this.paylink.db(table)
      const count = rows.filter((row) => words.some((word) => textOf(row).includes(word))).length
      if (count > 0) found[table] = count
    }
    return found
  }

  private async leaveTraces(): Promise<void> {
    const { paylink } = this
    this.receiver.conduct('/echo', (response, { body }) => void response.writeHead(500).end(body.slice(0, 900)))
    for (const path of ['/hook', '/echo']) {
      const scope = actFor(OPERATOR, this.shop.scope)
      await this.shop.part(RegisterEndpoint).run(scope, { url: this.receiver.url(path), events: null })
    }
    const named = { customerEmail: MIXED, customerName: CANARY.name, metadata: { who: CANARY.email } }

    // Paid at a provider, with a proof of payment and an invoice, and mailed to a second person as well.
    this.createKey = 'canary-create'
    const titled = { ...named, title: `Clase de ${CANARY.name}`, invoiceable: true }
    const created = await this.shop.create({ ...titled })
    this.paid = (await paylink.get(`/v1/payment_links/${created.body.id}`)).body
    await this.mail(this.paid, MIXED)
    await this.mail(this.paid, 'contadora@despacho.example')
    await paylink.pay(await paylink.openCheckout(this.paid), 'succeed')
    const link = await eventually(
      () => paylink.linkOf(this.paid.id),
      ({ status }) => status === 'paid',
    )
    this.paymentId = link.paidPaymentId
    await this.shop.request(this.paymentId, { email: CANARY.email })
    await this.shop.settle()

    // Declined, then disabled; an invoice that was refused; a link without a name that was mailed to them alone.
    this.declined = await paylink.createLink({ ...named, title: 'Taller' }, { idempotencyKey: this.createKey })
    await paylink.pay(await paylink.openCheckout(this.declined), 'decline')
    await paylink.post(`/v1/payment_links/${this.declined.id}/disable`)
    const { paymentId } = await this.shop.paid(named)
    await this.shop.request(paymentId, { name: 'QUETZALLI CANARIO' })
    await this.shop.settle()
    this.open = await paylink.createLink({ title: 'Sin nombre' })
    await this.mail(this.open, CANARY.email)

    this.neighbours = await paylink.createLink({ customerEmail: NEIGHBOUR.email, customerName: NEIGHBOUR.name })
    await this.mail(this.neighbours, NEIGHBOUR.email)
    await this.writeRows(this.paymentId)
    await eventually(
      () => paylink.db('email_deliveries').whereIn('status', ['queued', 'sending']),
      (waiting) => waiting.length === 0,
    )
    while ((await this.shop.part(IndexQueued).indexSome(100)) > 0);
  }

  /** What takes an agent, a dispute or a bounce to come about. */
  private async writeRows(paymentId: string): Promise<void> {
    const { paylink } = this
    const { accountId, livemode } = this.shop.scope
    const at = paylink.clock.now().toISOString()
    await this.shop.part(UnitOfWork).run(async (tx) => {
      const suppressions = this.shop.part(Suppressions)
      await suppressions.add(tx, this.shop.scope, CANARY.email, 'unsubscribed', 'eml_none')
      await suppressions.add(tx, { accountId, livemode: true }, CANARY.email, 'bounced', 'eml_none')
      await tx('approvals').insert({
        ...{ id: 'appr_canary', account_id: accountId, livemode, holder: 'key:key_agent', client: 'agent' },
        ...{ operation: 'createPaymentLink', idempotency_key: 'canary', arguments_hash: '0'.repeat(64) },
        ...{ arguments: JSON.stringify(linkBody({ customerEmail: MIXED, customerName: CANARY.name })) },
        ...{ status: 'granted', created_at: at, expires_at: at },
      })
      const message = `${CANARY.name} disputes the payment.`
      const alert = { accountId, kind: 'payment.disputed', target: paymentId, message, since: at } as const
      await this.shop.part(Alerts).raise(tx, alert)
    })
  }

  private async mail({ id }: { id: string }, to: string): Promise<void> {
    const { status, text } = await this.paylink.post(
      `/v1/payment_links/${id}/email`,
      { to },
      { idempotencyKey: `mail-${++this.count}` },
    )
    if (status !== 202) throw new Error(text)
  }
}

const textOf = (row: object): string =>
  Object.values(row)
    .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
    .join('\n')
    .toLowerCase()
