import type { Logo } from '../../accounts/accounts.repository.js'
import type { ReceiptFacts } from './letter.js'

/**
 * The receipt on paper. The same facts make the same bytes.
 *
 * Its font is one that every reader has, so nothing is embedded and it stays small; in return it knows the letters
 * of western European languages only (WinAnsi). Others lose their marks where that helps, or become `?`.
 */
export async function receiptPdf(facts: ReceiptFacts, logo: Logo | null): Promise<Uint8Array> {
  // It takes a megabyte of code to draw one: only who sends receipts loads it.
  const { drawReceipt } = await import('./pdf-receipt.js')
  return drawReceipt(facts, logo)
}
