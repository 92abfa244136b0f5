import {
  Body,
  Controller,
  Extension,
  Get,
  Header,
  OperationId,
  Path,
  Post,
  Request,
  Route,
  SuccessResponse,
  Tags,
} from '../contract/controller.js'
import type { EmailAddress, IdempotencyKey } from '../contract/fields.js'
import type { PrincipalRequest } from '../kernel/principal.js'
import type { EmailDeliveryView } from '../mail/email.js'
import type { ReadEmails } from './read-emails.js'
import type { ShareLink } from './share-link.js'

/** The recipient. No other properties are allowed. */
export interface EmailPaymentLinkBody {
  to: EmailAddress
}

export interface EmailDeliveryList {
  data: EmailDeliveryView[]
}

@Route('v1/payment_links/{id}')
@Tags('E-mail')
export class EmailsController extends Controller {
  constructor(
    private readonly shareLink: ShareLink,
    private readonly readEmails: ReadEmails,
  ) {
    super()
  }

  /**
   * Emails a link to one customer in the merchant's name. At most three times per link per minute. Test mode sends
   * nothing. Repeating the request with the same key and body returns the original answer.
   */
  @Post('email')
  @OperationId('email_payment_link')
  @SuccessResponse(202, 'The email is queued; this does not prove delivery')
  @Extension('x-paylink', {
    scope: 'email:send',
    problems: [
      'not_found',
      'link_already_paid',
      'request_in_flight',
      'link_expired',
      'idempotency_key_reuse',
      'email_unavailable',
    ],
  })
  async email(
    @Request() request: PrincipalRequest,
    @Path() id: string,
    @Header('Idempotency-Key') idempotencyKey: IdempotencyKey,
    @Body() body: EmailPaymentLinkBody,
  ): Promise<EmailDeliveryView> {
    const answer = await this.shareLink.run(request.principal, id, idempotencyKey, body.to)
    this.setHeader('Idempotency-Replayed', String(answer.replayed))
    this.setStatus(202)
    return answer.body
  }

  /** The latest 50 emails of a link, newest first, each with its delivery status. */
  @Get('emails')
  @OperationId('list_payment_link_emails')
  @Extension('x-paylink', { scope: 'links:read', problems: ['not_found'] })
  async list(@Request() request: PrincipalRequest, @Path() id: string): Promise<EmailDeliveryList> {
    return { data: await this.readEmails.ofLink(request.principal, id) }
  }
}
