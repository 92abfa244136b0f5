import { ChangeAccount } from '@paylink/core/accounts/change-account'
import { AcceptInvitation } from '@paylink/core/identity/accept-invitation'
import { ConfirmIdentity } from '@paylink/core/identity/confirm-identity'
import { OwnPasskeys } from '@paylink/core/identity/own-passkeys'
import { isPasskeyPossible } from '@paylink/core/identity/passkey-ceremonies'
import { SecondStep } from '@paylink/core/identity/second-step'
import { SignInWithPasskey } from '@paylink/core/identity/sign-in-with-passkey'
import { actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import { Problem } from '@paylink/core/kernel/problem'
import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { Authenticator } from '../support/authenticator.js'
import { ENGINES } from '../support/engines.js'
import { PASSWORD, People, placeAt, type SignedIn } from '../support/people.js'

describe('passkeys', () => {
  it('are offered on host names over https, and on localhost', () => {
    const possible = [
      'https://cobros.example',
      'https://cobros.example:8443',
      'http://localhost:8080',
      'https://localhost',
    ]
    const impossible = [
      'http://cobros.example',
      'https://203.0.113.7',
      'http://127.0.0.1:8080',
      'https://[2001:db8::1]',
    ]
    expect(possible.filter((url) => !isPasskeyPossible(url))).to.deep.equal([])
    expect(impossible.filter((url) => isPasskeyPossible(url))).to.deep.equal([])
  })
})

for (const engine of ENGINES) {
  describe(`passkeys on ${engine}`, () => {
    let paylink: TestAppliance
    let people: People
    let person: SignedIn
    let phone: Authenticator
    let turn = 0

    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: false, jobs: false })
      paylink.clock.stop()
      people = new People(paylink)
      await people.owner()
    })
    after(() => paylink.stop())
    beforeEach(async () => {
      paylink.clock.advance(2 * 3600_000)
      person = await people.join(`ana${++turn}@tienda.example`, 'admin')
      phone = new Authenticator(paylink.url)
    })

    const own = () => paylink.container.get(OwnPasskeys)

    const add = async (device = phone, who = person) => {
      const made = device.register(await own().options(who.session, 'Taller Luna'))
      return (await own().add(who.session, made, 'Mi teléfono', placeAt())).passkey
    }

    const faultOf = async (act: Promise<unknown>): Promise<string> => {
      const error = await act.then(
        () => null,
        (thrown: unknown) => thrown,
      )
      if (error === null) return 'none'
      if (!(error instanceof Problem)) throw new Error('not a problem', { cause: error })
      return error.errors?.map(({ path }) => path).join() ?? error.code
    }

    const enter = async (device = phone, change: (response: any) => any = (response) => response) => {
      const use = paylink.container.get(SignInWithPasskey)
      const options = await use.options(placeAt())
      if (!options) throw new Error('no options')
      return use.run(change(device.authenticate(options)), placeAt())
    }

    it('sign in without a name or a password, and record the use', async () => {
      const passkey = await add()
      const outcome = await enter()
      if (outcome.outcome !== 'signed in') throw new Error(outcome.outcome)
      expect((await people.find(outcome.opened.token))?.user.id).to.equal(person.session.user.id)
      const row = await paylink.db('passkeys').where({ id: passkey.id }).first()
      expect(Number(row.counter)).to.equal(1)
      expect(row).to.include({ name: 'Mi teléfono', last_used_at: paylink.clock.now().toISOString() })
      expect(await people.acts(person.session.user.id)).to.include('user.passkey_added')
    })

    it('are refused when anything about them is wrong', async () => {
      await add()
      const wrong: Record<string, (response: any) => any> = {
        'nothing at all': () => null,
        'a text': () => 'passkey',
        'an empty object': () => ({}),
        'no response': ({ id, rawId, type }) => ({ id, rawId, type }),
        'an unknown id': (response) => ({ ...response, id: 'AAAA', rawId: 'AAAA' }),
        'a changed signature': (response) => ({
          ...response,
          response: { ...response.response, signature: `AAAA${response.response.signature.slice(4)}` },
        }),
        'other client data': (response) => {
          const data = JSON.parse(Buffer.from(response.response.clientDataJSON, 'base64url').toString())
          const clientDataJSON = Buffer.from(JSON.stringify({ ...data, extra: 1 })).toString('base64url')
          return { ...response, response: { ...response.response, clientDataJSON } }
        },
      }
      for (const [what, change] of Object.entries(wrong)) {
        expect(await enter(phone, change), what).to.deep.equal({ outcome: 'refused' })
      }
      expect((await enter()).outcome).to.equal('signed in')
    })

    it('are refused from another origin, for another host, without the person verified, or with an old counter', async () => {
      const add2 = async (device: Authenticator) => faultOf(add(device))
      expect(await add2(new Authenticator('https://phishing.example', 'localhost')), 'origin').to.equal('passkey')
      expect(await add2(new Authenticator(paylink.url, 'phishing.example')), 'host').to.equal('passkey')
      const careless = new Authenticator(paylink.url)
      careless.isVerified = false
      expect(await add2(careless), 'not verified').to.equal('passkey')
      await add()
      phone.isVerified = false
      expect((await enter()).outcome).to.equal('refused')
      phone.isVerified = true
      expect((await enter()).outcome).to.equal('signed in')
      // A copy of the passkey was used elsewhere, or this one is the copy.
      phone.counter = 0
      expect((await enter()).outcome).to.equal('refused')
    })

    it('take a challenge once, within five minutes, for its own ceremony and person', async () => {
      await add()
      const use = paylink.container.get(SignInWithPasskey)
      const options = await use.options(placeAt())
      if (!options) throw new Error('no options')
      const responses = [phone.authenticate(options), phone.authenticate(options)]
      const outcomes = await Promise.all(responses.map((response) => use.run(response, placeAt())))
      expect(outcomes.map(({ outcome }) => outcome).sort()).to.deep.equal(['refused', 'signed in'])
      const late = await use.options(placeAt())
      if (!late) throw new Error('no options')
      paylink.clock.advance(5 * 60_000)
      expect((await use.run(phone.authenticate(late), placeAt())).outcome).to.equal('refused')
      const confirming = await paylink.container.get(ConfirmIdentity).passkeyOptions(person.session)
      expect((await use.run(phone.authenticate(confirming), placeAt())).outcome).to.equal('refused')
      const other = await people.join(`eva${turn}@tienda.example`, 'viewer')
      const made = new Authenticator(paylink.url).register(await own().options(other.session, 'x'))
      expect(await faultOf(own().add(person.session, made, 'Suya', placeAt()))).to.equal('passkey')
    })

    it('confirm who it is, and only the person of the session', async () => {
      await add()
      const confirm = paylink.container.get(ConfirmIdentity)
      const other = await people.join(`eva${turn}@tienda.example`, 'viewer')
      const theirs = new Authenticator(paylink.url)
      await add(theirs, other)
      const { challenge } = await confirm.passkeyOptions(person.session)
      const wrong = await confirm.run(person.session, { passkey: theirs.authenticate({ challenge }) }, placeAt())
      expect(wrong.outcome).to.equal('refused')
      const options = await confirm.passkeyOptions(person.session)
      const right = await confirm.run(person.session, { passkey: phone.authenticate(options) }, placeAt())
      expect(right.outcome).to.equal('confirmed')
      expect(await people.find(person.token)).to.equal(undefined)
    })

    it('are the second step where one is required, and cannot be the last to go', async () => {
      const { container, account } = paylink
      const require = (requiresSecondFactor: boolean) =>
        container.get(ChangeAccount).run(actForAccount(OPERATOR, account.id), { requiresSecondFactor })
      const passkey = await add()
      expect((await people.signIn(person.email)).outcome, 'a shortcut elsewhere').to.equal('signed in')
      await require(true)
      const outcome = await people.signIn(person.email)
      if (outcome.outcome !== 'second step') throw new Error(outcome.outcome)
      const step = container.get(SecondStep)
      const options = await step.passkeyOptions(outcome.token)
      if (!options) throw new Error('no options')
      const given = await step.withPasskey(outcome.token, phone.authenticate(options), {
        place: placeAt(),
        trust: false,
      })
      expect(given.outcome).to.equal('signed in')
      expect(await faultOf(own().remove(person.session, passkey.id))).to.equal('forbidden')
      await require(false)
      await own().remove(person.session, passkey.id)
      expect((await enter()).outcome).to.equal('refused')
    })

    it('are made with the sign-in of an invitation, beside a password', async () => {
      const accept = paylink.container.get(AcceptInvitation)
      const token = await people.invite(`sofi${turn}@tienda.example`)
      const options = await accept.passkeyOptions(token, 'invitation', { name: 'Sofi', email: '' })
      if (!options) throw new Error('no options')
      const input = { name: 'Sofi', password: PASSWORD, passkey: phone.register(options) }
      const alone = accept.run(token, 'invitation', { ...input, password: '' }, placeAt())
      expect(await faultOf(alone)).to.equal('password')
      const opened = await accept.run(token, 'invitation', input, placeAt())
      const sofi = await people.signedIn(opened, '')
      expect(sofi.session.user).to.include({ name: 'Sofi', role: 'viewer' })
      expect((await enter()).outcome).to.equal('signed in')
      const { id } = sofi.session.user
      expect((await paylink.db('users').where({ id }).first()).password).to.match(/^scrypt/)
      // One who joined with a passkey alone, as was possible once, keeps it.
      await paylink.change('users', id, { password: null })
      const [passkey] = await paylink.db('passkeys').where({ user_id: sofi.session.user.id })
      expect(await faultOf(own().remove(sofi.session, 'unknown'))).to.equal('not_found')
      expect(await faultOf(own().remove(sofi.session, passkey.id))).to.equal('forbidden')
    })

    it('cannot be registered twice, nor removed by another person', async () => {
      const { id } = await add()
      const other = await people.join(`eva${turn}@tienda.example`, 'viewer')
      expect(await faultOf(own().remove(other.session, id))).to.equal('not_found')
      await add(new Authenticator(paylink.url), other)
      expect(await faultOf(own().remove(other.session, id))).to.equal('not_found')
      const options = await own().options(person.session, 'Taller Luna')
      expect(options.excludeCredentials?.map((one) => one.id)).to.deep.equal([id])
    })
  })
}
