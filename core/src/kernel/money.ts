/** The largest total of a link or payment, in minor units (R29). */
export const MAX_TOTAL = 2_147_483_647

/** IVA, in percent (R41). */
export const IVA_PERCENT = 16

/** IVA on a line's net amount, rounded half up to the centavo (R251). `net` is a non-negative integer. */
export function ivaOn(net: bigint): bigint {
  return (net * BigInt(IVA_PERCENT) + 50n) / 100n
}
