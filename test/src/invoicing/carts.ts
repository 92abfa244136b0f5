import type { LinkItem } from '@paylink/core/payment-links/payment-link'

export const MOST = 2_147_483_647
const TAXES = ['iva_included', 'iva_added', 'exempt'] as const

export const item = (quantity: number, unitPriceCentavos: number, tax: LinkItem['tax']): LinkItem => ({
  name: 'Taza',
  quantity,
  unitPriceCentavos,
  satProductCode: '52152101',
  satUnitCode: 'H87',
  tax,
})

/** Whole numbers from one seed, the same on every machine (mulberry32). */
export function numbersFrom(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

/** A cart that a link may have: small and large numbers of lines, quantities and prices are equally likely. */
export function anyCart(below: (limit: number) => number): LinkItem[] {
  const lines = 1 + below([2, 5, 20][below(3)] ?? 20)
  const digits = 1 + below(9)
  const kinds = 1 + below(7)
  const taxes = TAXES.filter((_, kind) => (kinds & (1 << kind)) !== 0)
  const cart: LinkItem[] = []
  let room = MOST
  for (let index = 0; index < lines; index++) {
    const tax = taxes[below(taxes.length)] ?? 'exempt'
    const quantity = [1, 1 + below(12), 1 + below(999), 999 - below(3)][below(4)] ?? 1
    // With IVA on top, the line is at most 1.16 times as dear, and half a centavo.
    const dearest = Math.min(999_999_999, 10 ** digits - 1, Math.floor((room / 1.16 - 1) / quantity))
    if (dearest < 1) break
    const price = 1 + below(dearest)
    cart.push(item(quantity, price, tax))
    room -= Math.ceil(quantity * price * 1.16) + 1
  }
  return cart
}
