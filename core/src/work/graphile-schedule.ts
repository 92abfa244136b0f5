import {
  Logger,
  type ParsedCronItem,
  parseCronItems,
  type Runner as Graphile,
  run,
  runMigrations,
  type TaskList,
} from 'graphile-worker'
import pg from 'pg'
import { clientConfig, MIGRATION_LIMITS } from '../database/connect.js'
import { DeadlineClient } from '../database/deadline-client.js'
import type { OutageWatch } from '../database/outage-watch.js'
import { MINUTE_MS, SECOND_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { Timer } from '../kernel/timer.js'
import type { PeriodicTask } from './periodic-task.js'

/** A job only starts its task, so one job at a time is enough. Another connection listens. */
const GRAPHILE_CONNECTIONS = 2
/**
 * Held by the session while a task runs, so it ends with its process; within a minute if the process's host vanishes.
 */
const LOCK = `select set_config('tcp_keepalives_idle', '30', false), set_config('tcp_keepalives_interval', '10', false),
  set_config('tcp_keepalives_count', '3', false), pg_try_advisory_lock(hashtext('periodic task'), hashtext($1)) as is_ours`
const POLL_MS = 2000
const RESTART_MS = 2 * SECOND_MS
/**
 * Ends a job at once, but as a batch: only there does graphile-worker handle a failure, and ends its run. Else a connection
 * that is lost at that moment is an unhandled rejection, which would end this process (0.17.3).
 */
const HANDLE_FAILED_ENDS = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }
/** The only job of versions that had a queue. Its notifications are due rows. */
const FORMER_JOB = 'handle-notification'

/** Brings graphile-worker's own schema up to date. */
export async function migrateGraphile(connectionString: string, outages: OutageWatch, log: Log): Promise<void> {
  const pool = openPool(clientConfig(connectionString, outages, MIGRATION_LIMITS), 1, log)
  try {
    await runMigrations({ pgPool: pool, logger: loggerOn(log) })
  } finally {
    await pool.end()
  }
}

/**
 * Periodic tasks on Postgres. graphile-worker gives each tick to one of the processes, also when their clocks differ. No
 * task overlaps itself or waits for another: a tick whose predecessor still runs, in any process, does nothing. A tick
 * that dies with its process is not repeated; the next one does its work.
 */
export class GraphileSchedule {
  private graphile: Graphile | undefined
  private pool: pg.Pool | undefined
  private isStopped = false
  private cancelRestart: () => void = () => undefined

  constructor(
    private readonly connectionString: string,
    private readonly outages: OutageWatch,
    private readonly timer: Timer,
    private readonly log: Log,
  ) {}

  /** Every task's interval is in whole minutes, and a divisor of an hour. */
  async start(tasks: readonly PeriodicTask[]): Promise<void> {
    const taskList: TaskList = { [FORMER_JOB]: () => Promise.resolve() }
    const crontab = tasks.map(({ name, everyMs }) => ({
      task: name,
      match: ({ min }: { min: number }) => min % (everyMs / MINUTE_MS) === 0,
      options: { maxAttempts: 1 },
      identifier: name,
    }))
    const config = clientConfig(this.connectionString, this.outages)
    const pool = openPool(config, GRAPHILE_CONNECTIONS + tasks.length, this.log)
    for (const task of tasks) {
      taskList[task.name] = () => {
        this.runAlone(pool, task).catch((err: unknown) =>
          this.log.error({ err, task: task.name }, 'a periodic task failed'),
        )
        return Promise.resolve()
      }
    }
    this.pool = pool
    await this.runOn(pool, taskList, parseCronItems(crontab))
  }

  /** Returns when no task of this process is running. */
  async stop(): Promise<void> {
    this.isStopped = true
    this.cancelRestart()
    try {
      // It rejects when a connection was lost at this moment, or when that has just stopped it.
      await this.graphile?.stop()
    } finally {
      await this.pool?.end()
    }
  }

  private async runAlone(pool: pg.Pool, task: PeriodicTask): Promise<void> {
    const client = await pool.connect()
    try {
      const { rows } = await client.query<{ is_ours: boolean }>(LOCK, [task.name])
      if (rows[0]?.is_ours) await task.run()
    } finally {
      // Closed, and the lock with it.
      client.release(true)
    }
  }

  private async runOn(pool: pg.Pool, taskList: TaskList, parsedCronItems: ParsedCronItem[]): Promise<void> {
    const graphile = await run({
      pgPool: pool,
      concurrency: 1,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      logger: loggerOn(this.log),
      preset: HANDLE_FAILED_ENDS,
      taskList,
      parsedCronItems,
    })
    this.graphile = graphile
    const restart = (err?: unknown): void => {
      if (this.isStopped) return
      this.graphile = undefined
      this.log.warn({ err }, 'the schedule ended; restarting it')
      this.cancelRestart = this.timer.after(RESTART_MS, () => {
        this.runOn(pool, taskList, parsedCronItems).catch(restart)
      })
    }
    graphile.promise.then(() => restart(), restart)
  }
}

function openPool(config: ReturnType<typeof clientConfig>, max: number, log: Log): pg.Pool {
  const { connectMs } = config.limits
  const options = { ...config, max, connectionTimeoutMillis: connectMs, Client: DeadlineClient }
  const pool = new pg.Pool(options as unknown as pg.PoolConfig)
  const noteLoss = (err: Error): void => log.warn({ err }, 'lost a connection of the schedule')
  pool.on('error', noteLoss)
  pool.on('connect', (client) => client.on('error', noteLoss))
  return pool
}

const loggerOn = (log: Log): Logger =>
  new Logger((scope) => (level, message, meta) => {
    const name: string = level
    // With the error itself, so that lines that only repeat a database outage can be suppressed.
    const fields = { scope, err: meta?.['error'] ?? meta?.['fatalError'] }
    if (name === 'error') log.error(fields, message)
    else if (name === 'warning') log.warn(fields, message)
    else log.debug(fields, message)
  })
