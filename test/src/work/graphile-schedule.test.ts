import { connect } from '@paylink/core/database/connect'
import type { DatabaseConnection } from '@paylink/core/database/database-connection'
import { isOutage } from '@paylink/core/database/outage'
import { HOUR_MS } from '@paylink/core/kernel/clock'
import { GraphileSchedule } from '@paylink/core/work/graphile-schedule'
import { expect } from 'chai'
import { eventually } from '../support/appliance.js'
import { migratedDatabase, type TestDatabase } from '../support/databases.js'
import { ENGINES } from '../support/engines.js'
import { SilentLog, TestTimer } from '../support/ports.js'

/** A task whose runs last until they are told to end. */
class HeldTask {
  readonly everyMs = HOUR_MS
  begun = 0
  ended = 0
  private ends: (() => void)[] = []

  constructor(readonly name: string) {}

  async run(): Promise<void> {
    this.begun++
    await new Promise<void>((resolve) => this.ends.push(resolve))
    this.ended++
  }

  end(): void {
    for (const end of this.ends.splice(0)) end()
  }
}

if (ENGINES.includes('postgres')) {
  describe('periodic tasks on Postgres', () => {
    const slow = new HeldTask('slow')
    const quick = new HeldTask('quick')
    let test: TestDatabase
    let database: DatabaseConnection
    let processes: GraphileSchedule[]
    beforeEach(async () => {
      test = await migratedDatabase('postgres')
      database = connect(test.url)
      processes = [1, 2].map(() => new GraphileSchedule(test.url, database.outages, new TestTimer(), new SilentLog()))
      for (const process of processes) await process.start([slow, quick])
      slow.begun = slow.ended = quick.begun = quick.ended = 0
    })
    afterEach(async () => {
      const stopped = Promise.all(processes.map((process) => process.stop()))
      slow.end()
      quick.end()
      await stopped
      await database.close()
      await test.drop()
    })

    /** As graphile-worker's cron does it. Returns once a process has taken it. */
    async function tick(task: HeldTask): Promise<void> {
      await database.writer.raw('select graphile_worker.add_job(?, max_attempts => 1)', [task.name])
      await eventually(
        async () => (await database.reader('graphile_worker.jobs').select('id')).length,
        (count) => count === 0,
      )
    }
    const begun = (task: HeldTask, times: number): Promise<number> =>
      eventually(
        () => Promise.resolve(task.begun),
        (count) => count >= times,
      )

    it('are run by one of the processes', async () => {
      for (let ticks = 1; ticks <= 4; ticks++) {
        await tick(quick)
        await begun(quick, ticks)
        quick.end()
        await eventually(locks, (held) => held === 0)
      }
      expect([quick.begun, quick.ended]).to.deep.equal([4, 4])
    })

    it('do not overlap themselves, and their ticks do not pile up', async () => {
      await tick(slow)
      await begun(slow, 1)
      for (let ticks = 0; ticks < 4; ticks++) await tick(slow)
      await tick(quick)
      await begun(quick, 1)
      expect(slow.begun).to.equal(1)
      slow.end()
      await eventually(locks, (held) => held === 1)
      await tick(slow)
      await begun(slow, 2)
      expect(slow.ended).to.equal(1)
    })

    it('that take long delay no other', async () => {
      await tick(slow)
      await begun(slow, 1)
      await tick(quick)
      await begun(quick, 1)
      expect(slow.ended).to.equal(0)
    })

    it('run again at the next tick when their process dies', async () => {
      await tick(slow)
      await begun(slow, 1)
      await database.writer.raw(`select pg_terminate_backend(pid) ${HOLDERS}`)
      await eventually(locks, (held) => held === 0)
      await tick(slow)
      await begun(slow, 2)
    })

    const HOLDERS = `from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`
    async function locks(): Promise<number> {
      const { rows } = await database.reader.raw(`select pid ${HOLDERS}`)
      return rows.length
    }
  })
  describe('the schedule of a process that loses its connection while a job ends', () => {
    it('is restarted, and the process goes on', async () => {
      const test = await migratedDatabase('postgres')
      const database = connect(test.url)
      const log = new SilentLog()
      const timer = new TestTimer()
      timer.haste = 10
      const schedule = new GraphileSchedule(test.url, database.outages, timer, log)
      let runs = 0
      const task = { name: 'quick', everyMs: HOUR_MS, run: () => Promise.resolve(void runs++) }
      const addJob = () => database.writer.raw('select graphile_worker.add_job(?, max_attempts => 1)', [task.name])
      await schedule.start([task])
      try {
        await database.writer.raw(`create function lose() returns trigger language plpgsql as
          'begin perform pg_terminate_backend(pg_backend_pid()); return old; end';
          create trigger lose before delete on graphile_worker._private_jobs for each row execute function lose()`)
        await addJob()
        const restarted = 'the schedule ended; restarting it'
        await eventually(
          () => Promise.resolve(log.entries.map(({ message }) => message)),
          (messages) => messages.includes(restarted),
        )
        await database.writer.raw('drop trigger lose on graphile_worker._private_jobs')
        const before = runs
        await addJob()
        await eventually(
          () => Promise.resolve(runs),
          (count) => count > before,
        )
        // So that these lines are withheld during an outage, which is logged once.
        const errors = log.entries.filter(({ level }) => level === 'error')
        expect(errors).to.have.length.above(0)
        for (const { fields } of errors) expect(isOutage((fields as { err?: unknown }).err)).to.equal(true)
      } finally {
        await schedule.stop()
        await database.close()
        await test.drop()
      }
    })
  })
}
