import {
  isProviderError,
  ProviderUnknownOutcomeError,
  type CancelMotivo,
  type ConfigValues,
  type InvoiceRef,
  type InvoiceState,
  type InvoicingHint,
  type InvoicingProvider,
  type InvoicingReport,
  type Iso,
  type Issuer,
  type PluginContext,
  type RawWebhook,
  type StampInput,
} from '@paylink/plugin-api'
import type Facturapi from 'facturapi'
import { askFacturapi } from './ask-facturapi.js'
import { checkConnection, chooseIssuer, listIssuers } from './connection.js'
import type { Effect } from './facturapi-errors.js'
import { FacturapiFailure, isRecord } from './facturapi-failure.js'
import { findInvoice } from './find-invoice.js'
import { invoiceRequest } from './invoice-request.js'
import { invoiceOf, stateOf } from './invoice-state.js'
import { issuerKeyOf } from './settings.js'
import { verifyWebhook } from './verify-webhook.js'
import { registerWebhook, unregisterWebhook } from './webhooks.js'

/** How a file of each format begins. */
const FILE_HEADERS = { pdf: /^%PDF-/, xml: /^\uFEFF?\s*<(\?xml|cfdi:Comprobante)\b/ }

export class FacturapiInvoices implements InvoicingProvider {
  checkConnection(ctx: PluginContext): Promise<InvoicingReport> {
    return checkConnection(ctx)
  }

  listIssuers(ctx: PluginContext): Promise<Issuer[]> {
    return listIssuers(ctx)
  }

  chooseIssuer(issuerId: string, ctx: PluginContext): Promise<{ issuer: Issuer; config?: ConfigValues }> {
    return chooseIssuer(issuerId, ctx)
  }

  stamp(input: StampInput, ctx: PluginContext): Promise<InvoiceState> {
    const { name, rfc } = input.receiver
    return askAsIssuer(
      ctx,
      'write',
      async ({ invoices }) => stateOf(invoiceOf(await invoices.create(invoiceRequest(input)))),
      [name, rfc],
    )
  }

  findByReference(ref: { invoiceId: string; createdAfter: Iso }, ctx: PluginContext): Promise<InvoiceState | null> {
    return askAsIssuer(ctx, 'read', async (facturapi) => {
      const invoice = await findInvoice(facturapi, ref.invoiceId)
      return invoice && stateOf(invoice)
    })
  }

  retrieve({ providerRef }: InvoiceRef, ctx: PluginContext): Promise<InvoiceState> {
    return askAsIssuer(ctx, 'read', async ({ invoices }) =>
      stateOf(invoiceOf(await invoices.retrieve(encodeURIComponent(providerRef)))),
    )
  }

  async cancel(ref: InvoiceRef & { motivo: CancelMotivo }, ctx: PluginContext): Promise<InvoiceState> {
    try {
      return await askAsIssuer(ctx, 'write', async ({ invoices }) =>
        // The SDK's enum has the same strings as values.
        stateOf(invoiceOf(await invoices.cancel(encodeURIComponent(ref.providerRef), { motive: ref.motivo as never }))),
      )
    } catch (error) {
      const state = isRefusal(error) ? await this.stateAfterRefusal(error, ref, ctx) : undefined
      if (state?.status === 'cancelled' || state?.cancellation === 'pending') return state
      throw error
    }
  }

  file({ providerRef, format }: InvoiceRef & { format: 'pdf' | 'xml' }, ctx: PluginContext): Promise<Uint8Array> {
    return askAsIssuer(ctx, 'read', async ({ invoices }) => {
      const id = encodeURIComponent(providerRef)
      const file: unknown = await (format === 'pdf' ? invoices.downloadPdf(id) : invoices.downloadXml(id))
      const isFile =
        file instanceof Uint8Array && FILE_HEADERS[format].test(Buffer.from(file.subarray(0, 64)).toString())
      if (!isFile) throw new FacturapiFailure(200)
      return file
    })
  }

  emailInvoice({ providerRef }: InvoiceRef, to: string, ctx: PluginContext): Promise<void> {
    return askAsIssuer(
      ctx,
      'write',
      async ({ invoices }) => {
        const answer: unknown = await invoices.sendByEmail(encodeURIComponent(providerRef), { email: to })
        if (!isRecord(answer) || answer['ok'] !== true) throw new FacturapiFailure(200)
      },
      [to],
    )
  }

  async verifyWebhook(webhook: RawWebhook, ctx: PluginContext): Promise<InvoicingHint> {
    return verifyWebhook(webhook, ctx)
  }

  /** If the invoice cannot be read now, the cancellation may be in progress: the outcome is unknown. */
  private async stateAfterRefusal(refusal: unknown, ref: InvoiceRef, ctx: PluginContext): Promise<InvoiceState> {
    try {
      return await this.retrieve(ref, ctx)
    } catch {
      const info = isProviderError(refusal) ? refusal.info : {}
      throw new ProviderUnknownOutcomeError('Facturapi may be cancelling it already', info)
    }
  }

  registerWebhook(url: string, ctx: PluginContext): Promise<{ id: string; config?: ConfigValues }> {
    return registerWebhook(url, ctx)
  }

  unregisterWebhook(id: string, ctx: PluginContext): Promise<void> {
    return unregisterWebhook(id, ctx)
  }
}

/** A refusal may mean that the cancellation is in progress or done: only reading the invoice tells. */
function isRefusal(error: unknown): boolean {
  if (!isProviderError(error) || error.fault === 'auth' || error.fault === 'unavailable') return false
  const { httpStatus = 0 } = error.info
  return httpStatus >= 400 && httpStatus < 500
}

/** With the chosen issuer's key. @param hidden texts that no error may repeat */
function askAsIssuer<T>(
  ctx: PluginContext,
  effect: Effect,
  ask: (facturapi: Facturapi.default) => Promise<T>,
  hidden?: readonly string[],
): Promise<T> {
  return askFacturapi(ctx, { effect, key: issuerKeyOf(ctx.config), hidden }, ask)
}
