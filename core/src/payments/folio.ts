const LENGTH = 8
const GROUP = /.{1,4}/g

/**
 * Short enough to read out: the end of the payment's id, by which it is found. 40 random bits, in an alphabet without
 * letters that sound or look alike.
 */
export const folioOf = (paymentId: string): string =>
  paymentId.slice(-LENGTH).toUpperCase().match(GROUP)?.join('-') ?? ''

/** The end of the id that a folio stands for, however it was written down; null: it is no folio. */
export function folioEndOf(text: string): string | null {
  const end = text.replace(/[\s-]/g, '').toLowerCase()
  return /^[0-9a-hjkmnp-tv-z]{8}$/.test(end) ? end : null
}
