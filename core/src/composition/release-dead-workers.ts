import { Emails } from '../mail/emails.repository.js'
import { Invoices } from '../invoicing/invoices.repository.js'
import { Workers } from '../work/workers.repository.js'
import { VerificationLease } from '../payments/verification-lease.repository.js'
import { Notifications } from '../reconciliation/notifications.repository.js'
import { Deliveries } from '../webhooks/deliveries.repository.js'
import type { Composition } from './compose.js'

/** At startup: releases at once what dead processes of this host had claimed, without waiting for their leases. */
export async function releaseDeadWorkers({ container }: Composition): Promise<void> {
  const dead = await container.get(Workers).removeDead()
  await container.get(VerificationLease).releaseAllOf(dead)
  await container.get(Notifications).releaseAllOf(dead)
  await container.get(Deliveries).releaseAllOf(dead)
  await container.get(Emails).releaseAllOf(dead)
  await container.get(Invoices).releaseAllOf(dead)
}
