import { compose, type Composition } from '@paylink/core/composition/compose'
import { releaseDeadWorkers } from '@paylink/core/composition/release-dead-workers'
import { startHeartbeat, startWorkers } from '@paylink/core/composition/start-workers'
import { Generation } from '@paylink/core/database/generation'
import { PROCESS_ID } from '@paylink/core/kernel/provide'
import { MailAlerts } from '@paylink/core/letters/mail-alerts'
import { RemindCustomers } from '@paylink/core/letters/remind-customers'
import { SendEmails } from '@paylink/core/mail/send-emails'
import { TidyEmails } from '@paylink/core/mail/tidy-emails'
import type { PeriodicTask } from '@paylink/core/work/periodic-task'
import { Workers } from '@paylink/core/work/workers.repository'
import type { Log } from '@paylink/core/kernel/log'
import type { Random } from '@paylink/core/kernel/random'
import { GuardedClient } from '@paylink/core/outbound/guarded-client'
import { withCheckedInvoicing } from '@paylink/core/plugin-host/check-invoicing-answers'
import { Plugins } from '@paylink/core/plugin-host/registry'
import { VerifyDuePayments } from '@paylink/core/reconciliation/verify-due-payments'
import { Sealer } from '@paylink/core/secrets/sealer'
import { DeliverWebhooks } from '@paylink/core/webhooks/deliver-webhooks'
import { WatchEndpoints } from '@paylink/core/webhooks/watch-endpoints'
import { settingsFor } from '../support/settings.js'
import { generator } from './decisions.js'
import { pauseAt, type Pausing, Queue, rawConnections } from './database-hooks.js'
import { type Owner, SimClock, SimTimer, turn } from './scheduler.js'
import { INVOICING_MANIFEST, SimInvoicing } from './sim-invoicing.js'
import { pluginOf, SimProvider } from './sim-provider.js'
import type { World } from './world.js'

/** One life of the service: the real core on the world's database, until it crashes. */
export class SimProcess implements Owner, Pausing {
  isAlive = true
  readonly isFine: boolean
  private isBooting = true
  private composition: Composition | undefined

  private constructor(
    private readonly world: World,
    readonly place: string,
  ) {
    this.isFine = world.options.isFine
  }

  /** Starts like the appliance, without HTTP. Nothing else runs at the same time, unless it must wait for a lock. */
  static async boot(world: World, place: string, letOthersGoOn: () => Promise<void>): Promise<SimProcess> {
    const process = await SimProcess.wire(world, place)
    const booted = process.start()
    while (process.isBooting) {
      await turn()
      if (world.writers.isAwaitedBy(process)) await letOthersGoOn()
    }
    await booted
    return process
  }

  private async start(): Promise<void> {
    const composition = this.composed()
    try {
      await composition.container.get(Generation).refresh()
      await releaseDeadWorkers(composition)
      await composition.container.get(Workers).beat()
      startHeartbeat(composition)
      await startWorkers(composition, [])
    } finally {
      this.isBooting = false
    }
  }

  /** Put together, and nothing started: points do not stop it. */
  static async wire(world: World, place = 'here'): Promise<SimProcess> {
    const process = new SimProcess(world, place)
    const ports = {
      clock: new SimClock(world.scheduler),
      timer: new SimTimer(world.scheduler, process),
      random: new SimRandom(generator(world.nextBoot())),
      log: new SimLog(world, process),
    }
    process.composition = await compose(settingsFor(world.databaseUrl, { sandbox: false, safeMode: true }), ports)
    process.substitute(process.composition)
    return process
  }

  composed(): Composition {
    if (!this.composition) throw new Error('the process has not started')
    return this.composition
  }

  get<T>(service: abstract new (...parts: never[]) => T): T {
    return this.composed().container.get(service as never)
  }

  /** Its leases begin with this. */
  get id(): string {
    return this.composed().container.get<string>(PROCESS_ID)
  }

  /** Does anything hold, or wait for, a connection to the database? */
  isBusy(): boolean {
    const { pool } = this.composed().database.writer.client as { pool: Pool }
    return pool.numUsed() + pool.numPendingAcquires() > 0
  }

  /** A point at which others may run, the clock may jump, or the process may die. */
  point(label: string): Promise<void> {
    return this.isBooting ? Promise.resolve() : this.world.scheduler.park(label, this)
  }

  /** Waiting work is abandoned; open transactions are rolled back. */
  crash(): void {
    this.isAlive = false
    if (!this.composition) return
    const { reader, writer } = this.composition.database
    for (const { client } of [reader, writer] as { client: { pool: { _stopReaping(): void } } }[]) {
      client.pool._stopReaping()
      for (const connection of rawConnections(client)) connection.close()
    }
    this.world.writers.next()
  }

  private substitute({ container, database }: Composition): void {
    const { world } = this
    const nothing = (): Promise<void> => Promise.resolve()
    const payment = world.providers.map((at) => {
      const provider = new SimProvider(world, at, this)
      const paylink = { id: at.name, main: '', kind: 'payment-provider', apiVersion: 1 }
      const place = { ...paylink, folder: '', packageJson: { paylink }, fault: null }
      const found = { ...place, origin: 'built-in' as const, version: '1.0.0' }
      const plugin = { ...pluginOf(at), origin: found.origin, version: found.version }
      return { kind: 'payment-provider' as const, found, plugin, provider, stop: nothing, close: nothing }
    })
    const invoicing = {
      kind: 'invoicing' as const,
      found: { ...payment[0]!.found, id: INVOICING_MANIFEST.id, kind: 'invoicing' },
      plugin: { manifest: INVOICING_MANIFEST, origin: 'built-in' as const, version: '1.0.0', config: [] },
      provider: withCheckedInvoicing(new SimInvoicing(world, this)),
      ...{ stop: nothing, close: nothing },
    }
    container.rebind(Plugins).toConstantValue(new Plugins([...payment, invoicing], []))
    container.rebind(Sealer).toConstantValue(new OpenSealer())
    // No provider of the simulation uses it.
    container.rebind(GuardedClient).toConstantValue(null as never)
    // Webhooks and mail have tests of their own: no endpoints and no recipients here.
    const mute: (new (...parts: any[]) => Worker)[] = [DeliverWebhooks, SendEmails]
    if (world.options.profile === 'reconciliation-off') mute.push(VerifyDuePayments)
    for (const worker of mute) {
      container.rebind(worker).toConstantValue(Object.assign(Object.create(worker.prototype), MUTE))
    }
    const idle: (new (...parts: any[]) => PeriodicTask)[] = [WatchEndpoints, RemindCustomers, MailAlerts, TidyEmails]
    for (const periodicTask of idle) {
      container
        .rebind(periodicTask)
        .toConstantValue(Object.assign(Object.create(periodicTask.prototype), idleAs(periodicTask.name)))
    }
    // As if on another machine: only its heartbeat shows that it lives.
    Object.assign(container.get(Workers), { place: this.place })
    world.options.substitute(container)
    pauseAt(database.reader.client, this, new Queue())
    pauseAt(database.writer.client, this, world.writers)
  }
}

interface Pool {
  numUsed(): number
  numPendingAcquires(): number
}

type Worker = Pick<DeliverWebhooks, 'start' | 'stop'>

const MUTE: Worker = { start: () => undefined, stop: () => Promise.resolve() }
const idleAs = (name: string): Pick<PeriodicTask, 'name' | 'everyMs' | 'run'> => ({
  name,
  everyMs: 3_600_000,
  run: () => Promise.resolve(),
})

class SimRandom implements Random {
  constructor(private readonly random: () => number) {}

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => Math.floor(this.random() * 256))
  }
}

/** Real encryption runs on other threads, which would make runs differ. */
class OpenSealer extends Sealer {
  constructor() {
    super(new Uint8Array(32))
  }

  override seal(_place: unknown, secret: string): Promise<string> {
    return Promise.resolve(secret)
  }

  override open(_place: unknown, sealed: string): Promise<string> {
    return Promise.resolve(sealed || '{}')
  }
}

/** Errors in the log are findings, except those that a story expects. */
const EXPECTED = new Set(['a payment needs review', 'money came for a link that was paid already'])

class SimLog implements Log {
  constructor(
    private readonly world: World,
    private readonly process: SimProcess,
  ) {}

  debug(): void {
    return
  }

  info(): void {
    return
  }

  warn(fields: { err?: unknown }, message: string): void {
    if (message.startsWith('a job failed')) this.error(fields, message)
  }

  error(fields: { err?: unknown }, message: string): void {
    if (!this.process.isAlive || this.world.options.mayFail || EXPECTED.has(message)) return
    this.world.checker.report(
      'log',
      `${message}: ${fields.err instanceof Error ? fields.err.stack : JSON.stringify(fields)}`,
    )
  }
}
