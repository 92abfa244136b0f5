import { EventEmitter } from 'node:events'
import { Logger, type Runner as Graphile, run, runMigrations, type TaskList } from 'graphile-worker'
import pg from 'pg'
import { clientConfig, MIGRATION_LIMITS } from '../database/connect.js'
import type { DatabaseConnection } from '../database/database-connection.js'
import { DeadlineClient } from '../database/deadline-client.js'
import type { OutageWatch } from '../database/outage-watch.js'
import { type Clock, iso, later, SECOND_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { Timer } from '../kernel/timer.js'
import { Runner, DEAD_AFTER_MS } from './runner.js'
import type { Task } from './task.js'
import type { Workers } from './workers.repository.js'

const CONCURRENCY = 4
const POLL_MS = 2000
const RESTART_MS = 2 * SECOND_MS

/** Brings graphile-worker's own schema up to date. */
export async function migrateGraphile(connectionString: string, outages: OutageWatch, log: Log): Promise<void> {
  const pool = openPool(clientConfig(connectionString, outages, MIGRATION_LIMITS), 1, log)
  try {
    await runMigrations({ pgPool: pool, logger: loggerOn(log) })
  } finally {
    await pool.end()
  }
}

/** Runs the jobs on Postgres. */
export class GraphileRunner extends Runner {
  private graphile: Graphile | undefined
  private pool: pg.Pool | undefined
  private isStopped = false
  private cancelRestart: () => void = () => undefined

  constructor(
    private readonly connectionString: string,
    private readonly database: DatabaseConnection,
    private readonly workers: Workers,
    private readonly clock: Clock,
    private readonly timer: Timer,
    private readonly log: Log,
  ) {
    super()
  }

  async start(tasks: readonly Task[]): Promise<void> {
    const taskList: TaskList = {}
    for (const task of tasks) taskList[task.name] = (payload) => task.run(payload)
    const events = new EventEmitter()
    events.on('worker:create', ({ worker }: { worker: { workerId: string } }) => this.workers.register(worker.workerId))
    this.pool = openPool(clientConfig(this.connectionString, this.database.outages), CONCURRENCY + 1, this.log)
    await this.runOn(this.pool, taskList, events)
    await this.workers.beat()
  }

  async stop(): Promise<void> {
    this.isStopped = true
    this.cancelRestart()
    await this.graphile?.stop()
    await this.pool?.end()
    await this.workers.deregister()
  }

  private async runOn(pool: pg.Pool, taskList: TaskList, events: EventEmitter): Promise<void> {
    const graphile = await run({
      pgPool: pool,
      concurrency: CONCURRENCY,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      logger: loggerOn(this.log),
      taskList,
      events,
    })
    this.graphile = graphile
    const restart = (err?: unknown): void => {
      if (this.isStopped) return
      this.graphile = undefined
      this.log.warn({ err }, 'the job runner ended; restarting it')
      this.cancelRestart = this.timer.after(RESTART_MS, () => {
        this.runOn(pool, taskList, events).catch(restart)
      })
    }
    graphile.promise.then(() => restart(), restart)
  }

  /** graphile-worker itself releases the jobs of a dead worker only after four hours. */
  async reclaim(): Promise<void> {
    const silentSince = iso(later(this.clock.now(), -DEAD_AFTER_MS))
    const { writer } = this.database
    const dead = await writer('graphile_worker.jobs')
      .whereNotNull('locked_by')
      .where('locked_at', '<', silentSince)
      .whereNotIn('locked_by', writer('workers').select('id').where('seen_at', '>=', silentSince))
      .distinct('locked_by')
      .pluck<string[]>('locked_by')
    if (dead.length === 0) return
    this.log.warn({ workers: dead }, 'released the jobs of dead workers')
    await writer.raw('select graphile_worker.force_unlock_workers(?::text[])', [dead])
  }
}

function openPool(config: ReturnType<typeof clientConfig>, max: number, log: Log): pg.Pool {
  const { connectMs } = config.limits
  const options = { ...config, max, connectionTimeoutMillis: connectMs, Client: DeadlineClient }
  const pool = new pg.Pool(options as unknown as pg.PoolConfig)
  const noteLoss = (err: Error): void => log.warn({ err }, 'lost a connection of the job runner')
  pool.on('error', noteLoss)
  pool.on('connect', (client) => client.on('error', noteLoss))
  return pool
}

const loggerOn = (log: Log): Logger =>
  new Logger((scope) => (level, message, meta) => {
    const name: string = level
    // With the error itself, so that lines that only repeat a database outage can be suppressed.
    const fields = { scope, err: meta?.['error'] }
    if (name === 'error') log.error(fields, message)
    else if (name === 'warning') log.warn(fields, message)
    else log.debug(fields, message)
  })
