import {
  isProviderError,
  ProviderAuthError,
  type CheckoutHandle,
  type CheckoutPage,
  type CheckoutRef,
  type ConfigValues,
  type ConnectionReport,
  type CreateCheckoutInput,
  type CurrencyLimits,
  type ExpireResult,
  type Iso,
  type PaymentProvider,
  type PluginContext,
  type ProviderState,
  type RawWebhook,
  type WebhookHint,
} from '@paylink/plugin-api'
import { askConekta } from './ask-conekta.js'
import { ConektaFailure } from './conekta-errors.js'
import { checkConnection, registerWebhook, unregisterWebhook } from './connection.js'
import { limitsOf } from './limits.js'
import { findOrder, listOrders } from './list-orders.js'
import { orderRequest } from './order-request.js'
import { dashboardUrlOf, type Order, orderOf, stateOf } from './order-state.js'
import { apiBaseOf, CONEKTA_API } from './settings.js'
import { verifyWebhook } from './verify-webhook.js'

export class ConektaOrders implements PaymentProvider {
  limits(currency: string): CurrencyLimits | null {
    return limitsOf(currency)
  }

  checkConnection(ctx: PluginContext): Promise<ConnectionReport> {
    return checkConnection(ctx)
  }

  /** @throws ProviderAuthError also if the order was made in the other mode: no payer gets its address, and it expires. */
  createCheckout(input: CreateCheckoutInput, ctx: PluginContext): Promise<CheckoutHandle> {
    return askConekta(ctx, 'write', async ({ orders }) => {
      const language = input.locale === 'en' ? 'en' : 'es'
      const order = orderOf((await orders.createOrder(orderRequest(input), language)).data)
      if (order.livemode !== ctx.livemode) {
        throw new ProviderAuthError(`the private key does not belong to ${ctx.mode} mode`)
      }
      const state = stateFor(ctx, order, ctx.now())
      if (!state.redirectUrl) throw new ConektaFailure(200)
      const { redirectUrl, expiresAt = input.expiresAt } = state
      return { providerRef: order.id, redirectUrl, expiresAt, state }
    })
  }

  retrieve(ref: CheckoutRef, ctx: PluginContext): Promise<ProviderState> {
    return this.retrieveAsOf(ref, ctx, ctx.now())
  }

  async findByReference(
    ref: { paymentId: string; createdAfter: Iso },
    ctx: PluginContext,
  ): Promise<ProviderState | null> {
    const order = await askConekta(ctx, 'read', (conekta) => findOrder(conekta, ref))
    // Retrieved separately: a list may omit an order's checkout and charges.
    return order === null ? null : this.retrieve({ providerRef: order.id, paymentId: ref.paymentId }, ctx)
  }

  listCheckouts(period: { from: Iso; until: Iso; page?: string }, ctx: PluginContext): Promise<CheckoutPage> {
    return askConekta(ctx, 'read', (conekta) => listOrders(conekta, period))
  }

  async expireCheckout(ref: CheckoutRef, ctx: PluginContext): Promise<ExpireResult> {
    try {
      return await askConekta(ctx, 'write', async ({ orders }) => {
        const state = stateFor(ctx, orderOf((await orders.cancelOrder(ref.providerRef)).data), null)
        const isClosed = state.status === 'canceled' || state.status === 'expired'
        return isClosed ? { outcome: 'expired', state } : notClosed(state)
      })
    } catch (error) {
      // Most likely it is no longer open: only a retrieval tells its state.
      if (isProviderError(error) && error.fault === 'rejected')
        return notClosed(await this.retrieveAsOf(ref, ctx, null))
      throw error
    }
  }

  async verifyWebhook(webhook: RawWebhook, ctx: PluginContext): Promise<WebhookHint> {
    return verifyWebhook(webhook, ctx)
  }

  registerWebhook(url: string, ctx: PluginContext): Promise<{ id: string; config?: ConfigValues }> {
    return registerWebhook(url, ctx)
  }

  unregisterWebhook(id: string, ctx: PluginContext): Promise<void> {
    return unregisterWebhook(id, ctx)
  }

  private retrieveAsOf({ providerRef }: CheckoutRef, ctx: PluginContext, now: Date | null): Promise<ProviderState> {
    return askConekta(ctx, 'read', async ({ orders }) =>
      stateFor(ctx, orderOf((await orders.getOrderById(providerRef)).data), now),
    )
  }
}

/** A simulator has no dashboard. */
function stateFor(ctx: PluginContext, order: Order, now: Date | null): ProviderState {
  const state = stateOf(order, now)
  if (new URL(apiBaseOf(ctx.config)).origin !== CONEKTA_API) return state
  const dashboardUrl = dashboardUrlOf(order)
  return { ...state, dashboardUrl, dispute: state.dispute && { ...state.dispute, url: dashboardUrl } }
}

function notClosed(state: ProviderState): ExpireResult {
  switch (state.status) {
    case 'paid':
    case 'refunded':
      return { outcome: 'already_paid', state }
    case 'expired':
    case 'canceled':
    case 'failed':
      return { outcome: 'already_closed', state }
    case 'processing':
      return { outcome: 'refused', reason: 'a voucher or transfer of this checkout can still be paid' }
    case 'open':
    case 'unrecognized':
      return { outcome: 'refused', reason: `Conekta did not close the checkout (${state.status})` }
  }
}
