const LENGTH = 8
const GROUP = /.{1,4}/g

/**
 * The end of the payment's id, short enough to read out: 40 random bits, in an alphabet without characters that sound
 * or look alike.
 */
export const folioOf = (paymentId: string): string =>
  paymentId.slice(-LENGTH).toUpperCase().match(GROUP)?.join('-') ?? ''

/** The end of the id behind a folio, whatever its spacing and case; null: not a folio. */
export function folioEndOf(text: string): string | null {
  const end = text.replace(/[\s-]/g, '').toLowerCase()
  return /^[0-9a-hjkmnp-tv-z]{8}$/.test(end) ? end : null
}
