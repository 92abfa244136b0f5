import type { SimulatorContext } from '@paylink/plugin-api'
import { announce } from './events.js'
import { claimAnnouncement, factsOf, type InvoiceFacts } from './invoice-facts.js'
import { invoiceObject } from './invoice-objects.js'

/** Reads an invoice and notifies webhooks of changes that are due since the last read. */
export async function currentFacts(id: string, sim: SimulatorContext): Promise<InvoiceFacts | undefined> {
  const facts = await factsOf(id, sim.store)
  if (facts) await tell(facts, sim)
  return facts
}

async function tell(facts: InvoiceFacts, sim: SimulatorContext): Promise<void> {
  const { placed, cancellations } = facts
  const now = sim.now().toISOString()
  const hasWaited = placed.createdAt < placed.stampedAt && placed.stampedAt <= now
  const news = hasWaited ? [{ what: 'stamp', type: 'invoice.status_updated' }] : []
  for (const [index, { askedAt, endsAt }] of cancellations.entries()) {
    if (askedAt < endsAt && endsAt <= now) {
      news.push({ what: `cancel:${index}`, type: 'invoice.cancellation_status_updated' })
    }
  }
  for (const { what, type } of news) {
    if (!(await claimAnnouncement(placed.id, what, sim.store))) continue
    const object = invoiceObject(facts, sim.now())
    await announce({ organizationId: placed.organizationId, type, object }, sim)
  }
}
