import type { InvoiceFacts } from './invoice-facts.js'

/** An invoice's status at a point in time, derived from its facts when it is read. */
interface DerivedStatus {
  status: 'pending' | 'valid' | 'failed' | 'canceled'
  cancellationStatus: 'none' | 'verifying' | 'pending' | 'accepted' | 'rejected'
  canceledAt?: string
}

export function statusAt({ placed, cancellations }: InvoiceFacts, now: Date): DerivedStatus {
  if (now.toISOString() < placed.stampedAt) return { status: 'pending', cancellationStatus: 'none' }
  if (placed.isDoomed) return { status: 'failed', cancellationStatus: 'none' }
  const asked = cancellations.at(-1)
  if (!asked) return { status: 'valid', cancellationStatus: 'none' }
  if (now.toISOString() < asked.endsAt) {
    // Only the receiver refuses, so an invoice to be refused waits for the receiver's consent.
    return { status: 'valid', cancellationStatus: asked.isRefused ? 'pending' : 'verifying' }
  }
  if (asked.isRefused) return { status: 'valid', cancellationStatus: 'rejected' }
  return { status: 'canceled', cancellationStatus: 'accepted', canceledAt: asked.endsAt }
}
