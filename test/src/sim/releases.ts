import { type AccountPrincipal, actFor, OPERATOR } from '@paylink/core/kernel/principal'
import { ReleaseLink } from '@paylink/core/checkout/release-link'
import { Generation } from '@paylink/core/database/generation'
import { PaymentLinks } from '@paylink/core/payment-links/payment-links.repository'
import { VerifyOnReturn } from '@paylink/core/reconciliation/verify-on-return'
import type { Acts } from './decisions.js'
import type { SimProcess } from './process.js'
import type { Session } from './provider-world.js'
import type { PaymentRow } from './snapshot.js'
import type { World } from './world.js'

const isOpen = ({ status }: Session): boolean => status === 'open'
const isUnpaidVoucher = ({ status }: Session): boolean => status === 'processing'

/** Only in the runs about them, in which vouchers are taken more often. */
export function releaseWeights({ sessions }: World): Acts {
  return [
    ['checkout', sessions.length > 0 && !sessions.some(isOpen) ? 10 : 0],
    ['take_voucher', sessions.some(isOpen) ? 8 : 0],
    ['release', sessions.some(isUnpaidVoucher) ? 12 : 0],
    ['come_back', sessions.length > 0 ? 3 : 0],
  ]
}

/** The merchant gives a voucher up that its provider does not close. */
export async function release(world: World, process: SimProcess, principal: AccountPrincipal): Promise<void> {
  const { linkId } = world.decisions.prefer(world.sessions, isUnpaidVoucher)
  await process.get(Generation).refresh()
  const { checkout } = await process
    .get(ReleaseLink)
    .run(actFor(OPERATOR, principal), linkId, 'the customer pays otherwise')
  world.count(`release ${checkout}`)
}

/** The provider sends the payer back to our page. */
export async function returnToPage(world: World, process: SimProcess, principal: AccountPrincipal): Promise<void> {
  const { linkId } = world.decisions.pick(world.sessions)
  const link = await process.get(PaymentLinks).find(principal, linkId)
  if (link) world.count(`return ${String(await process.get(VerifyOnReturn).run(link))}`)
}

/** Given up by the merchant, and not paid since. */
export const isReleased = (payment: PaymentRow | undefined): boolean =>
  payment !== undefined && payment.released_at !== null && payment.status === 'canceled'
