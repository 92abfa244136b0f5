import { readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { draftOf } from '@paylink/core/backup/drafts'
import { isDue, ScheduledBackups } from '@paylink/core/backup/scheduled-backups'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { BackupsCheckUp } from '@paylink/core/diagnosis/checks/backups'
import { DAY_MS, HOUR_MS, iso, SECOND_MS } from '@paylink/core/kernel/clock'
import { writeRotation } from '@paylink/core/secrets/key-rotation.repository'
import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { runBesideOthers } from '../support/command.js'
import { emptyDatabase } from '../support/databases.js'
import { ENGINES } from '../support/engines.js'
import { quickFolder } from '../support/quick-folder.js'
import { SmallDisk, TO_MOUNT } from '../support/small-disk.js'

for (const engine of ENGINES) {
  describe(`scheduled backups on ${engine}`, () => {
    const root = quickFolder('backups')
    const folder = join(root, 'daily')
    let paylink: TestAppliance
    let link: Awaited<ReturnType<TestAppliance['createLink']>>

    before(async () => {
      // Half a day away, so that no hour of the test passes it.
      const backupAt = new Date(Date.now() + 12 * HOUR_MS).toISOString().slice(11, 16)
      const settings = { backupDir: folder, backupAt, backupKeep: 2 }
      paylink = await TestAppliance.start(engine, settings, { http: true, jobs: false })
      link = await paylink.createLink()
    })
    after(async () => {
      await paylink.stop()
      rmSync(root, { recursive: true, force: true })
    })

    const run = () => paylink.container.get(ScheduledBackups).run()
    const files = () => readdirSync(folder).sort()
    async function finding(): Promise<{ code: string; detail: string }> {
      const [check] = await paylink.container.get(BackupsCheckUp).checks()
      const [found] = (await check?.look(() => 1000)) ?? []
      return { code: found?.code ?? '', detail: found?.detail ?? '' }
    }

    it('makes the first at once, then one a day, keeps the newest, and leaves other files alone', async () => {
      expect(await finding()).to.include({ code: 'backup.never' })
      await Promise.all([run(), run()])
      expect(files()).to.have.length(1)
      expect(await finding()).to.include({ code: 'backup.made' })
      await run()
      expect(files()).to.have.length(1)

      writeFileSync(join(folder, 'mine.backup'), '')
      // As of a process before this one with the same id.
      writeFileSync(draftOf(join(folder, 'paylink-2020-01-01T030000000Z.backup')), '')
      const [first] = files().filter((name) => name.startsWith('paylink-'))
      for (let day = 0; day < 2; day++) {
        paylink.clock.advance(DAY_MS)
        await run()
      }
      const left = files()
      expect(left).to.have.length(3)
      expect(left).to.include('mine.backup')
      expect(left).to.not.include(first)
    })

    it('can be restored', async () => {
      const newest = files().at(-1) ?? ''
      const target = await emptyDatabase(engine)
      try {
        const { code, stderr } = await runBesideOthers(['restore', join(folder, newest), '--into', target.url], {
          PAYLINK_DATA_DIR: paylink.settings.dataDir,
          PAYLINK_SECRET_KEY: Buffer.from(paylink.settings.secretKey).toString('base64'),
        })
        expect(code, stderr).to.equal(0)
      } finally {
        await target.drop()
      }
    })

    it('names one that needs a secret key which was replaced since', async () => {
      paylink.clock.advance(SECOND_MS)
      const startedAt = iso(paylink.clock.now())
      const by = { place: '', pid: 0, seenAt: startedAt }
      await paylink.container
        .get(UnitOfWork)
        .run((tx) => writeRotation(tx, { from: 'former', to: 'new', startedAt, finishedAt: startedAt, ...by }))
      const { code, detail } = await finding()
      expect(code).to.equal('backup.former_key')
      expect(detail).to.include(startedAt).and.to.include('paylink backup FILE')
      paylink.clock.advance(DAY_MS)
      await run()
      expect(await finding()).to.include({ code: 'backup.made' })
    })

    it('keeps the newest as before while rows break an invariant, which the log names', async () => {
      await paylink.change('payment_links', link.id, { status: 'processing' })
      for (let day = 0; day < 3; day++) {
        paylink.clock.advance(DAY_MS)
        await run()
        await run()
        paylink.clock.advance(3 * HOUR_MS)
        await run()
        expect(await finding()).to.include({ code: 'backup.made' })
      }
      expect(files().filter((name) => name.startsWith('paylink-'))).to.have.length(2)
      const entry = paylink.log.entries.find(({ message }) => message.includes('breaks invariants'))
      expect(JSON.stringify(entry)).to.include('I2 ')
      await paylink.change('payment_links', link.id, { status: 'active' })
    })

    it('reports one that failed or is missing, and tries again after two hours', async () => {
      paylink.clock.advance(2 * DAY_MS)
      expect(await finding()).to.include({ code: 'backup.old' })
      const before = files()
      // A file in place of the folder: also root cannot write into it.
      rmSync(folder, { recursive: true })
      writeFileSync(folder, '')
      await run()
      const failed = await finding()
      expect(failed.code).to.equal('backup.old')
      expect(failed.detail).to.match(/the last one failed: .*EEXIST|ENOTDIR/)
      expect(paylink.log.entries.some(({ message }) => message === 'the scheduled backup failed')).to.equal(true)

      rmSync(folder)
      paylink.clock.advance(HOUR_MS)
      await run()
      expect(await finding()).to.include({ code: 'backup.old' })
      paylink.clock.advance(HOUR_MS)
      await run()
      expect(await finding()).to.include({ code: 'backup.made' })
      expect(files()).to.have.length(1)
      expect(before).to.not.include(files()[0])
    })

    if (!SmallDisk.isAllowed()) {
      it(`were not tried on a full disk: ${TO_MOUNT}`)
      return
    }

    it('on a full disk leaves nothing, reports it, and makes one once there is room', async () => {
      const disk = SmallDisk.mount()
      rmSync(folder, { recursive: true, force: true })
      symlinkSync(disk.folder, folder)
      try {
        disk.leave(4096)
        paylink.clock.advance(2 * DAY_MS)
        await run()
        const failed = await finding()
        expect(failed.code).to.equal('backup.old')
        expect(failed.detail).to.match(/the last one failed: .*(ENOSPC|disk .*is full)/)
        expect(files()).to.deep.equal([])
        expect((await paylink.createLink()).status).to.equal('active')

        disk.makeRoom()
        paylink.clock.advance(2 * HOUR_MS)
        await run()
        expect(await finding()).to.include({ code: 'backup.made' })
        expect(files()).to.have.length(1)
      } finally {
        rmSync(folder)
        disk.remove()
      }
    })
  })
}

describe('when a scheduled backup is due', () => {
  const state = (startedAt: string, changes: { finishedAt?: string | null; error?: string } = {}) => ({
    ...{ startedAt, finishedAt: startedAt, file: '', error: null, succeededAt: startedAt },
    ...changes,
  })
  const CASES: [string, Parameters<typeof isDue>[0], string, boolean][] = [
    ['before its time', state('2030-05-01T03:00:10.000Z'), '2030-05-02T02:59:59.000Z', false],
    ['at its time', state('2030-05-01T03:00:10.000Z'), '2030-05-02T03:00:00.000Z', true],
    ['later that day', state('2030-05-02T03:00:00.000Z'), '2030-05-02T23:59:59.000Z', false],
    ['after days without a process', state('2030-04-20T03:00:00.000Z'), '2030-05-02T02:00:00.000Z', true],
    ['soon after a failure', state('2030-05-02T03:00:00.000Z', { error: 'x' }), '2030-05-02T04:59:59.000Z', false],
    ['two hours after a failure', state('2030-05-02T03:00:00.000Z', { error: 'x' }), '2030-05-02T05:00:00.000Z', true],
    ['while it is made', state('2030-05-02T03:00:00.000Z', { finishedAt: null }), '2030-05-02T03:30:00.000Z', false],
    ['after the clock was put back an hour', state('2030-05-02T03:00:10.000Z'), '2030-05-02T02:00:10.000Z', false],
    ['a day ahead at once', state('2030-05-02T03:00:10.000Z'), '2030-05-03T03:00:10.000Z', true],
    ['after a clock that was years ahead', state('2034-05-02T03:00:10.000Z'), '2030-05-02T03:00:10.000Z', true],
    [
      'when its process died',
      state('2030-05-02T03:00:00.000Z', { finishedAt: null }),
      '2030-05-02T05:00:00.000Z',
      true,
    ],
  ]
  for (const [name, known, now, expected] of CASES) {
    it(`${name}: ${expected ? 'yes' : 'no'}`, () => {
      expect(isDue(known, new Date(now), '03:00')).to.equal(expected)
    })
  }
})
