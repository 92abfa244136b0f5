import { TidyAgents } from '../agents/tidy-agents.js'
import { TidyAccessLines } from '../access-log/tidy-access-lines.js'
import { ScheduledBackups } from '../backup/scheduled-backups.js'
import { CompareCheckouts } from '../checkout/compare-checkouts.js'
import { RecheckConnections } from '../connections/recheck-connections.js'
import { directUrlOf } from '../database/direct-url.js'
import { MailAlerts } from '../letters/mail-alerts.js'
import { MailSheets } from '../letters/mail-sheets.js'
import { RemindCustomers } from '../letters/remind-customers.js'
import { SendEmails } from '../mail/send-emails.js'
import { TidyEmails } from '../mail/tidy-emails.js'
import { TidyIdentity } from '../identity/tidy-identity.js'
import { RunOnce } from '../idempotency/run-once.js'
import { AdvanceInvoices } from '../invoicing/advance-invoices.js'
import { KeepEpoch } from '../quarantine/keep-epoch.js'
import { Schedule } from '../work/schedule.js'
import type { PeriodicTask } from '../work/periodic-task.js'
import { HEARTBEAT_MS, Workers } from '../work/workers.repository.js'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../kernel/clock.js'
import { ExpirePaymentLinks } from '../payment-links/expire-payment-links.js'
import { TidyOAuth } from '../oauth/tidy-oauth.js'
import { ForgetOldCustomers } from '../privacy/forget-old-customers.js'
import { HandleNotifications } from '../reconciliation/handle-notifications.js'
import { RetireConnections } from '../reconciliation/retire-connections.js'
import { VerifyDuePayments } from '../reconciliation/verify-due-payments.js'
import { IndexQueued } from '../search/index-queued.js'
import { Sealer } from '../secrets/sealer.js'
import { DeliverWebhooks } from '../webhooks/deliver-webhooks.js'
import { WatchEndpoints } from '../webhooks/watch-endpoints.js'
import type { Composition } from './compose.js'

/** Less than the interval at which tasks are shared between processes: most have nothing to compare. */
const COMPARE_MS = 20 * SECOND_MS
/** Mails and webhooks wait for the first comparison. */
const FIRST_COMPARE_MS = SECOND_MS

const periodic = (name: string, everyMs: number, run: () => Promise<void>): PeriodicTask => ({ name, everyMs, run })

/** Every process sends heartbeats, whether it works or not. */
export function startHeartbeat({ container }: Composition): void {
  container.get(Schedule).start([periodic('heartbeat', HEARTBEAT_MS, () => container.get(Workers).beat())])
}

/** Notices at once, and from then on, a database that is older than the data directory has seen it. */
export async function startEpoch({ container }: Composition): Promise<void> {
  const epoch = container.get(KeepEpoch)
  await epoch.run()
  const sealer = container.get(Sealer)
  container.get(Schedule).start([
    periodic('epoch', HEARTBEAT_MS, () => epoch.run()),
    // Requests learn it with the generation; this is for processes without any.
    periodic('secret key', HEARTBEAT_MS, () => sealer.refresh()),
  ])
}

/** Starts the workers and periodic tasks, and adds to `stops` what stops each of them; the schedule stops separately. */
export async function startWorkers(composition: Composition, stops: (() => Promise<void>)[]): Promise<void> {
  const { container } = composition
  const workers = [HandleNotifications, VerifyDuePayments, DeliverWebhooks, SendEmails, AdvanceInvoices].map((worker) =>
    container.get<Pick<SendEmails, 'start' | 'stop'>>(worker),
  )
  for (const worker of workers) {
    worker.start()
    stops.push(() => worker.stop())
  }
  stops.push(() => container.get(ScheduledBackups).stop())
  const tasks = [
    {
      ...periodic('compare checkouts', COMPARE_MS, () => container.get(CompareCheckouts).run()),
      firstMs: FIRST_COMPARE_MS,
    },
    container.get(ExpirePaymentLinks),
    container.get(IndexQueued),
    ...(composition.settings.backupDir === null ? [] : [container.get(ScheduledBackups)]),
    container.get(RecheckConnections),
    container.get(RetireConnections),
    container.get(WatchEndpoints),
    container.get(RemindCustomers),
    container.get(MailAlerts),
    container.get(MailSheets),
    container.get(TidyEmails),
    container.get(TidyAccessLines),
    container.get(TidyIdentity),
    container.get(TidyAgents),
    container.get(TidyOAuth),
    periodic('reap', HOUR_MS, async () => {
      await container.get(RunOnce).deleteExpired()
      await container.get(ForgetOldCustomers).run()
    }),
  ]
  await startTasks(composition, tasks, stops)
}

/** On Postgres one of the processes runs what is due every minute or less often. */
async function startTasks(
  { container, settings, database, ports }: Composition,
  tasks: readonly PeriodicTask[],
  stops: (() => Promise<void>)[],
): Promise<void> {
  const isShared = ({ everyMs }: PeriodicTask): boolean => database.engine === 'postgres' && everyMs >= MINUTE_MS
  container.get(Schedule).start(tasks.filter((task) => !isShared(task)))
  if (database.engine === 'sqlite') return
  const { GraphileSchedule } = await import('../work/graphile-schedule.js')
  const shared = new GraphileSchedule(directUrlOf(settings), database.outages, ports.timer, ports.log)
  stops.push(() => shared.stop())
  await shared.start(tasks.filter(isShared))
}
