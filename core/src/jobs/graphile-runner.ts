import { EventEmitter } from 'node:events'
import { Logger, type Runner as Graphile, run, runMigrations, type TaskList } from 'graphile-worker'
import pg from 'pg'
import type { Knex } from 'knex'
import { type Clock, iso, later } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import { Runner, SILENCE_MS } from './runner.js'
import type { Task } from './task.js'
import type { Workers } from './workers.repository.js'

const CONCURRENCY = 4
const POLL_MS = 2000

/** Brings graphile-worker's own schema up to date. */
export async function migrateGraphile(connectionString: string, log: Log): Promise<void> {
  await runMigrations({ connectionString, logger: loggerOn(log) })
}

/** Runs the jobs on Postgres. */
export class GraphileRunner extends Runner {
  private graphile: Graphile | undefined
  private pool: pg.Pool | undefined

  constructor(
    private readonly connectionString: string,
    private readonly database: Knex,
    private readonly workers: Workers,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super()
  }

  async start(tasks: readonly Task[]): Promise<void> {
    const taskList: TaskList = {}
    for (const task of tasks) taskList[task.name] = (payload) => task.run(payload)
    const events = new EventEmitter()
    events.on('worker:create', ({ worker }: { worker: { workerId: string } }) => this.workers.own(worker.workerId))
    this.pool = new pg.Pool({ connectionString: this.connectionString, max: CONCURRENCY + 1 })
    const noteLoss = (err: Error): void => this.log.warn({ err }, 'lost a connection of the job runner')
    this.pool.on('error', noteLoss)
    this.pool.on('connect', (client) => client.on('error', noteLoss))
    this.graphile = await run({
      pgPool: this.pool,
      concurrency: CONCURRENCY,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      logger: loggerOn(this.log),
      taskList,
      events,
    })
    this.graphile.promise.catch((error: unknown) => this.log.error({ err: error }, 'the job runner ended'))
    await this.workers.beat()
  }

  async stop(): Promise<void> {
    await this.graphile?.stop()
    await this.pool?.end()
    await this.workers.leave()
  }

  /** graphile-worker itself would wait four hours (F1). */
  async reclaim(): Promise<void> {
    const silentSince = iso(later(this.clock.now(), -SILENCE_MS))
    const dead = await this.database('graphile_worker.jobs')
      .whereNotNull('locked_by')
      .where('locked_at', '<', silentSince)
      .whereNotIn('locked_by', this.database('workers').select('id').where('seen_at', '>=', silentSince))
      .distinct('locked_by')
      .pluck<string[]>('locked_by')
    if (dead.length === 0) return
    this.log.warn({ workers: dead }, 'took over the jobs of workers that died')
    await this.database.raw('select graphile_worker.force_unlock_workers(?::text[])', [dead])
  }
}

const loggerOn = (log: Log): Logger =>
  new Logger((scope) => (level, message) => {
    const name: string = level
    if (name === 'error') log.error({ scope }, message)
    else if (name === 'warning') log.warn({ scope }, message)
    else log.debug({ scope }, message)
  })
