import { AcceptInvitation } from '@paylink/core/identity/accept-invitation'
import { InviteUser } from '@paylink/core/identity/invite-user'
import { ReadInvitation } from '@paylink/core/identity/read-invitation'
import { RequestReset } from '@paylink/core/identity/request-reset'
import { ResetPassword } from '@paylink/core/identity/reset-password'
import { SetUpAddress } from '@paylink/core/identity/set-up-address'
import { actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import { Problem } from '@paylink/core/kernel/problem'
import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { PASSWORD, People, placeAt } from '../support/people.js'

const HOUR = 3600_000
const DAY = 24 * HOUR

for (const engine of ENGINES) {
  describe(`one-time addresses on ${engine}`, () => {
    let paylink: TestAppliance
    let people: People

    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: false, jobs: false })
      paylink.clock.stop()
      people = new People(paylink)
    })
    after(() => paylink.stop())

    const setUp = () => paylink.container.get(SetUpAddress).find()
    const input = (changes: object = {}) => ({
      name: 'Ana',
      email: 'ana@tienda.example',
      password: PASSWORD,
      ...changes,
    })
    const accept = (token: string, purpose: 'setup' | 'invitation', changes: object = {}) =>
      paylink.container.get(AcceptInvitation).run(token, purpose, input(changes), placeAt())
    const pathsOf = async (act: Promise<unknown>): Promise<string> => {
      const error = await act.catch((thrown: unknown) => thrown)
      if (!(error instanceof Problem)) return 'none'
      return error.errors?.map(({ path }) => path).join() ?? error.code
    }
    const operator = () => actForAccount(OPERATOR, paylink.account.id)

    it('of the set-up stays the same while it is valid, and is a new one after 24 hours', async () => {
      const first = await setUp()
      expect(first).to.match(new RegExp(`^${paylink.url}/dashboard/setup/invt_\\w{26}\\.[0-9a-f]{32}$`))
      paylink.clock.advance(DAY - 1)
      expect(await setUp()).to.equal(first)
      paylink.clock.advance(1)
      const second = await setUp()
      expect(second).to.be.a('string').and.not.equal(first)
      expect(await accept(People.tokenIn(first ?? ''), 'setup')).to.equal(undefined)
    })

    it('opens only with its own MAC and for its own purpose, and is not in the database', async () => {
      const token = People.tokenIn((await setUp()) ?? '')
      const read = paylink.container.get(ReadInvitation)
      const [id = '', mac = ''] = token.split('.')
      const wrong = [
        id,
        `${id}.`,
        `${id}.${'0'.repeat(32)}`,
        token.slice(0, -1),
        `${token}0`,
        token.toUpperCase(),
        '',
        '\0',
      ]
      for (const one of wrong) expect(await read.find(one, 'setup'), one).to.equal(undefined)
      expect(await read.find(token, 'invitation')).to.equal(undefined)
      expect(await read.find(token, 'setup')).to.include({ id, role: 'owner' })
      const stored = JSON.stringify([await paylink.db('invitations'), await paylink.db('audit_entries')])
      expect(stored).not.to.include(mac)
    })

    it('of the set-up works until there is an owner, and is over with the first', async () => {
      await people.join('viewer@tienda.example', 'viewer')
      const token = People.tokenIn((await setUp()) ?? '')
      const read = paylink.container.get(ReadInvitation)
      expect(await read.find(token, 'setup')).not.to.equal(undefined)
      const owner = await people.join('first@tienda.example', 'owner')
      expect(await read.find(token, 'setup')).to.equal(undefined)
      expect(await setUp()).to.equal(null)
      await paylink.change('users', owner.session.user.id, { role: 'viewer' })
    })

    it('of the set-up makes one owner, however often it is used at once', async () => {
      const token = People.tokenIn((await setUp()) ?? '')
      expect(await pathsOf(accept(token, 'setup', { password: 'short' }))).to.equal('password')
      expect(await pathsOf(accept(token, 'setup', { name: ' ', email: 'nowhere', password: '' }))).to.equal(
        'name,password,email',
      )
      const emails = ['lupita@tienda.example', 'eva@tienda.example', 'sofi@tienda.example']
      const made = await Promise.all(emails.map((email) => accept(token, 'setup', { email })))
      expect(made.filter((opened) => opened !== undefined)).to.have.length(1)
      const users = await paylink.db('users')
      const owners = users.filter(({ role }: { role: string }) => role === 'owner')
      expect(owners).to.have.length(1)
      expect(await setUp()).to.equal(null)
      expect(await people.acts(owners[0].id)).to.deep.equal(['user.signed_in', 'user.joined'])
    })

    it('of an invitation makes one user with its address and role, by default a viewer', async () => {
      const token = await people.invite('Beto@tienda.example')
      const both = await Promise.all([1, 2].map(() => accept(token, 'invitation', { email: 'other@tienda.example' })))
      const [opened, ...others] = both.filter((one) => one !== undefined)
      expect(others).to.deep.equal([])
      const { session } = await people.signedIn(opened, '')
      expect(session.user).to.include({ email: 'Beto@tienda.example', role: 'viewer', name: 'Ana' })
      const [row] = await paylink.db('invitations').where({ email_key: 'beto@tienda.example' })
      expect(row).to.include({ invited_by: 'operator', role: 'viewer' })
    })

    it('refuses an address that has a user, anywhere on the installation', async () => {
      expect(await pathsOf(people.invite('BETO@tienda.example'))).to.equal('email')
      const token = await people.invite('carla@tienda.example', 'admin')
      const other = await people.invite('carla@tienda.example', 'viewer')
      expect(await accept(token, 'invitation'), 'replaced by the newer one').to.equal(undefined)
      expect(await accept(other, 'invitation')).not.to.equal(undefined)
      expect(await pathsOf(people.invite('x@y'))).to.equal('email')
      const wrong = { email: 'dani@tienda.example', role: 'boss' as 'owner' }
      expect(await pathsOf(paylink.container.get(InviteUser).run(operator(), wrong))).to.equal('role')
    })

    it('of an invitation is good for 7 days, and until it is withdrawn', async () => {
      const invite = paylink.container.get(InviteUser)
      const old = await people.invite('old@tienda.example')
      paylink.clock.advance(7 * DAY - 1)
      expect(await paylink.container.get(ReadInvitation).find(old, 'invitation')).not.to.equal(undefined)
      paylink.clock.advance(1)
      expect(await accept(old, 'invitation')).to.equal(undefined)
      const token = await people.invite('gone@tienda.example')
      const [open] = await invite.list(paylink.account.id)
      expect(await pathsOf(invite.withdraw(actForAccount(OPERATOR, 'acct_none'), open?.id ?? ''))).to.equal('not_found')
      await invite.withdraw(operator(), open?.id ?? '')
      expect(await accept(token, 'invitation')).to.equal(undefined)
      expect(await pathsOf(invite.withdraw(operator(), open?.id ?? ''))).to.equal('not_found')
    })

    it('of a reset sets a password once, ends all sessions and keeps the second factor', async () => {
      const person = await people.join('fer@tienda.example', 'admin')
      const requestReset = paylink.container.get(RequestReset)
      const { address } = await requestReset.forMember(operator(), ' FER@tienda.example', {
        clearsSecondFactor: false,
      })
      expect(address).to.include('/dashboard/reset/')
      const token = People.tokenIn(address)
      const reset = (password: string) => paylink.container.get(ResetPassword).run(token, password, placeAt())
      expect(await pathsOf(reset('short'))).to.equal('password')
      const both = await Promise.all([reset('the first of two passwords'), reset('the second of two passwords')])
      expect(both.filter(Boolean)).to.have.length(1)
      expect(await people.find(person.token)).to.equal(undefined)
      expect((await people.signIn(person.email)).outcome).to.equal('refused')
      const now = both[0] ? 'the first of two passwords' : 'the second of two passwords'
      expect((await people.signIn(person.email, now)).outcome).to.equal('signed in')
      expect((await people.acts(person.session.user.id)).slice(1, 3)).to.deep.equal([
        'user.password_reset',
        'user.reset_requested',
      ])
    })

    it('of a reset is good for 24 hours, and not after the password was changed otherwise', async () => {
      const requestReset = paylink.container.get(RequestReset)
      const make = async (): Promise<string> =>
        People.tokenIn(
          (await requestReset.forMember(operator(), 'fer@tienda.example', { clearsSecondFactor: true })).address,
        )
      const reset = (token: string) => paylink.container.get(ResetPassword).run(token, 'some other password', placeAt())
      const old = await make()
      paylink.clock.advance(DAY)
      expect(await reset(old)).to.equal(undefined)
      const [first, second] = [await make(), await make()]
      expect(await reset(first), 'replaced by the newer one').to.equal(undefined)
      expect(await reset(second)).to.be.a('string')
      expect(
        await pathsOf(requestReset.forMember(operator(), 'none@tienda.example', { clearsSecondFactor: false })),
      ).to.equal('not_found')
      const foreign = actForAccount(OPERATOR, 'acct_none')
      expect(
        await pathsOf(requestReset.forMember(foreign, 'fer@tienda.example', { clearsSecondFactor: false })),
      ).to.equal('not_found')
    })
  })
}
