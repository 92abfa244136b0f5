import { ChangePassword } from '@paylink/core/identity/change-password'
import { ConfirmIdentity } from '@paylink/core/identity/confirm-identity'
import { KnownPlaces } from '@paylink/core/identity/known-places'
import type { OpenedSession } from '@paylink/core/identity/open-session'
import { OwnCodes } from '@paylink/core/identity/own-codes'
import { ReadSecurity } from '@paylink/core/identity/read-security'
import { SecondStep, type SecondStepOutcome } from '@paylink/core/identity/second-step'
import type { SignInOutcome } from '@paylink/core/identity/sign-in'
import type { Place } from '@paylink/core/identity/session'
import { ChangeAccount } from '@paylink/core/accounts/change-account'
import { actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import { Problem } from '@paylink/core/kernel/problem'
import { expect } from 'chai'
import { TOTP } from 'otpauth'
import { TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { PASSWORD, People, placeAt, type SignedIn } from '../support/people.js'

const openedBy = (outcome: SignInOutcome): OpenedSession | undefined =>
  outcome.outcome === 'signed in' ? outcome.opened : undefined

const STEP_MS = 30_000
const DAY_MS = 24 * 3600_000

for (const engine of ENGINES) {
  describe(`the second step of a sign-in on ${engine}`, () => {
    let paylink: TestAppliance
    let people: People
    let person: SignedIn
    let secret: string
    let recoveryCodes: string[]
    let turn = 0

    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: false, jobs: false })
      paylink.clock.stop()
      people = new People(paylink)
      await people.owner()
    })
    after(() => paylink.stop())

    /** One with codes switched on. */
    beforeEach(async () => {
      paylink.clock.advance(2 * 3600_000)
      person = await people.join(`ana${++turn}@tienda.example`, 'admin')
      const codes = paylink.container.get(OwnCodes)
      secret = (await codes.enrol(person.session, 'Taller Luna')).secret
      recoveryCodes = (await codes.confirm(person.session, codeAt(0), placeAt())).codes
      paylink.clock.advance(2 * STEP_MS)
    })

    const codeAt = (steps: number): string =>
      new TOTP({ secret }).generate({ timestamp: paylink.clock.now().getTime() + steps * STEP_MS })

    const pendingAt = async (place: Place = placeAt('198.51.100.1')): Promise<string> => {
      const outcome = await people.afterPassword(person.email, place)
      if (outcome.outcome !== 'second step') throw new Error(`not asked: ${outcome.outcome}`)
      return outcome.token
    }

    const give = (token: string, code: string, place = placeAt('198.51.100.1'), trust = false) =>
      paylink.container.get(SecondStep).withCode(token, code, { place, trust })

    const outcomeOf = async (given: Promise<SecondStepOutcome>): Promise<string> => (await given).outcome

    it('asks for a code after the password, takes it with blanks, and opens the session once', async () => {
      const asked = await people.signIn(person.email)
      const token = asked.outcome === 'second step' ? asked.token : ''
      expect(await people.find(token), 'a step is no session').to.equal(undefined)
      const code = codeAt(0)
      const given = await give(token, ` ${code.slice(0, 3)} ${code.slice(3)} `)
      if (given.outcome !== 'signed in') throw new Error(given.outcome)
      expect((await people.find(given.opened.token))?.user.email).to.equal(person.email)
      expect(await outcomeOf(give(token, codeAt(1)))).to.equal('expired')
    })

    it('takes each code once, one step early or late, and none older', async () => {
      expect(await outcomeOf(give(await pendingAt(), codeAt(-2)))).to.equal('refused')
      expect(await outcomeOf(give(await pendingAt(), codeAt(2)))).to.equal('refused')
      expect(await outcomeOf(give(await pendingAt(), codeAt(-1)))).to.equal('signed in')
      const [one, other] = [await pendingAt(), await pendingAt()]
      const code = codeAt(0)
      const both = await Promise.all([outcomeOf(give(one, code)), outcomeOf(give(other, code))])
      expect(both.sort()).to.deep.equal(['refused', 'signed in'])
      // A later step was used: the earlier one is over.
      paylink.clock.advance(10 * 60_000)
      expect(await outcomeOf(give(await pendingAt(), codeAt(1)))).to.equal('signed in')
      expect(await outcomeOf(give(await pendingAt(), codeAt(0)))).to.equal('refused')
    })

    it('takes each of ten recovery codes once, however it is typed', async () => {
      expect(new Set(recoveryCodes).size).to.equal(10)
      const [first = '', second = ''] = recoveryCodes
      expect(await outcomeOf(give(await pendingAt(), first.toUpperCase().replace('-', ' ')))).to.equal('signed in')
      expect(await outcomeOf(give(await pendingAt(), first))).to.equal('refused')
      const [one, other] = [await pendingAt(), await pendingAt()]
      const both = await Promise.all([outcomeOf(give(one, second)), outcomeOf(give(other, second))])
      expect(both.sort()).to.deep.equal(['refused', 'signed in'])
      expect((await paylink.container.get(ReadSecurity).find(person.session))?.recoveryCodesLeft).to.equal(8)
    })

    it('replaces recovery codes by new ones', async () => {
      const fresh = await paylink.container.get(OwnCodes).renewRecoveryCodes(person.session)
      expect(await outcomeOf(give(await pendingAt(), recoveryCodes[0] ?? ''))).to.equal('refused')
      expect(await outcomeOf(give(await pendingAt(), fresh[0] ?? ''))).to.equal('signed in')
    })

    it('stores neither the secret nor a recovery code', async () => {
      const stored = JSON.stringify([await paylink.db('totps'), await paylink.db('recovery_codes')])
      for (const kept of [secret, ...recoveryCodes]) expect(stored).not.to.include(kept)
      for (const code of recoveryCodes) expect(stored).not.to.include(code.replace('-', ''))
    })

    it('limits guesses: five in one place, ten at all unknown places, however often the password is given', async () => {
      const outcomes: string[] = []
      for (let index = 0; index < 6; index++) outcomes.push(await outcomeOf(give(await pendingAt(), '000000')))
      expect(outcomes).to.deep.equal([...Array.from({ length: 5 }, () => 'refused'), 'wait'])
      const elsewhere: string[] = []
      for (let index = 0; index < 7; index++) {
        const place = placeAt(`100.64.${index}.1`)
        elsewhere.push(await outcomeOf(give(await pendingAt(place), '000000', place)))
      }
      expect(elsewhere).to.deep.equal([...Array.from({ length: 5 }, () => 'refused'), 'wait', 'wait'])
      // A browser the person has used before has tries of its own.
      const known = placeAt('100.64.99.1', person.device)
      expect(await outcomeOf(give(await pendingAt(known), codeAt(0), known))).to.equal('signed in')
    })

    it('ends after ten minutes, and with a change of the password', async () => {
      const late = await pendingAt()
      paylink.clock.advance(10 * 60_000)
      expect(await outcomeOf(give(late, codeAt(0)))).to.equal('expired')
      const token = await pendingAt()
      await paylink.container.get(ChangePassword).run(person.session, 'another password of hers', placeAt())
      expect(await outcomeOf(give(token, codeAt(0)))).to.equal('expired')
    })

    it('does not ask for 30 days in a browser that is trusted, and asks in every other', async () => {
      const place = placeAt('198.51.100.1', person.device)
      const given = await give(await pendingAt(place), codeAt(0), place, true)
      if (given.outcome !== 'signed in') throw new Error(given.outcome)
      const trusted = placeAt('198.51.100.1', given.opened.device)
      const after = async (at: Place): Promise<string> => (await people.afterPassword(person.email, at)).outcome
      expect(await after(trusted)).to.equal('signed in')
      expect(await after(placeAt('198.51.100.1'))).to.equal('second step')
      expect(await after(place), 'by the former token').to.equal('second step')
      paylink.clock.advance(30 * DAY_MS)
      expect(await after(trusted)).to.equal('second step')
    })

    it('knows the browser by a new token after a change of the password, and its other users as well', async () => {
      const device = person.device
      const colleague = await people.join(`eva${turn}@tienda.example`, 'viewer')
      await people.afterPassword(colleague.email, placeAt('203.0.113.7', device))
      const changed = await paylink.container
        .get(ChangePassword)
        .run(person.session, 'another password of hers', placeAt('203.0.113.7', device))
      const known = async (userId: string, token: string): Promise<string> =>
        (await paylink.container.get(KnownPlaces).find(userId, placeAt('100.64.3.1', token))).familiarity
      for (const { id } of [person.session.user, colleague.session.user]) {
        expect(await known(id, device)).to.equal('none')
        expect(await known(id, changed.device)).to.equal('device')
      }
    })

    it('confirms by code or password: a new session id, and the old one is refused', async () => {
      const confirm = paylink.container.get(ConfirmIdentity)
      const before = person.session.confirmedAt
      const wrong = await confirm.run(person.session, { password: 'not the password' }, placeAt())
      expect(wrong).to.deep.equal({ outcome: 'refused' })
      const confirmed = await confirm.run(person.session, { code: codeAt(0) }, placeAt())
      if (confirmed.outcome !== 'confirmed') throw new Error(confirmed.outcome)
      expect(await people.find(person.token)).to.equal(undefined)
      const session = await people.find(confirmed.opened.token)
      expect(session?.confirmedAt).to.equal(paylink.clock.now().toISOString()).and.not.equal(before)
      const again = session && (await confirm.run(session, { code: codeAt(0) }, placeAt()))
      expect(again?.outcome, 'each code once').to.equal('refused')
      const third = session && (await confirm.run(session, { password: PASSWORD }, placeAt()))
      expect(third?.outcome).to.equal('confirmed')
    })

    it('limits guesses at confirming: codes together with those at the sign-in', async () => {
      const confirm = paylink.container.get(ConfirmIdentity)
      const guesses = async (): Promise<string[]> => {
        const outcomes: string[] = []
        for (let index = 0; index < 6; index++) {
          outcomes.push((await confirm.run(person.session, { code: '000000' }, placeAt())).outcome)
        }
        return outcomes
      }
      expect((await guesses()).at(-1)).to.equal('wait')
      expect(await outcomeOf(give(await pendingAt(placeAt()), codeAt(0), placeAt()))).to.equal('wait')
      // One each five minutes.
      paylink.clock.advance(4 * 60_000)
      expect((await guesses())[0]).to.equal('wait')
      paylink.clock.advance(60_000)
      expect((await guesses()).slice(0, 2)).to.deep.equal(['refused', 'wait'])
    })

    it('switched on where it is required gives a new session id, and ends the others', async () => {
      const { container, account } = paylink
      const require = (requiresSecondFactor: boolean) =>
        container.get(ChangeAccount).run(actForAccount(OPERATOR, account.id), { requiresSecondFactor })
      const other = await people.join(`eva${turn}@tienda.example`, 'viewer')
      const elsewhere = await people.signedIn(openedBy(await people.afterPassword(other.email)), other.email)
      await require(true)
      const codes = container.get(OwnCodes)
      ;({ secret } = await codes.enrol(other.session, 'Taller Luna'))
      const { opened } = await codes.confirm(other.session, codeAt(0), placeAt())
      await require(false)
      expect((await people.find(opened?.token ?? ''))?.lacksSecondFactor).to.equal(false)
      expect(await people.find(other.token), 'the old id').to.equal(undefined)
      expect(await people.find(elsewhere.token), 'another session').to.equal(undefined)
    })

    it('shows one secret to pages that are opened at once', async () => {
      const other = await people.join(`eva${turn}@tienda.example`, 'viewer')
      const enrol = () => paylink.container.get(OwnCodes).enrol(other.session, 'Taller Luna')
      const shown = await Promise.all(Array.from({ length: 6 }, enrol))
      expect(new Set(shown.map((one) => one.secret)).size).to.equal(1)
      expect((await enrol()).secret).to.equal(shown[0]?.secret)
    })

    it('can be switched off, unless the account requires it; a session tells who lacks it', async () => {
      const { container, account } = paylink
      const require = (requiresSecondFactor: boolean) =>
        container.get(ChangeAccount).run(actForAccount(OPERATOR, account.id), { requiresSecondFactor })
      await require(true)
      const refusal = await container
        .get(OwnCodes)
        .remove(person.session)
        .catch((error: unknown) => error)
      expect(refusal instanceof Problem && refusal.code).to.equal('forbidden')
      expect((await people.find(person.token))?.lacksSecondFactor).to.equal(false)
      expect((await people.enter('lupita@tienda.example')).session.lacksSecondFactor).to.equal(true)
      await require(false)
      await container.get(OwnCodes).remove(person.session)
      expect((await people.signIn(person.email)).outcome).to.equal('signed in')
      expect(await paylink.db('recovery_codes').where({ user_id: person.session.user.id })).to.deep.equal([])
      expect((await people.acts(person.session.user.id)).slice(0, 2)).to.deep.equal([
        'user.signed_in',
        'user.codes_switched_off',
      ])
    })

    it('is not on before a first code, and shows the same secret until then', async () => {
      const other = await people.join(`eva${turn}@tienda.example`, 'viewer')
      const codes = paylink.container.get(OwnCodes)
      const first = await codes.enrol(other.session, 'Taller Luna')
      expect(first.uri).to.match(/^otpauth:\/\/totp\/Taller%20Luna:eva/)
      expect(await codes.enrol(other.session, 'Taller Luna')).to.deep.equal(first)
      const fault = await codes.confirm(other.session, '000000', placeAt()).catch((error: unknown) => error)
      expect(fault instanceof Problem && fault.errors?.map(({ path }) => path)).to.deep.equal(['code'])
      expect((await people.signIn(other.email)).outcome).to.equal('signed in')
    })
  })
}
