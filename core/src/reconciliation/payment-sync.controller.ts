import { Controller, Extension, OperationId, Path, Post, Request, Route, Tags } from '../contract/controller.js'
import type { PrincipalRequest } from '../kernel/principal.js'
import type { SyncPayment } from './sync-payment.js'

/** The result of asking the provider. */
export interface SyncResult {
  paymentId: string
  /** The payment's status now. */
  status: 'pending' | 'succeeded' | 'failed' | 'refunded' | 'canceled'
  /**
   * `updated`: `status` is confirmed by the provider; it changed just now, or, with a `detail`, had already changed.
   * `pending`: the checkout is still open. `retrying`: the provider could not be asked. `needs_review`: an operator must
   * decide.
   */
  outcome: 'updated' | 'pending' | 'retrying' | 'needs_review'
  detail?: string
}

@Route('v1/payments')
@Tags('Payments')
export class PaymentSyncController extends Controller {
  constructor(private readonly syncPayment: SyncPayment) {
    super()
  }

  /** Asks the provider for the current state of a payment. */
  @Post('{id}/sync')
  @OperationId('sync_payment')
  @Extension('x-paylink', { scope: 'payments:write', problems: ['not_found', 'request_in_flight'] })
  async sync(@Request() request: PrincipalRequest, @Path() id: string): Promise<SyncResult> {
    const { payment, outcome, detail } = await this.syncPayment.run(request.principal, id)
    return { paymentId: payment.id, status: payment.status, outcome, ...(detail === undefined ? {} : { detail }) }
  }
}
