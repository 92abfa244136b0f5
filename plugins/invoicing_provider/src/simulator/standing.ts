import type { InvoiceFacts } from './invoice-facts.js'

/** What an invoice is at this moment. Nothing happens by itself: it has happened once somebody looks. */
export interface Standing {
  status: 'pending' | 'valid' | 'failed' | 'canceled'
  cancellationStatus: 'none' | 'verifying' | 'pending' | 'accepted' | 'rejected'
  canceledAt?: string
}

export function standingOf({ placed, cancellations }: InvoiceFacts, now: Date): Standing {
  if (now.toISOString() < placed.stampedAt) return { status: 'pending', cancellationStatus: 'none' }
  if (placed.isDoomed) return { status: 'failed', cancellationStatus: 'none' }
  const asked = cancellations.at(-1)
  if (!asked) return { status: 'valid', cancellationStatus: 'none' }
  if (now.toISOString() < asked.endsAt) {
    // Who is going to refuse is the receiver, and so it is the receiver who is asked.
    return { status: 'valid', cancellationStatus: asked.isRefused ? 'pending' : 'verifying' }
  }
  if (asked.isRefused) return { status: 'valid', cancellationStatus: 'rejected' }
  return { status: 'canceled', cancellationStatus: 'accepted', canceledAt: asked.endsAt }
}
