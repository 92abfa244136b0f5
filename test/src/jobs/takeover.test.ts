import { expect } from 'chai'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { JobQueue } from '@paylink/core/work/job-queue'
import type { LocalQueue } from '@paylink/core/work/local-queue'
import { LocalRunner } from '@paylink/core/work/local-queue'
import { Task } from '@paylink/core/work/task'
import { Workers } from '@paylink/core/work/workers.repository'
import { Ids } from '@paylink/core/kernel/ids'
import { MINUTE_MS } from '@paylink/core/kernel/clock'
import { eventually, TestAppliance } from '../support/appliance.js'

class Work extends Task {
  readonly name = 'work'
  readonly begun: unknown[] = []

  constructor(private readonly isEndless: boolean) {
    super()
  }

  run(payload: unknown): Promise<void> {
    this.begun.push(payload)
    return this.isEndless ? new Promise(() => undefined) : Promise.resolve()
  }
}

// On Postgres the jobs are graphile-worker's; `kills/postgres` shows the same there.
describe('a job whose worker dies, on sqlite (I18, I35)', () => {
  let paylink: TestAppliance
  before(async () => (paylink = await TestAppliance.start('sqlite', {}, { http: true, jobs: false })))
  after(() => paylink.stop())

  /** Like a process of its own, with its own heartbeats. */
  function runner(): { runner: LocalRunner; workers: Workers } {
    const { container, database } = paylink.appliance.composition
    const workers = new Workers(database.writer, paylink.clock)
    const parts = [container.get(UnitOfWork), workers, paylink.clock, paylink.timer, container.get(Ids)] as const
    const queue = container.get(JobQueue) as LocalQueue
    return { runner: new LocalRunner(queue, database.reader, ...parts, paylink.log), workers }
  }

  it('is run by the next worker, and deleted only then', async () => {
    const { container } = paylink.appliance.composition
    const jobs = () => paylink.db('jobs').where({ task: 'work' }).pluck('id')
    const dying = new Work(true)
    const first = runner().runner
    await first.start([dying])
    await container.get(UnitOfWork).run((tx) => container.get(JobQueue).enqueue(tx, 'work', { for: 'a worker' }))
    await eventually(
      () => Promise.resolve(dying.begun),
      ({ length }) => length === 1,
    )
    expect(await jobs()).to.have.length(1)

    // It takes no more jobs and waits for this one for ever, without heartbeats.
    void first.stop()
    paylink.clock.advance(MINUTE_MS)
    const next = runner()
    const done = new Work(false)
    await next.runner.start([done])
    await next.runner.reclaim()
    await eventually(jobs, ({ length }) => length === 0)
    expect(done.begun).to.deep.equal([{ for: 'a worker' }])
    expect(dying.begun).to.have.length(1)
    await next.runner.stop()
  })
})
