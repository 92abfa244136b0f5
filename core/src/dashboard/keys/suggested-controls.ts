import { DEFAULT_CURRENCY } from '../../kernel/currency.js'
import type { Controls } from '../../kernel/principal.js'

/** For a shop of usual size; what cannot be taken back waits for a person. */
export const SUGGESTED_CONTROLS = {
  currency: DEFAULT_CURRENCY,
  linkLimit: 5_000_00,
  dailyLimit: 20_000_00,
  askFirst: ['mark_payment_link_paid', 'cancel_payment_invoice'],
} satisfies Controls
