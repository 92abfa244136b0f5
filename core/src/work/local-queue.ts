import type { UnitOfWork } from '../database/unit-of-work.js'
import type { Reader, Tx } from '../database/engine.js'
import { type Clock, iso, later, SECOND_MS } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import type { Log } from '../kernel/log.js'
import type { Timer } from '../kernel/timer.js'
import { JobQueue, type JobOptions } from './job-queue.js'
import { Runner, DEAD_AFTER_MS } from './runner.js'
import { MAX_JOB_ATTEMPTS, type Task } from './task.js'
import type { Workers } from './workers.repository.js'

interface JobRow {
  id: string
  task: string
  payload: string
  attempts: number
  max_attempts: number
}

const POLL_MS = 1000
const CONCURRENCY = 4

/** Jobs on SQLite. */
export class LocalQueue extends JobQueue {
  private listener: () => void = () => undefined

  constructor(
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {
    super()
  }

  async enqueue(tx: Tx, task: string, payload: object, options: JobOptions = {}): Promise<void> {
    const runAt = iso(options.runAt ?? this.clock.now())
    const job = {
      id: this.ids.next('job'),
      task,
      payload: JSON.stringify(payload),
      job_key: options.key ?? null,
      run_at: runAt,
      max_attempts: MAX_JOB_ATTEMPTS,
    }
    if (options.key) {
      // A job that is running continues, without its key.
      await tx('jobs').where({ job_key: options.key }).whereNotNull('locked_by').update({ job_key: null })
      await tx('jobs').where({ job_key: options.key }).delete()
    }
    await tx('jobs').insert(job)
    this.listener()
  }

  /** The listener is called shortly before the commit. */
  onEnqueue(listener: () => void): void {
    this.listener = listener
  }
}

/** Runs the jobs on SQLite with graphile-worker's semantics: retries with backoff, jobs of dead workers released. */
export class LocalRunner extends Runner {
  private readonly id: string
  private tasks = new Map<string, Task>()
  private running = new Set<Promise<void>>()
  private stopped = false
  private cancelPoll: () => void = () => undefined

  constructor(
    private readonly queue: LocalQueue,
    private readonly reader: Reader,
    private readonly unitOfWork: UnitOfWork,
    private readonly workers: Workers,
    private readonly clock: Clock,
    private readonly timer: Timer,
    ids: Ids,
    private readonly log: Log,
  ) {
    super()
    this.id = ids.next('job')
  }

  async start(tasks: readonly Task[]): Promise<void> {
    this.tasks = new Map(tasks.map((task) => [task.name, task]))
    this.workers.register(this.id)
    await this.workers.beat()
    this.queue.onEnqueue(() => this.pollIn(5))
    this.pollIn(0)
  }

  async stop(): Promise<void> {
    this.stopped = true
    this.cancelPoll()
    await Promise.allSettled(this.running)
    await this.workers.deregister()
  }

  async reclaim(): Promise<void> {
    const silentSince = iso(later(this.clock.now(), -DEAD_AFTER_MS))
    const dead = this.reader('jobs')
      .whereNotNull('locked_by')
      .whereNotIn('locked_by', this.reader('workers').select('id').where('seen_at', '>=', silentSince))
    if ((await dead.clone().select('id')).length === 0) return
    await this.unitOfWork.run(async (tx) => {
      const alive = tx('workers').select('id').where('seen_at', '>=', silentSince)
      await tx('jobs').whereNotNull('locked_by').whereNotIn('locked_by', alive).update({ locked_by: null })
    })
  }

  private pollIn(ms: number): void {
    this.cancelPoll()
    if (this.stopped) return
    this.cancelPoll = this.timer.after(ms, () => {
      this.poll()
        .catch((error: unknown) => this.log.error({ err: error }, 'could not poll for jobs'))
        .finally(() => this.pollIn(POLL_MS))
    })
  }

  private async poll(): Promise<void> {
    while (!this.stopped && this.running.size < CONCURRENCY) {
      const job = await this.claim()
      if (!job) return
      const noteFailure = (err: unknown): void => this.log.error({ err, job: job.id }, 'could not close a job')
      const run: Promise<void> = this.work(job)
        .catch(noteFailure)
        .finally(() => {
          this.running.delete(run)
          this.pollIn(0)
        })
      this.running.add(run)
    }
  }

  private async claim(): Promise<JobRow | undefined> {
    const due = (on: Reader | Tx) =>
      on<JobRow>('jobs')
        .whereNull('locked_by')
        .where('run_at', '<=', iso(this.clock.now()))
        .whereRaw('attempts < max_attempts')
        .orderBy('run_at')
        .first()
    // Read first: most polls find nothing, and should cost no write.
    if (!(await due(this.reader))) return undefined
    return this.unitOfWork.run(async (tx) => {
      const job = await due(tx)
      if (job)
        await tx('jobs')
          .where({ id: job.id })
          .update({ locked_by: this.id, attempts: job.attempts + 1 })
      return job
    })
  }

  private async work(job: JobRow): Promise<void> {
    const attempts = job.attempts + 1
    try {
      const task = this.tasks.get(job.task)
      if (!task) throw new Error(`unknown task ${job.task}`)
      await task.run(JSON.parse(job.payload))
      await this.unitOfWork.run((tx) => tx('jobs').where({ id: job.id }).delete())
    } catch (error) {
      this.log.warn({ err: error, task: job.task, attempts }, 'a job failed; it will be retried')
      const backoffMs = Math.exp(Math.min(10, attempts)) * SECOND_MS
      await this.unitOfWork.run((tx) =>
        tx('jobs')
          .where({ id: job.id })
          .update({ locked_by: null, run_at: iso(later(this.clock.now(), backoffMs)), last_error: String(error) }),
      )
    }
  }
}
