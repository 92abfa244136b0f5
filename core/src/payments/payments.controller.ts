import { Readable } from 'node:stream'
import {
  Body,
  Controller,
  Extension,
  Get,
  Header,
  OperationId,
  Path,
  Post,
  Produces,
  Query,
  Request,
  Route,
  Tags,
} from '../contract/controller.js'
import type { IdempotencyKey, PageLimit } from '../contract/fields.js'
import type { PrincipalRequest } from '../kernel/principal.js'
import { DEFAULT_PAGE } from '../kernel/cursor.js'
import type { PaymentLinkView } from '../payment-links/payment-link.view.js'
import type { MarkLinkPaid, MarkPaymentLinkPaidBody } from './mark-link-paid.js'
import type { PaymentView } from './payment.view.js'
import type { ReadPayments } from './read-payments.js'
import { proofEnding } from './proof-of-payment.js'

export interface PaymentList {
  object: 'list'
  data: PaymentView[]
  has_more: boolean
}

@Route('v1/payments')
@Tags('Payments')
export class PaymentsController extends Controller {
  constructor(private readonly readPayments: ReadPayments) {
    super()
  }

  /**
   * Lists the payments of this account and mode, newest first.
   * @param limit How many to return: 20 unless given.
   * @param starting_after The id of the last payment seen.
   * @param status Only payments in this status.
   */
  @Get()
  @OperationId('list_payments')
  @Extension('x-paylink', { scope: 'payments:read', problems: [] })
  async list(
    @Request() request: PrincipalRequest,
    @Query() limit: PageLimit = DEFAULT_PAGE,
    @Query() starting_after?: string,
    @Query() status?: 'pending' | 'succeeded' | 'failed' | 'refunded' | 'canceled',
  ): Promise<PaymentList> {
    const page = await this.readPayments.page(request.principal, { limit, startingAfter: starting_after, status })
    return { object: 'list', data: page.data, has_more: page.hasMore }
  }

  /** Retrieves a payment. */
  @Get('{id}')
  @OperationId('retrieve_payment')
  @Extension('x-paylink', { scope: 'payments:read', problems: ['not_found'] })
  retrieve(@Request() request: PrincipalRequest, @Path() id: string): Promise<PaymentView> {
    return this.readPayments.one(request.principal, id)
  }

  /** Downloads the receipt attached to a manual payment. */
  @Get('{id}/reference')
  @OperationId('retrieve_payment_reference')
  @Produces('application/octet-stream')
  @Extension('x-paylink', { scope: 'payments:read', problems: ['not_found'] })
  async reference(@Request() request: PrincipalRequest, @Path() id: string): Promise<Readable> {
    const { content, contentType } = await this.readPayments.proof(request.principal, id)
    this.setHeader('Content-Type', 'application/octet-stream')
    this.setHeader('Content-Length', String(content.length))
    this.setHeader('Content-Disposition', `attachment; filename="receipt-${id}.${proofEnding(contentType)}"`)
    this.setHeader('X-Content-Type-Options', 'nosniff')
    this.setHeader('Content-Security-Policy', "default-src 'none'; sandbox")
    return Readable.from([content])
  }
}

@Route('v1/payment_links')
@Tags('Payment links')
export class ManualPaymentsController extends Controller {
  constructor(private readonly markLinkPaid: MarkLinkPaid) {
    super()
  }

  /**
   * Records money received outside the checkout, and closes the link as paid.
   */
  @Post('{id}/mark_paid')
  @OperationId('mark_payment_link_paid')
  @Extension('x-paylink', {
    // It closes a link and creates a payment.
    scope: 'links:write payments:write',
    problems: ['not_found', 'link_already_paid', 'request_in_flight', 'idempotency_key_reuse'],
  })
  async markPaid(
    @Request() request: PrincipalRequest,
    @Path() id: string,
    @Body() body?: MarkPaymentLinkPaidBody,
    @Header('Idempotency-Key') idempotencyKey?: IdempotencyKey,
  ): Promise<PaymentLinkView> {
    const answer = await this.markLinkPaid.run(request.principal, id, idempotencyKey, body ?? {})
    if (answer.replayed !== null) this.setHeader('Idempotency-Replayed', String(answer.replayed))
    return answer.body
  }
}
