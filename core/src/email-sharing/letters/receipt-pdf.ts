import type { Logo } from '../../accounts/accounts.repository.js'
import type { ReceiptSheetFacts } from './letter.js'

/**
 * The receipt on paper. The same facts make the same bytes.
 *
 * A font is embedded, as far as its letters are used: a few kilobytes. What it lacks is left out or becomes a box.
 */
export async function receiptPdf(facts: ReceiptSheetFacts, logo: Logo | null): Promise<Uint8Array> {
  // It takes two megabytes of code to draw one: only who sends receipts loads it.
  const { drawReceipt } = await import('./pdf-receipt.js')
  return drawReceipt(facts, logo)
}
