import crypto, { scryptSync } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { ChangePassword } from '@paylink/core/identity/change-password'
import { KnownPlaces } from '@paylink/core/identity/known-places'
import { PasswordHasher } from '@paylink/core/identity/password-hasher'
import { ReadInvitation } from '@paylink/core/identity/read-invitation'
import { RequestReset } from '@paylink/core/identity/request-reset'
import { ResetPassword } from '@paylink/core/identity/reset-password'
import { SignInWithPasskey } from '@paylink/core/identity/sign-in-with-passkey'
import { actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import { Problem } from '@paylink/core/kernel/problem'
import { SystemRandom } from '@paylink/core/kernel/random'
import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { PASSWORD, People, placeAt, type SignedIn } from '../support/people.js'

const MINUTE = 60_000

/** Counts every scrypt of this process, by any code. */
async function scryptsOf(act: () => Promise<unknown>): Promise<number> {
  const original = crypto.scrypt
  let count = 0
  const counting = (...args: unknown[]): void => {
    count++
    ;(original as (...given: unknown[]) => void)(...args)
  }
  crypto.scrypt = counting
  syncBuiltinESMExports()
  try {
    await act()
    return count
  } finally {
    crypto.scrypt = original
    syncBuiltinESMExports()
  }
}

for (const engine of ENGINES) {
  describe(`signing in with a password on ${engine}`, () => {
    let paylink: TestAppliance
    let people: People
    let owner: SignedIn

    before(async () => {
      const mail = { smtpUrl: 'smtp://127.0.0.1:1', mailFrom: 'cobros@tienda.example' }
      paylink = await TestAppliance.start(engine, mail, { http: false, jobs: false })
      paylink.clock.stop()
      people = new People(paylink)
      owner = await people.owner()
    })
    after(() => paylink.stop())
    // Full buckets for each test.
    beforeEach(() => paylink.clock.advance(2 * 3600_000))

    const outcomeOf = async (email: string, password: string, place = placeAt('198.51.100.1')): Promise<string> =>
      (await people.signIn(email, password, place)).outcome

    it('opens a session of the user, however the address is typed', async () => {
      const { session } = await people.enter(' LUPITA@Tienda.example ')
      expect(session).to.include({ accountId: paylink.account.id, lacksSecondFactor: false })
      expect(session.user).to.deep.equal({
        ...{ id: owner.session.user.id, name: 'Lupita', email: 'lupita@tienda.example' },
        ...{ role: 'owner', locale: null },
      })
      expect(await people.acts(session.user.id)).to.include('user.signed_in')
    })

    it('refuses in the same words, at one scrypt, whatever is wrong', async () => {
      const tries = [
        ['lupita@tienda.example', 'not the password'],
        ['no-one-here@tienda.example', PASSWORD],
        ['not an address\0', PASSWORD],
        ['', ''],
        ['lupita@tienda.example', `${PASSWORD} `],
        ['lupita@tienda.example', 'x'.repeat(100_000)],
      ] as const
      for (const [index, [email, password]] of tries.entries()) {
        let outcome: unknown
        const count = await scryptsOf(async () => {
          outcome = await people.signIn(email, password, placeAt(`198.51.100.${index + 10}`))
        })
        expect(outcome, email).to.deep.equal({ outcome: 'refused' })
        expect(count, email).to.equal(1)
      }
      expect(await scryptsOf(() => people.enter(owner.email))).to.equal(1)
    })

    it('stores scrypt with N=2^15, r=8, p=3 and 16 bytes of salt, and never the password or a token', async () => {
      const { token, device } = await people.enter(owner.email)
      const { password } = await paylink.db('users').where({ id: owner.session.user.id }).first()
      const [scheme, logN, r, p, salt, hash] = password.split('$')
      expect([scheme, logN, r, p]).to.deep.equal(['scrypt', '15', '8', '3'])
      expect(Buffer.from(salt, 'base64url')).to.have.length(16)
      const options = { N: 2 ** 15, r: 8, p: 3, maxmem: 2 ** 27 }
      expect(scryptSync(PASSWORD, Buffer.from(salt, 'base64url'), 32, options).toString('base64url')).to.equal(hash)
      const stored = JSON.stringify([
        await paylink.db('sessions'),
        await paylink.db('devices'),
        await paylink.db('users'),
      ])
      for (const secret of [token, device, PASSWORD]) expect(stored).not.to.include(secret)
    })

    it('renews a hash with other parameters once', async () => {
      const salt = Buffer.alloc(16, 7)
      const weak = scryptSync(PASSWORD, salt, 32, { N: 2 ** 10, r: 8, p: 1 })
      const stored = ['scrypt', 10, 8, 1, salt.toString('base64url'), weak.toString('base64url')].join('$')
      await paylink.change('users', owner.session.user.id, { password: stored })
      expect(await scryptsOf(() => people.enter(owner.email))).to.equal(2)
      const { password } = await paylink.db('users').where({ id: owner.session.user.id }).first()
      expect(password).to.match(/^scrypt[$]15[$]8[$]3[$]/)
      expect(await scryptsOf(() => people.enter(owner.email))).to.equal(1)
    })

    it('takes passwords of 12 to 128 characters, in any script', async () => {
      const change = async (password: string): Promise<string> => {
        const { session } = await people.enter(owner.email)
        const opened = await paylink.container
          .get(ChangePassword)
          .run(session, password, placeAt())
          .catch((error: unknown) => error)
        if (!(opened instanceof Problem)) return 'changed'
        return opened.errors?.map(({ path }) => path).join() ?? opened.code
      }
      for (const wrong of ['', 'x'.repeat(11), 'x'.repeat(129), '👩‍🎨'.repeat(3)]) {
        expect(await change(wrong), wrong).to.equal('password')
      }
      expect(await change('ñandú 陶器 ☕ caña')).to.equal('changed')
      // The same text in decomposed characters, as another keyboard types it.
      const decomposed = 'ñandú 陶器 ☕ caña'.normalize('NFD')
      expect(await outcomeOf(owner.email, decomposed)).to.equal('signed in')
      const { session } = await people.enter(owner.email, decomposed)
      await paylink.container.get(ChangePassword).run(session, PASSWORD, placeAt())
    })

    it('makes a guesser wait: five tries from one place, then one a minute; the same for unknown addresses', async () => {
      for (const email of [owner.email, 'no-one-here@tienda.example']) {
        const place = placeAt('198.51.100.60')
        const outcomes: string[] = []
        for (let index = 0; index < 6; index++) outcomes.push(await outcomeOf(email, 'guess guess guess', place))
        expect(outcomes, email).to.deep.equal([...Array.from({ length: 5 }, () => 'refused'), 'wait'])
        // The right password is not even looked at.
        const waiting = await people.signIn(email, PASSWORD, place)
        expect(waiting.outcome === 'wait' && waiting.seconds).to.be.within(1, 60)
        paylink.clock.advance(MINUTE)
        expect(await outcomeOf(email, 'guess guess guess', place)).to.equal('refused')
        expect(await outcomeOf(email, 'guess guess guess', place)).to.equal('wait')
      }
    })

    it('counts tries that are made at once', async () => {
      const place = placeAt('198.51.100.61')
      const tries = Array.from({ length: 12 }, () => outcomeOf(owner.email, 'guess guess guess', place))
      const refused = (await Promise.all(tries)).filter((outcome) => outcome === 'refused')
      expect(refused).to.have.length(5)
    })

    it('does not lock the owner out: guesses from many places reach neither a known browser nor a known address', async () => {
      const { device } = await people.enter(owner.email, PASSWORD, placeAt('203.0.113.99'))
      paylink.clock.advance(2 * 3600_000)
      let outcome = ''
      for (let index = 30; index < 58; index++) await people.guess(owner.email, `100.64.${index}.1`)
      for (let index = 0; outcome !== 'wait' && index < 30; index++) {
        outcome = await outcomeOf(owner.email, 'guess guess guess', placeAt(`100.64.${index}.1`))
      }
      expect(outcome, 'all unknown places share a limit').to.equal('wait')
      expect(await outcomeOf(owner.email, PASSWORD, placeAt('100.64.200.1'))).to.equal('wait')
      expect(await outcomeOf(owner.email, PASSWORD, placeAt('100.64.201.1', device)), 'known browser').to.equal(
        'signed in',
      )
      expect(await outcomeOf(owner.email, PASSWORD, placeAt('203.0.113.99')), 'known address').to.equal('signed in')
      // Another person is not slowed down.
      expect(await outcomeOf('ana@example.com', 'guess guess guess', placeAt('100.64.202.1'))).to.equal('refused')
    })

    it('lets a person in after their own reset while others guess, from the browser of the reset', async () => {
      const { container, account } = paylink
      const reset = async (clearsSecondFactor: boolean): Promise<string> => {
        const principal = actForAccount(OPERATOR, account.id)
        return People.tokenIn(
          (await container.get(RequestReset).forMember(principal, owner.email, { clearsSecondFactor })).address,
        )
      }
      for (let index = 0; index < 40; index++) await people.guess(owner.email, `100.65.${index}.1`)
      const device = await container.get(ResetPassword).run(await reset(false), PASSWORD, placeAt('100.66.1.1'))
      const known = container.get(KnownPlaces)
      expect(await known.find(owner.session.user.id, placeAt('100.66.2.1', device))).to.deep.equal({
        ...{ familiarity: 'device', isTrusted: false },
      })
      expect(await outcomeOf(owner.email, PASSWORD, placeAt('100.66.2.1', device))).to.equal('signed in')
      // What anyone can ask for leaves the operator's in place.
      const token = await reset(true)
      await container.get(RequestReset).byMail(owner.email, placeAt('100.67.1.1'))
      await container.get(RequestReset).byMail(owner.email, placeAt('100.67.1.1'))
      expect(await container.get(ReadInvitation).find(token, 'reset')).to.include({ clearsSecondFactor: true })
      const open = await paylink.db('invitations').where({ purpose: 'reset', used_at: null, withdrawn_at: null })
      expect(open.map((one: { invited_by: string }) => one.invited_by).sort()).to.deep.equal(['operator', 'paylink'])
    })

    it('limits one address that tries many people, an IPv6 network as one', async () => {
      const { container } = paylink
      const asked = async (index: number) => container.get(SignInWithPasskey).options(placeAt(`2001:db8::${index}`))
      for (let index = 0; index < 60; index++) expect(await asked(index), `${index}`).not.to.equal(null)
      expect(await asked(60)).to.equal(null)
      const place = placeAt('2001:db8::ffff')
      expect(await outcomeOf('ana@example.com', 'guess guess guess', place)).to.equal('wait')
      expect(await outcomeOf('ana@example.com', 'guess guess guess', placeAt('2001:db8:0:1::1'))).to.equal('refused')
    })
  })
}

describe('many who sign in at once', () => {
  it('have two hashes made at once; strangers have a part of the queue, and known people are served first', async () => {
    const original = crypto.scrypt
    const running: (() => void)[] = []
    let most = 0
    crypto.scrypt = (...args: unknown[]) => {
      const done = args.at(-1) as (error: null, key: Buffer) => void
      most = Math.max(
        most,
        running.push(() => done(null, Buffer.alloc(32))),
      )
    }
    syncBuiltinESMExports()
    try {
      const hasher = new PasswordHasher(new SystemRandom())
      const order: string[] = []
      const check = async (name: string, stranger: string | null): Promise<void> => {
        try {
          await hasher.check('x', null, stranger)
          order.push(name)
        } catch (error) {
          order.push(error instanceof Problem ? `${name} ${error.code}` : String(error))
        }
      }
      const tries = [
        ...Array.from({ length: 10 }, () => check('same', '192.0.2.1')),
        ...Array.from({ length: 40 }, (_, index) => check('crowd', `198.51.100.${index}`)),
        check('owner', null),
      ]
      let steps = 0
      while (order.length < tries.length && steps++ < 200) {
        running.shift()?.()
        await new Promise((resolve) => setImmediate(resolve))
      }
      const count = (name: string): number => order.filter((one) => one === name).length
      expect([count('same'), count('same rate_limited')], 'two made at once, three wait').to.deep.equal([5, 5])
      expect([count('crowd'), count('crowd rate_limited')]).to.deep.equal([17, 23])
      const served = order.filter((one) => !one.includes('rate_limited'))
      expect(served.indexOf('owner'), 'after those that ran already').to.be.within(1, 2)
      expect(most).to.equal(2)
    } finally {
      crypto.scrypt = original
      syncBuiltinESMExports()
    }
  })
})
