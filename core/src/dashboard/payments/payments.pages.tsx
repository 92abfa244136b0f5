import type { ReadActorNames } from '../../identity/read-actor-names.js'
import { MINUTE_MS } from '../../kernel/clock.js'
import { type AccountPrincipal, actFor, SYSTEM } from '../../kernel/principal.js'
import { Problem } from '../../kernel/problem.js'
import type { PaymentDetail, ReadPaymentDetail } from '../../overview/read-payment-detail.js'
import { proofEnding } from '../../payments/proof-of-payment.js'
import type { ListedPayment, ReadPaymentList } from '../../payments/read-payment-list.js'
import type { ReadPayments } from '../../payments/read-payments.js'
import type { SendReceipt } from '../../payments/send-receipt.js'
import type { SyncPayment } from '../../reconciliation/sync-payment.js'
import { faultsOfProblem, type FormView } from '../../web/form.js'
import type { NoticeTone } from '../../web/notice.js'
import { redirect, showPage } from '../answer.js'
import { isBeyondNewest, pageStartIn } from '../list-address.js'
import { fieldsNamed, type Route } from '../route.js'
import { keyOf, parameter, type Visit } from '../visit.js'
import { paymentsAddress, readPaymentQuery, toPaymentFilter } from './payment-filter.js'
import { PaymentListPage } from './payment-list.js'
import type { PaymentNames } from './payment-names.js'
import { PaymentPage } from './payment-page.js'
import { RefundPage } from './refund-page.js'
import { paymentWords } from './words.js'

const PAGE = 25
/** How long the page of a refund asks the provider by itself. */
const REFUND_WATCH_MS = 10 * MINUTE_MS

type Asked = 'updated' | 'unchanged' | 'already' | 'retrying'

/** `/payments`: the list, one payment, and what can be done with it. */
export class PaymentPages {
  constructor(
    private readonly list: ReadPaymentList,
    private readonly detail: ReadPaymentDetail,
    private readonly proofs: ReadPayments,
    private readonly sendReceipt: SendReceipt,
    private readonly syncPayment: SyncPayment,
    private readonly names: PaymentNames,
    private readonly actors: ReadActorNames,
  ) {}

  routes(): Route[] {
    const one = '/payments/:id'
    const manage = { method: 'post', permission: 'payments:manage', formAt: one } as const
    return [
      { method: 'get', path: '/payments', permission: 'payments:read', answer: this.showList },
      { method: 'get', path: one, permission: 'payments:read', answer: (visit) => this.showOne(visit) },
      { method: 'get', path: `${one}/proof`, permission: 'payments:read', answer: this.sendProof },
      { ...manage, path: `${one}/sync`, answer: this.ask },
      { ...manage, path: `${one}/receipt`, keeps: fieldsNamed('to'), answer: this.mailReceipt },
      { method: 'get', path: `${one}/refund`, permission: 'payments:manage', answer: this.showRefund },
    ]
  }

  private readonly showList = async (visit: Visit): Promise<void> => {
    const { principal, request, locale } = visit
    const query = readPaymentQuery(visit)
    const start = pageStartIn(request.query)
    const [page] = await Promise.all([
      this.list.page(principal, toPaymentFilter(visit, query), { start, limit: PAGE }),
      visit.frameFacts(),
    ])
    if (isBeyondNewest(start, page)) return redirect(visit, paymentsAddress({ base: '' }, query))
    const providers = this.names.all(locale)
    const content = (
      <PaymentListPage
        visit={visit}
        query={query}
        page={page}
        nameOf={this.names.of(visit)}
        providers={providers}
        isFurther={start !== undefined}
      />
    )
    await showPage(visit, { title: paymentWords(locale).title, section: 'payments', content })
  }

  private async showOne(visit: Visit, receipt = receiptIn(visit), status = 200): Promise<void> {
    const payment = await this.detail.one(visit.principal, parameter(visit, 'id'))
    const provider = this.names.of(visit)(payment.provider, payment.isSandbox)
    const names = await this.actors.run(visit.account.id, actorsIn(payment))
    const content = (
      <PaymentPage
        visit={visit}
        payment={payment}
        provider={provider}
        names={names}
        notice={noticeIn(visit, provider)}
        receipt={receipt}
      />
    )
    const isPending = payment.status === 'pending' && payment.reviewReason === null
    await showPage(visit, { title: payment.title, section: 'payments', content, isPending }, status)
  }

  private readonly sendProof = async ({ principal, response, ...visit }: Visit): Promise<void> => {
    const id = parameter(visit, 'id')
    const { content, contentType } = await this.proofs.proof(principal, id)
    response
      .set({
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': `attachment; filename="${principal.livemode ? '' : 'PRUEBA-'}${id}.${proofEnding(contentType)}"`,
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cache-Control': 'no-store',
      })
      .send(Buffer.from(content))
  }

  private readonly ask = async (visit: Visit): Promise<void> => {
    const id = parameter(visit, 'id')
    redirect(visit, `/payments/${id}?asked=${await this.askProvider(visit.principal, id)}`)
  }

  private async askProvider(principal: AccountPrincipal, id: string): Promise<Asked> {
    const before = await this.list.one(principal, id)
    try {
      const { outcome, isKnown } = await this.syncPayment.run(principal, id)
      if (outcome === 'retrying' || !isKnown) return 'retrying'
    } catch (error) {
      if (error instanceof Problem && error.code === 'request_in_flight') return 'already'
      throw error
    }
    return factsOf(await this.list.one(principal, id)) === factsOf(before) ? 'unchanged' : 'updated'
  }

  private readonly mailReceipt = async (visit: Visit): Promise<void> => {
    const { principal, fields, formKey } = visit
    const id = parameter(visit, 'id')
    const typed = fields['to']?.trim() ?? ''
    try {
      const { body } = await this.sendReceipt.run(principal, id, keyOf({ fields, formKey }), typed || undefined)
      redirect(visit, `/payments/${id}?receipt=${encodeURIComponent(body.to)}`)
    } catch (error) {
      const fault = error instanceof Problem ? faultsOfProblem(error).find(({ name }) => name === 'to') : undefined
      if (!fault) throw error
      const { receiptFaults } = paymentWords(visit.locale)
      const text = typed === '' ? receiptFaults.missing : receiptFaults.address
      await this.showOne(visit, { values: { to: typed }, faults: [{ name: 'to', text }] }, 422)
    }
  }

  /** Read again every 10 s while it is open; each time the service asks the provider, for ten minutes. */
  private readonly showRefund = async (visit: Visit): Promise<void> => {
    const { principal, request, now, locale } = visit
    const id = parameter(visit, 'id')
    const path = `/payments/${id}/refund`
    const { since, before } = request.query
    const payment = await this.detail.one(principal, id)
    const watch = (): string => `${path}?since=${now.getTime()}&before=${payment.refundedCentavos}`
    if (payment.provider === 'manual' || payment.paidAt === null) return redirect(visit, `/payments/${id}`)
    if (typeof since !== 'string' || typeof before !== 'string') return redirect(visit, watch())
    const isOver = !(Math.abs(now.getTime() - Number(since)) < REFUND_WATCH_MS)
    const known = Number(before) || 0
    const isWaiting = payment.refundedCentavos <= known && payment.status === 'succeeded'
    const asked = isWaiting && !isOver ? await this.askProvider(actFor(SYSTEM, principal), id) : 'unchanged'
    const shown = asked === 'updated' ? await this.detail.one(principal, id) : payment
    const provider = this.names.of(visit)(payment.provider, payment.isSandbox)
    const content = (
      <RefundPage
        visit={visit}
        payment={shown}
        provider={provider}
        isOver={isOver}
        isUnreachable={asked === 'retrying'}
        before={known}
        again={`${visit.base}${watch()}`}
      />
    )
    const title = paymentWords(locale).refund.title(provider)
    const isPending = !isOver && shown.refundedCentavos <= known && shown.status === 'succeeded'
    await showPage(visit, { title, section: 'payments', content, isPending })
  }
}

/** The address typed for the receipt, where it was kept. */
const receiptIn = ({ fields }: Visit): FormView | undefined =>
  fields['to'] === undefined ? undefined : { values: { to: fields['to'] }, faults: [] }

const actorsIn = ({ acts, receipts, invoiceActors }: PaymentDetail): (string | null)[] => [
  ...[...acts, ...receipts].map(({ by }) => by),
  invoiceActors.requestedBy,
  invoiceActors.cancelRequestedBy,
]

const factsOf = ({ status, refundedCentavos, reviewReason }: ListedPayment): string =>
  [status, refundedCentavos, reviewReason].join(' ')

/** What the last form did, as the address it led to has it. */
function noticeIn({ request, locale }: Visit, provider: string): { tone: NoticeTone; text: string } | undefined {
  const words = paymentWords(locale)
  const { asked, receipt, invoice, mailed } = request.query
  if (asked === 'updated') return { tone: 'good', text: words.asked.updated }
  if (asked === 'unchanged') return { tone: 'waiting', text: words.asked.unchanged }
  if (asked === 'already') return { tone: 'waiting', text: words.asked.already }
  if (asked === 'retrying') return { tone: 'attention', text: words.asked.retrying(provider) }
  if (typeof receipt === 'string') return { tone: 'good', text: words.receiptSent(receipt.slice(0, 254)) }
  if (typeof mailed === 'string') return { tone: 'good', text: words.invoiceMail.sent(mailed.slice(0, 254)) }
  if (invoice === 'requested') return { tone: 'good', text: words.invoiceRequested }
  if (invoice === 'canceled') return { tone: 'good', text: words.invoiceCanceled }
  return undefined
}
