import { ChangePassword } from '@paylink/core/identity/change-password'
import { ChangeUsers } from '@paylink/core/identity/change-users'
import { HeldForms } from '@paylink/core/identity/held-forms'
import { OwnSessions } from '@paylink/core/identity/own-sessions'
import { ReadSession } from '@paylink/core/identity/read-session'
import { isConfirmed } from '@paylink/core/identity/session'
import { IdentityCookies } from '@paylink/core/identity/session-cookie'
import { TidyIdentity } from '@paylink/core/identity/tidy-identity'
import type { BaseUrl } from '@paylink/core/kernel/named'
import { actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import { Problem } from '@paylink/core/kernel/problem'
import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { People, placeAt, type SignedIn } from '../support/people.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('the cookies of the dashboard', () => {
  const flags = (cookie: string): string[] => cookie.split('; ').slice(1).sort()

  it('are bound to the host with https, and go without prefix and Secure on plain http', () => {
    const secure = new IdentityCookies('https://cobros.example' as BaseUrl)
    const plain = new IdentityCookies('http://localhost:8080' as BaseUrl)
    expect(secure.serialize('session', 'abc')).to.match(/^__Host-paylink_session=abc; /)
    expect(flags(secure.serialize('session', 'abc'))).to.deep.equal(
      ['HttpOnly', `Max-Age=${(14 * DAY) / 1000}`, 'Path=/', 'SameSite=Lax', 'Secure'].sort(),
    )
    expect(plain.serialize('session', 'abc')).to.match(/^paylink_session=abc; /)
    const onPlain = flags(plain.serialize('session', 'abc'))
    expect(onPlain).to.include('HttpOnly')
    expect(onPlain).not.to.include('Secure')
    expect(secure.clear('session')).to.match(/^__Host-paylink_session=; .*Max-Age=0/)
    const header =
      'a=b; paylink_session=plain; __Host-paylink_session=; __Host-paylink_session=abc; x__Host-paylink_session=d'
    expect(secure.read('session', header)).to.deep.equal(['abc'])
  })
})

for (const engine of ENGINES) {
  describe(`sessions on ${engine}`, () => {
    let paylink: TestAppliance
    let people: People
    let person: SignedIn
    let turn = 0

    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: false, jobs: false })
      paylink.clock.stop()
      people = new People(paylink)
      await people.owner()
    })
    after(() => paylink.stop())
    beforeEach(async () => {
      paylink.clock.advance(2 * HOUR)
      person = await people.join(`ana${++turn}@tienda.example`, 'admin')
    })

    const isOpen = async ({ token }: { token: string }): Promise<boolean> => (await people.find(token)) !== undefined

    const codeOf = async (act: Promise<unknown>): Promise<string> => {
      const error = await act.catch((thrown: unknown) => thrown)
      return error instanceof Problem ? error.code : 'none'
    }

    it('are found by their token alone', async () => {
      expect(await isOpen(person)).to.equal(true)
      const { token } = person
      for (const wrong of ['', 'x', token.slice(1), `${token}A`, token.toLowerCase(), person.session.id, '\0']) {
        expect(await isOpen({ token: wrong }), wrong).to.equal(false)
      }
    })

    it('end after 12 hours without use, and 14 days after the sign-in', async () => {
      for (let hours = 0; hours < 48; hours += 11) {
        paylink.clock.advance(11 * HOUR)
        expect(await isOpen(person), `${hours} h`).to.equal(true)
      }
      paylink.clock.advance(12 * HOUR)
      expect(await isOpen(person), 'idle').to.equal(false)
      const other = await people.enter(person.email)
      for (let hours = 0; hours < 14 * 24 - 8; hours += 8) {
        paylink.clock.advance(8 * HOUR)
        expect(await isOpen(other), `${hours} h`).to.equal(true)
      }
      paylink.clock.advance(8 * HOUR)
      expect(await isOpen(other), 'absolute').to.equal(false)
    })

    it('write that they are used once a minute', async () => {
      const lastUse = async (): Promise<string> =>
        (await paylink.db('sessions').where({ id: person.session.id }).first()).last_used_at
      const first = await lastUse()
      paylink.clock.advance(MINUTE - 1)
      await people.find(person.token)
      expect(await lastUse()).to.equal(first)
      paylink.clock.advance(1)
      await people.find(person.token)
      expect(await lastUse()).to.equal(paylink.clock.now().toISOString())
    })

    it('count as confirmed for ten minutes after the sign-in', () => {
      const { session } = person
      expect(isConfirmed(session, paylink.clock.now())).to.equal(true)
      expect(isConfirmed(session, new Date(paylink.clock.now().getTime() + 10 * MINUTE - 1))).to.equal(true)
      expect(isConfirmed(session, new Date(paylink.clock.now().getTime() + 10 * MINUTE))).to.equal(false)
    })

    it('are listed and revoked by their user alone, at once and on the record (I49)', async () => {
      const other = await people.enter(person.email)
      const stranger = await people.join(`eva${turn}@tienda.example`, 'owner')
      const own = paylink.container.get(OwnSessions)
      expect((await own.list(person.session)).map(({ id, isThisOne }) => [id, isThisOne])).to.deep.equal([
        [other.sessionId, false],
        [person.sessionId, true],
      ])
      expect(await own.revoke(stranger.session, other.sessionId)).to.equal(false)
      expect(await isOpen(other)).to.equal(true)
      expect(await own.revoke(person.session, other.sessionId)).to.equal(true)
      expect(await isOpen(other)).to.equal(false)
      expect(await own.revoke(person.session, other.sessionId)).to.equal(false)
      expect(await people.acts(other.sessionId)).to.deep.equal(['user.session_revoked'])
      await own.signOut(person.session)
      expect(await isOpen(person)).to.equal(false)
    })

    it('end with a change of the password, but for the one that changed it, which gets a new id', async () => {
      const other = await people.enter(person.email)
      const opened = await paylink.container.get(ChangePassword).run(person.session, 'another one of hers', placeAt())
      expect(await Promise.all([isOpen(person), isOpen(other), isOpen(opened)])).to.deep.equal([false, false, true])
      expect((await people.signIn(person.email)).outcome).to.equal('refused')
      expect((await people.signIn(person.email, 'another one of hers')).outcome).to.equal('signed in')
      const again = paylink.container.get(ChangePassword).run(person.session, 'yet another of hers', placeAt())
      expect(await codeOf(again), 'the old id').to.equal('unauthorized')
      expect(await people.acts(person.session.user.id)).to.include('user.password_changed')
    })

    it('end with a change of the role and with the removal of the user', async () => {
      const change = paylink.container.get(ChangeUsers)
      const operator = actForAccount(OPERATOR, paylink.account.id)
      const { id } = person.session.user
      await change.setRole(operator, id, 'cashier')
      expect(await isOpen(person)).to.equal(false)
      const again = await people.enter(person.email)
      expect(again.session.user.role).to.equal('cashier')
      await change.remove(operator, id)
      expect(await isOpen(again)).to.equal(false)
      expect((await people.signIn(person.email)).outcome).to.equal('refused')
      expect((await people.acts(id)).slice(0, 1)).to.deep.equal(['user.removed'])
      // The address is free again.
      const anew = await people.join(person.email, 'viewer')
      expect(anew.session.user.id).not.to.equal(id)
    })

    it('leave no account without an owner, even when two owners remove each other at once', async () => {
      const change = paylink.container.get(ChangeUsers)
      const operator = actForAccount(OPERATOR, paylink.account.id)
      const owners = await paylink.db('users').where({ role: 'owner' }).whereNull('disabled_at').pluck('id')
      const codes = await Promise.all(owners.map((id: string) => codeOf(change.remove(operator, id))))
      expect(codes.filter((code) => code === 'forbidden')).to.have.length(1)
      const [last] = await paylink.db('users').where({ role: 'owner' }).whereNull('disabled_at').pluck('id')
      expect(await codeOf(change.setRole(operator, last, 'viewer'))).to.equal('forbidden')
      expect(await codeOf(change.remove(operator, 'usr_none'))).to.equal('not_found')
      const foreign = actForAccount(OPERATOR, 'acct_none')
      expect(await codeOf(change.setRole(foreign, person.session.user.id, 'owner'))).to.equal('not_found')
    })

    it('tell whose they were for 14 days after their end, and are then deleted', async () => {
      const read = paylink.container.get(ReadSession)
      await paylink.container.get(OwnSessions).signOut(person.session)
      const whose = { id: person.session.user.id, accountId: paylink.account.id }
      paylink.clock.advance(13 * DAY)
      await paylink.container.get(TidyIdentity).run()
      expect(await read.userOfEnded(person.token)).to.deep.equal(whose)
      paylink.clock.advance(2 * DAY)
      await paylink.container.get(TidyIdentity).run()
      expect(await read.userOfEnded(person.token)).to.equal(undefined)
    })

    it('hold what was typed, sealed, for the same user, for an hour', async () => {
      const forms = paylink.container.get(HeldForms)
      const user = { id: person.session.user.id, accountId: paylink.account.id }
      const fields = { title: 'Taza de barro' }
      const id = await forms.keep(user, '/links/new', fields)
      expect(JSON.stringify(await paylink.db('held_forms'))).not.to.include('barro')
      expect(await forms.find('usr_other', id)).to.equal(undefined)
      expect(await forms.find(user.id, id)).to.deep.equal({ path: '/links/new', fields })
      const late = await forms.keep(user, '/links/new', fields)
      paylink.clock.advance(HOUR)
      expect(await forms.find(user.id, late)).to.equal(undefined)
      const ids: string[] = []
      for (let index = 0; index < 7; index++) {
        paylink.clock.advance(1)
        ids.push(await forms.keep(user, `/links/${index}`, fields))
      }
      expect(await forms.find(user.id, ids[0] ?? '')).to.equal(undefined)
      expect(await forms.find(user.id, ids[6] ?? '')).to.include({ path: '/links/6' })
    })
  })
}
