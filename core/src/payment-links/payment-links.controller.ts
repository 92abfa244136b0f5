import {
  Body,
  Controller,
  Extension,
  Get,
  Header,
  OperationId,
  Path,
  Post,
  Query,
  Request,
  Route,
  SuccessResponse,
  Tags,
} from '../contract/controller.js'
import type { IdempotencyKey, PageLimit } from '../contract/fields.js'
import type { PrincipalRequest } from '../kernel/principal.js'
import { DEFAULT_PAGE } from '../kernel/cursor.js'
import type { CreatePaymentLink } from './create-payment-link.js'
import type { DisablePaymentLink } from './disable-payment-link.js'
import type { CreatePaymentLinkBody, UpdatePaymentLinkBody } from './payment-link.bodies.js'
import type { CreatedPaymentLinkView, PaymentLinkView } from './payment-link.view.js'
import type { ReadPaymentLinks } from './read-payment-links.js'
import type { UpdatePaymentLink } from './update-payment-link.js'

export interface PaymentLinkList {
  object: 'list'
  data: PaymentLinkView[]
  has_more: boolean
}

@Route('v1/payment_links')
@Tags('Payment links')
export class PaymentLinksController extends Controller {
  constructor(
    private readonly createLink: CreatePaymentLink,
    private readonly readLinks: ReadPaymentLinks,
    private readonly updateLink: UpdatePaymentLink,
    private readonly disableLink: DisablePaymentLink,
  ) {
    super()
  }

  /**
   * Lists the links of this account and mode, newest first.
   * @param limit How many to return: 20 unless given.
   * @param starting_after The id of the last link seen.
   * @param status Only links in this status now.
   */
  @Get()
  @OperationId('list_payment_links')
  @Extension('x-paylink', { scope: 'links:read', problems: [] })
  async list(
    @Request() request: PrincipalRequest,
    @Query() limit: PageLimit = DEFAULT_PAGE,
    @Query() starting_after?: string,
    @Query() status?: 'active' | 'processing' | 'paid' | 'expired' | 'disabled',
  ): Promise<PaymentLinkList> {
    const page = await this.readLinks.page(request.principal, { limit, startingAfter: starting_after, status })
    return { object: 'list', data: page.data, has_more: page.hasMore }
  }

  /**
   * Creates a link. Does not charge anyone. Repeating the request with the same key and body returns the original link.
   */
  @Post()
  @OperationId('create_payment_link')
  @SuccessResponse(201, 'The link')
  @Extension('x-paylink', {
    scope: 'links:write',
    problems: ['subscription_required', 'no_active_connection', 'request_in_flight', 'idempotency_key_reuse'],
  })
  async create(
    @Request() request: PrincipalRequest,
    @Header('Idempotency-Key') idempotencyKey: IdempotencyKey,
    @Body() body: CreatePaymentLinkBody,
  ): Promise<CreatedPaymentLinkView> {
    const answer = await this.createLink.run(request.principal, idempotencyKey, body)
    this.setHeader('Idempotency-Replayed', String(answer.replayed))
    this.setStatus(201)
    return answer.body
  }

  /** Retrieves a link. */
  @Get('{id}')
  @OperationId('retrieve_payment_link')
  @Extension('x-paylink', { scope: 'links:read', problems: ['not_found'] })
  retrieve(@Request() request: PrincipalRequest, @Path() id: string): Promise<PaymentLinkView> {
    return this.readLinks.one(request.principal, id)
  }

  /**
   * Changes an active or processing link. What is left out stays as it is; items and amounts are immutable.
   */
  @Post('{id}')
  @OperationId('update_payment_link')
  @Extension('x-paylink', {
    scope: 'links:write',
    problems: [
      'not_found',
      'link_already_paid',
      'no_active_connection',
      'request_in_flight',
      'link_expired',
      'idempotency_key_reuse',
    ],
  })
  async update(
    @Request() request: PrincipalRequest,
    @Path() id: string,
    @Body() body: UpdatePaymentLinkBody,
    @Header('Idempotency-Key') idempotencyKey?: IdempotencyKey,
  ): Promise<PaymentLinkView> {
    const answer = await this.updateLink.run(request.principal, id, idempotencyKey, body)
    if (answer.replayed !== null) this.setHeader('Idempotency-Replayed', String(answer.replayed))
    return answer.body
  }

  /**
   * Disables a link. An open checkout is expired at the provider first. Never refunds.
   */
  @Post('{id}/disable')
  @OperationId('disable_payment_link')
  @Extension('x-paylink', {
    scope: 'links:write',
    problems: [
      'not_found',
      'link_already_paid',
      'request_in_flight',
      'link_expired',
      'idempotency_key_reuse',
      'provider_unavailable',
    ],
  })
  async disable(
    @Request() request: PrincipalRequest,
    @Path() id: string,
    @Header('Idempotency-Key') idempotencyKey?: IdempotencyKey,
  ): Promise<PaymentLinkView> {
    const answer = await this.disableLink.run(request.principal, id, idempotencyKey)
    if (answer.replayed !== null) this.setHeader('Idempotency-Replayed', String(answer.replayed))
    return answer.body
  }
}
