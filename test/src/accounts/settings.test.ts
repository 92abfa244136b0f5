import { expect } from 'chai'
import type { AccountChanges } from '@paylink/core/accounts/account-settings'
import { Accounts } from '@paylink/core/accounts/accounts.repository'
import { ChangeAccount } from '@paylink/core/accounts/change-account'
import { CreateAccount } from '@paylink/core/accounts/create-account'
import { AuditLog } from '@paylink/core/audit/audit-log.repository'
import { actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import { Problem } from '@paylink/core/kernel/problem'
import { TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { refusalOf } from '../support/refusals.js'

const WRONG: [string, AccountChanges][] = [
  ['name', { name: ' ' }],
  ['name', { name: 'x'.repeat(201) }],
  ['color', { color: 'red' }],
  ['supportEmail', { supportEmail: 'a@example.com,b@example.com' }],
  ['supportPhone', { supportPhone: 'call me' }],
  ['locale', { locale: 'fr' as 'en' }],
  ['timeZone', { timeZone: 'Mars/Base' }],
  ['reminderHours', { reminderHours: 721 }],
  ['reminderHours', { reminderHours: 1.5 }],
  ['alertsTo', { alertsTo: '' }],
  ['invoiceDaysAfterMonth', { invoiceDaysAfterMonth: -1 }],
  ['logo', { logo: Buffer.from('GIF89a') }],
  ['logo', { logo: Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(200_000)]) }],
]

for (const engine of ENGINES) {
  describe(`the settings of an account, on ${engine}`, () => {
    let paylink: TestAppliance
    before(async () => (paylink = await TestAppliance.start(engine)))
    after(() => paylink.stop())

    const change = (changes: AccountChanges) =>
      paylink.container.get(ChangeAccount).run(actForAccount(OPERATOR, paylink.account.id), changes)
    const read = async () => {
      return (await paylink.container.get(Accounts).list()).find(({ id }) => id === paylink.account.id)
    }

    it('keep what two people change at once', async () => {
      await Promise.all([
        change({ color: '#7C3AED', receipts: true }),
        change({ supportPhone: '+52 55 1234 5678' }),
        change({ reminderHours: 48 }),
        change({ subscription: 'active' }),
      ])
      const account = await read()
      expect(account).to.include({ name: paylink.account.name, subscription: 'active' })
      expect(account?.brand).to.include({ color: '#7c3aed', supportPhone: '+52 55 1234 5678' })
      expect(account?.mail).to.include({ receipts: true, reminderHours: 48 })
    })

    it('are in the audit log as they followed one another', async () => {
      await Promise.all([change({ name: 'Uno' }), change({ name: 'Dos' })])
      const entries = await paylink.container.get(AuditLog).list(paylink.account.id, 2)
      const [last, first] = entries.map(({ details }) => (details as { name: { from: string; to: string } }).name)
      expect(first?.from).to.equal(paylink.account.name)
      expect(last).to.deep.equal({ from: first?.to, to: (await read())?.name })
    })

    it('are refused with the path of each that is wrong, and nothing is changed', async () => {
      const before = await read()
      for (const [path, changes] of WRONG) {
        const refusal = (await refusalOf(change({ opens: true, ...changes }))) as Problem
        expect(refusal, path).to.be.instanceOf(Problem)
        expect([refusal.code, refusal.errors?.map((fault) => fault.path)]).to.deep.equal(['validation_error', [path]])
      }
      const both = (await refusalOf(change({ color: 'red', logo: Buffer.from('') }))) as Problem
      expect(both.errors?.map(({ path }) => path)).to.deep.equal(['color', 'logo'])
      expect(await read()).to.deep.equal(before)
    })

    it('contain a name at first', async () => {
      const refusal = await refusalOf(paylink.container.get(CreateAccount).run('', OPERATOR))
      expect((refusal as Problem).errors?.[0]?.path).to.equal('name')
    })
  })
}
