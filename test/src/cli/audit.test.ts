import { expect } from 'chai'
import type { AccountChanges } from '@paylink/core/accounts/account-settings'
import { Accounts } from '@paylink/core/accounts/accounts.repository'
import { ApiKeys } from '@paylink/core/accounts/api-keys.repository'
import { ChangeAccount } from '@paylink/core/accounts/change-account'
import { CreateAccount } from '@paylink/core/accounts/create-account'
import { CreateKey } from '@paylink/core/accounts/create-key'
import { RevokeKey } from '@paylink/core/accounts/revoke-key'
import { actFor, actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import { AuditLog } from '@paylink/core/audit/audit-log.repository'
import { TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { pngLogo } from '../support/pictures.js'

const KEY = { name: 'Tienda', rateLimit: 20 }

for (const engine of ENGINES) {
  describe(`privileged acts on accounts and keys, on ${engine}`, () => {
    let paylink: TestAppliance
    before(async () => (paylink = await TestAppliance.start(engine)))
    after(() => paylink.stop())

    const get: TestAppliance['appliance']['composition']['container']['get'] = (what: never) =>
      paylink.container.get(what)
    const entriesOf = async (accountId: string) =>
      (await get(AuditLog).list(accountId, 100))
        .reverse()
        .filter((entry) => entry.accountId === accountId)
        .map(({ actor, surface, action, target, details }) => ({ actor, surface, action, target, details }))

    it('are recorded once each, with the change and without secrets (I52)', async () => {
      const account = await get(CreateAccount).run('Barro', OPERATOR)
      const operator = actForAccount(OPERATOR, account.id)
      const inLive = actFor(OPERATOR, { accountId: account.id, livemode: true })
      const change = (changes: AccountChanges) => get(ChangeAccount).run(operator, changes)
      await change({ verifiedAt: account.createdAt })
      await change({ subscription: 'active', logo: pngLogo(1, 1) })
      await change({ subscription: 'active' })
      await change({ invoiceDaysAfterMonth: 10 })
      const { key, text } = await get(CreateKey).run(inLive, KEY)
      const revokedAt = await get(RevokeKey).run(operator, key.id)
      paylink.clock.advance(1000)
      expect(await get(RevokeKey).run(operator, key.id)).to.equal(revokedAt)
      expect(await get(RevokeKey).run(actForAccount(OPERATOR, paylink.account.id), key.id)).to.equal(null)

      const who = { actor: 'operator', surface: 'cli' }
      const about = { ...who, target: account.id }
      const entries = await entriesOf(account.id)
      expect(entries).to.deep.equal([
        { ...about, action: 'account.created', details: { name: 'Barro' } },
        { ...about, action: 'account.changed', details: { verifiedAt: { from: null, to: account.createdAt } } },
        {
          ...about,
          action: 'account.changed',
          details: { subscription: { from: 'inactive', to: 'active' }, logoType: { from: null, to: 'image/png' } },
        },
        { ...about, action: 'account.changed', details: { invoiceDaysAfterMonth: { from: 3, to: 10 } } },
        {
          ...who,
          action: 'key.created',
          target: key.id,
          details: { mode: 'live', name: 'Tienda', scopes: null, rateLimit: 20, expiresAt: null },
        },
        { ...who, action: 'key.revoked', target: key.id, details: {} },
      ])
      for (const secret of [text, key.hash]) expect(JSON.stringify(entries)).to.not.include(secret)
      expect(await get(AuditLog).verify()).to.include({ ok: true })
    })

    it('of the first start are recorded as its own', async () => {
      const own = (await entriesOf(paylink.account.id)).filter(({ action }) => !action.startsWith('connection.'))
      expect(own.map(({ actor, action }) => [actor, action])).to.deep.equal([
        ['paylink', 'account.created'],
        ['paylink', 'key.created'],
      ])
    })

    it('do not happen if they cannot be recorded (I52)', async () => {
      const { writer } = paylink
      const { account } = paylink
      const [kept] = await get(ApiKeys).list(account.id)
      const head = await writer('audit_head').first()
      await writer('audit_head').delete()
      const inTest = actFor(OPERATOR, { accountId: account.id, livemode: false })
      const acts = [
        () => get(CreateKey).run(inTest, KEY),
        () => get(RevokeKey).run(inTest, kept?.id ?? ''),
        () => get(CreateAccount).run('Otro', OPERATOR),
        () => get(ChangeAccount).run(inTest, { subscription: 'active' }),
      ]
      for (const act of acts) {
        const refused = await act().then(
          () => null,
          (error: Error) => error.message,
        )
        expect(refused).to.match(/audit log/)
      }
      await writer('audit_head').insert(head)
      expect(await get(ApiKeys).list(account.id)).to.deep.equal([kept])
      expect((await get(Accounts).list()).map(({ name }) => name)).to.not.include('Otro')
      expect((await get(Accounts).find(account.id))?.subscription).to.equal('inactive')
    })
  })
}
