import { connect } from '@paylink/core/database/connect'
import type { DatabaseConnection } from '@paylink/core/database/database-connection'
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
}
