import {
  isProviderError,
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
import type { Stripe } from 'stripe'
import { askStripe } from './ask-stripe.js'
import { checkoutParams } from './checkout-params.js'
import { checkConnection, registerWebhook, unregisterWebhook } from './connection.js'
import { disputeOf } from './disputes.js'
import { limitsOf } from './limits.js'
import { dashboardUrlOf, EXPAND, EXPAND_WITH_FEE, expanded, stateOf } from './provider-state.js'
import { apiBaseOf, isRestricted, STRIPE_API } from './settings.js'
import { findSession, isSession, listSessions } from './list-sessions.js'
import { GarbledAnswer } from './stripe-errors.js'
import { verifyWebhook } from './verify-webhook.js'

export class StripeCheckout implements PaymentProvider {
  limits(currency: string): CurrencyLimits | null {
    return limitsOf(currency)
  }

  checkConnection(ctx: PluginContext): Promise<ConnectionReport> {
    return checkConnection(ctx)
  }

  /** The answer's state is ignored: under a repeated key Stripe replays the first answer, whatever has happened since. */
  createCheckout(input: CreateCheckoutInput, ctx: PluginContext): Promise<CheckoutHandle> {
    return askStripe(ctx, 'write', async (stripe) => {
      const params = checkoutParams(input)
      const session = await stripe.checkout.sessions.create(params, { idempotencyKey: input.idempotencyKey })
      if (!isSession(session) || !session.url) throw new GarbledAnswer(200, {})
      return { providerRef: session.id, redirectUrl: session.url, expiresAt: input.expiresAt }
    })
  }

  retrieve(ref: CheckoutRef, ctx: PluginContext): Promise<ProviderState> {
    return askStripe(ctx, 'read', async (stripe) => {
      const expand = isRestricted(ctx.config) ? EXPAND : EXPAND_WITH_FEE
      const session = await stripe.checkout.sessions.retrieve(ref.providerRef, { expand })
      const state = this.read(session, ctx)
      const dispute = await disputeOf(session, stripe, ctx)
      return dispute ? { ...state, dispute: { ...dispute, url: state.dashboardUrl } } : state
    })
  }

  async findByReference(
    ref: { paymentId: string; createdAfter: Iso },
    ctx: PluginContext,
  ): Promise<ProviderState | null> {
    const providerRef = await askStripe(ctx, 'read', (stripe) => findSession(stripe, ref))
    return providerRef === null ? null : this.retrieve({ providerRef, paymentId: ref.paymentId }, ctx)
  }

  listCheckouts(period: { from: Iso; until: Iso; page?: string }, ctx: PluginContext): Promise<CheckoutPage> {
    return askStripe(ctx, 'read', (stripe) => listSessions(stripe, period))
  }

  async expireCheckout(ref: CheckoutRef, ctx: PluginContext): Promise<ExpireResult> {
    try {
      return await askStripe(ctx, 'write', async (stripe) => {
        const session = await stripe.checkout.sessions.expire(ref.providerRef, { expand: EXPAND })
        const state = this.read(session, ctx)
        return state.status === 'expired' ? { outcome: 'expired', state } : notExpired(state)
      })
    } catch (error) {
      // Most likely it is no longer open: only a retrieval tells its state.
      if (isProviderError(error) && error.fault === 'rejected') return this.closeVoucher(ref, ctx)
      throw error
    }
  }

  /**
   * In a complete session only a voucher can still be paid: its PaymentIntent is canceled, and a retrieval afterwards
   * confirms it. Stripe may refuse; then the voucher can be paid until it expires.
   */
  private async closeVoucher(ref: CheckoutRef, ctx: PluginContext): Promise<ExpireResult> {
    const intent = await askStripe(ctx, 'read', async (stripe) => {
      const session = await stripe.checkout.sessions.retrieve(ref.providerRef, { expand: EXPAND })
      return this.read(session, ctx).status === 'processing' ? expanded(session.payment_intent) : undefined
    })
    const isPending = intent?.status === 'requires_action'
    if (isPending && !(await cancelIntent(intent.id, ctx))) {
      const result = notExpired(await this.retrieve(ref, ctx))
      return result.outcome === 'refused'
        ? { outcome: 'refused', reason: 'Stripe refused to cancel the voucher' }
        : result
    }
    const state = await this.retrieve(ref, ctx)
    return isPending && state.status === 'canceled' ? { outcome: 'expired', state } : notExpired(state)
  }

  verifyWebhook(webhook: RawWebhook, ctx: PluginContext): Promise<WebhookHint> {
    return verifyWebhook(webhook, ctx)
  }

  registerWebhook(url: string, ctx: PluginContext): Promise<{ id: string; config?: ConfigValues }> {
    return registerWebhook(url, ctx)
  }

  unregisterWebhook(id: string, ctx: PluginContext): Promise<void> {
    return unregisterWebhook(id, ctx)
  }

  private read(session: Stripe.Checkout.Session, ctx: PluginContext): ProviderState {
    if (!isSession(session)) throw new GarbledAnswer(200, {})
    const isRealStripe = apiBaseOf(ctx.config).origin === STRIPE_API
    return { ...stateOf(session), dashboardUrl: isRealStripe ? dashboardUrlOf(session) : undefined }
  }
}

/** False if Stripe refuses, or if the key lacks the permission. */
async function cancelIntent(id: string, ctx: PluginContext): Promise<boolean> {
  try {
    await askStripe(ctx, 'write', (stripe) => stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' }))
    return true
  } catch (error) {
    const isRefused = isProviderError(error) && (error.fault === 'rejected' || error.info.httpStatus === 403)
    if (isRefused) return false
    throw error
  }
}

function notExpired(state: ProviderState): ExpireResult {
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
      return { outcome: 'refused', reason: `Stripe did not close the checkout (${state.status})` }
  }
}
