import { TidyAccessLines } from '../access-log/tidy-access-lines.js'
import { RecheckConnections } from '../connections/recheck-connections.js'
import { MailAlerts } from '../email-sharing/mail-alerts.js'
import { RemindCustomers } from '../email-sharing/remind-customers.js'
import { SendEmails } from '../email-sharing/send-emails.js'
import { TidyEmails } from '../email-sharing/tidy-emails.js'
import { RunOnce } from '../idempotency/run-once.js'
import { AdvanceInvoices } from '../invoicing/advance-invoices.js'
import { CheckInvoicing } from '../invoicing/check-invoicing.js'
import { GraphileRunner } from '../work/graphile-runner.js'
import { LocalQueue, LocalRunner } from '../work/local-queue.js'
import type { Runner } from '../work/runner.js'
import { HEARTBEAT_MS, DEAD_AFTER_MS } from '../work/runner.js'
import { Schedule } from '../work/schedule.js'
import type { PeriodicTask } from '../work/task.js'
import { Workers } from '../work/workers.repository.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { HOUR_MS } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import { ExpirePaymentLinks } from '../payment-links/expire-payment-links.js'
import { HandleNotification } from '../reconciliation/handle-notification.task.js'
import { RetireConnections } from '../reconciliation/retire-connections.js'
import { Sweep } from '../reconciliation/sweep.js'
import { DeliverWebhooks } from '../webhooks/deliver-webhooks.js'
import { WatchEndpoints } from '../webhooks/watch-endpoints.js'
import type { Composition } from './compose.js'

const periodic = (name: string, everyMs: number, run: () => Promise<void>): PeriodicTask => ({ name, everyMs, run })

/** Every process sends heartbeats, whether it works or not. */
export function startHeartbeat({ container }: Composition): void {
  container.get(Schedule).start([periodic('heartbeat', HEARTBEAT_MS, () => container.get(Workers).beat())])
}

/** Starts the workers and periodic tasks. Returns a function that stops the workers; the schedule stops separately. */
export async function startWorkers(composition: Composition): Promise<() => Promise<void>> {
  const { container } = composition
  const runner = runnerOf(composition)
  await runner.start([container.get(HandleNotification)])
  await runner.reclaim()
  container
    .get(Schedule)
    .start([
      container.get(Sweep),
      container.get(ExpirePaymentLinks),
      container.get(RecheckConnections),
      container.get(RetireConnections),
      container.get(WatchEndpoints),
      container.get(RemindCustomers),
      container.get(MailAlerts),
      container.get(TidyEmails),
      container.get(TidyAccessLines),
      container.get(AdvanceInvoices),
      container.get(CheckInvoicing),
      periodic('reclaim', DEAD_AFTER_MS, () => runner.reclaim()),
      periodic('reap', HOUR_MS, () => container.get(RunOnce).deleteExpired()),
    ])
  const webhooks = container.get(DeliverWebhooks)
  webhooks.start()
  const emails = container.get(SendEmails)
  emails.start()
  return async () => {
    await Promise.all([runner.stop(), webhooks.stop(), emails.stop()])
  }
}

function runnerOf({ container, settings, database, ports }: Composition): Runner {
  const workers = container.get(Workers)
  if (database.engine === 'postgres') {
    return new GraphileRunner(settings.databaseUrl, database, workers, ports.clock, ports.timer, ports.log)
  }
  return new LocalRunner(
    container.get(LocalQueue),
    database.reader,
    container.get(UnitOfWork),
    workers,
    ports.clock,
    ports.timer,
    container.get(Ids),
    ports.log,
  )
}
