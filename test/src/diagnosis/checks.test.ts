import { readFile } from 'node:fs/promises'
import { DatabaseSettingsCheckUp } from '@paylink/core/diagnosis/checks/database-settings'
import { invariantsCheck } from '@paylink/core/diagnosis/checks/invariants'
import { nodeCheck } from '@paylink/core/diagnosis/checks/node'
import { PasskeysCheckUp } from '@paylink/core/diagnosis/checks/passkeys'
import { WorkCheckUp } from '@paylink/core/diagnosis/checks/work'
import type { Check } from '@paylink/core/diagnosis/check'
import { Examination } from '@paylink/core/diagnosis/examination'
import type { ExamineInvariants } from '@paylink/core/doctor/examine-invariants'
import { Passkeys } from '@paylink/core/identity/passkeys.repository'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { DAY_MS, iso, MINUTE_MS } from '@paylink/core/kernel/clock'
import type { BaseUrl } from '@paylink/core/kernel/named'
import { Quarantine } from '@paylink/core/quarantine/quarantine'
import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'

const codesOf = async (checks: readonly Check[]): Promise<string[]> =>
  (await Promise.all(checks.map((check) => check.look(() => 1000)))).flat().map(({ code }) => code)

describe('what doctor says about Node', () => {
  for (const [version, at, code] of [
    ['v20.19.0', '2026-04-30T12:00:00.000Z', 'node.supported'],
    ['v20.19.0', '2026-05-01T00:00:00.000Z', 'node.past_its_end'],
    ['v24.11.0', '2026-11-27T00:00:00.000Z', 'node.supported'],
    ['v99.0.0', '2026-11-27T00:00:00.000Z', 'node.supported'],
  ] as const) {
    it(`is ${code} of ${version} at ${at}`, async () => {
      expect(await codesOf([nodeCheck(version, { now: () => new Date(at) })])).to.deep.equal([code])
    })
  }
})

describe('the findings of doctor about checks that failed or ran out of time', () => {
  const run = (result: Awaited<ReturnType<ExamineInvariants['run']>>) =>
    new Examination().run(invariantsCheck({ run: () => Promise.resolve(result) }))

  it('tells a part from all, and from nothing', async () => {
    const codes = async (checked: number) => (await run({ checked, of: 57, violations: [] })).map(({ code }) => code)
    expect([await codes(57), await codes(20), await codes(0)]).to.deep.equal([
      ['invariants.hold'],
      ['invariants.partly_checked'],
      ['check.failed'],
    ])
  })

  it('names the reason of a check that failed, and what to do', async () => {
    const broken: Check = {
      name: 'disk',
      subject: { 'es-MX': 'el disco', en: 'the disk' },
      look: () => readFile('/gone') as never,
    }
    const [found] = await new Examination().run(broken)
    expect(found).to.include({ code: 'check.failed', severity: 'wrong' })
    expect(found?.detail).to.match(/ENOENT.*run paylink doctor again/)
  })
})

for (const engine of ENGINES) {
  describe(`what doctor finds in the database, on ${engine}`, () => {
    let paylink: TestAppliance
    before(async () => (paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })))
    after(() => paylink.stop())

    it('names passkeys that were made for another host', async () => {
      const { container, clock, db } = paylink
      const owner = await ShopPerson.signIn(paylink)
      const passkeys = container.get(Passkeys)
      const here = () => new PasskeysCheckUp(passkeys, paylink.url as BaseUrl).checks().then(codesOf)
      const elsewhere = () =>
        new PasskeysCheckUp(passkeys, 'https://pagos.example.com' as BaseUrl).checks().then(codesOf)
      expect(await elsewhere()).to.deep.equal(['passkeys.fit'])
      await container.get(UnitOfWork).run((tx) =>
        passkeys.insert(tx, {
          ...{ id: 'credential', userId: owner.userId, accountId: owner.account.id, publicKey: 'key', counter: 0 },
          ...{ transports: [], name: 'Laptop', createdAt: iso(clock.now()), lastUsedAt: null },
        }),
      )
      expect(await here()).to.deep.equal(['passkeys.fit'])
      expect(await elsewhere()).to.deep.equal(['passkeys.other_host'])
      await container.get(UnitOfWork).run((tx) => passkeys.removeAllOf(tx, owner.userId))
      expect(await elsewhere()).to.deep.equal(['passkeys.fit'])
      expect(await db('passkeys')).to.deep.equal([])
    })

    it('tells late work of a killed process from that of a process that does not do it', async () => {
      const { container, clock, db } = paylink
      const look = () => new WorkCheckUp(db, container.get(Quarantine), clock).checks().then(codesOf)
      await paylink.opened()
      expect(await look()).to.deep.equal(['work.done'])
      clock.advance(60 * MINUTE_MS)
      expect(await look()).to.deep.equal(['work.no_process'])
      await paylink.writer('workers').update({ seen_at: iso(clock.now()) })
      expect(await look()).to.deep.equal(['work.stuck'])
    })

    it('names a clock that differs from that of the database, and a version past its end', async () => {
      if (engine === 'sqlite') return
      const { settings, db } = paylink
      const look = (offsetMs: number) => {
        const clock = { now: () => new Date(Date.now() + offsetMs) }
        return new DatabaseSettingsCheckUp(settings, engine, db, clock).checks().then(codesOf)
      }
      expect(await look(0)).to.not.include('clock.differs_from_database')
      expect(await look(0)).to.not.include('database_settings.past_its_end')
      expect(await look(10 * 365 * DAY_MS)).to.include('database_settings.past_its_end')
      for (const offset of [-MINUTE_MS, MINUTE_MS]) expect(await look(offset)).to.include('clock.differs_from_database')
    })
  })
}
