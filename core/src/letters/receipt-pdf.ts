import type { Logo } from '../accounts/logo.js'
import type { ReceiptSheetFacts } from './letter.js'

/**
 * The receipt as a PDF: the same facts give the same bytes. Only the glyphs used are embedded, a few kilobytes;
 * characters that the font lacks are dropped or become a box.
 */
export async function receiptPdf(facts: ReceiptSheetFacts, logo: Logo | null): Promise<Uint8Array> {
  // Two megabytes of code, loaded only when a receipt is drawn.
  const { drawReceipt } = await import('./pdf-receipt.js')
  return drawReceipt(facts, logo)
}
