import { expect } from 'chai'
import { roleMay } from '@paylink/core/dashboard/access'
import type { Route } from '@paylink/core/dashboard/route'
import { type Role, ROLES } from '@paylink/core/identity/role'
import { TestAppliance } from '../support/appliance.js'
import { dashboardRoutes, ShopPerson } from '../support/dashboard.js'
import { ONE_ENGINE } from '../support/engines.js'
import { rowMarks } from '../support/rows.js'
import { FullShop, isOfAMode, kindOf, MARK } from './full-shop.js'

const MODES = ['', '/test']
const LATER = 11 * 60_000
/** What was typed is kept for the person, until they have signed in or confirmed who they are. */
const KEPT = ['held_forms']

/** Who may do what is decided in front of the database: `ENGINES=postgres` takes the other one. */
for (const engine of ONE_ENGINE) {
  describe(`who may send which form of the dashboard, on ${engine}`, () => {
    let paylink: TestAppliance
    let shop: FullShop
    let routes: Route[]

    before(async () => {
      paylink = await TestAppliance.start(engine, { outboundAllowPrivate: true }, { http: true, jobs: false })
      paylink.clock.stop()
      routes = await dashboardRoutes(paylink)
    })
    after(() => paylink.stop())
    beforeEach(async () => (shop = await FullShop.furnish(paylink)))

    const posts = (): Route[] => routes.filter(({ method }) => method === 'post')
    const mayNot = (role: Role): Route[] => posts().filter(({ permission }) => !roleMay(role, permission))

    /** Sends every one of them in both modes, with a valid token. */
    async function sendAll(
      person: ShopPerson,
      which: readonly Route[],
      see: (status: number, name: string, location: string) => void,
      modes = MODES,
    ): Promise<void> {
      for (const mode of modes) {
        const fields = await shop.fields(person, mode)
        for (const route of which) {
          const { status, headers } = await person.post(shop.pathOf(route, mode), fields)
          see(status, `POST ${mode}${route.path}`, headers.get('location') ?? '')
        }
      }
    }

    for (const role of ROLES.filter((one) => one !== 'owner')) {
      it(`refuses the role ${role} every form that it may not send, and changes nothing`, async () => {
        const person = await ShopPerson.signIn(paylink, role)
        expect(mayNot(role)).to.not.deep.equal([])
        const before = await rowMarks(paylink)
        await sendAll(person, mayNot(role), (status, name) => expect(status, name).to.equal(403))
        expect(await rowMarks(paylink)).to.deep.equal(before)
      })
    }

    for (const role of ROLES) {
      it(`answers the role ${role} every form that it may send, and never with an internal error`, async () => {
        await ShopPerson.signIn(paylink)
        // A hash takes a third of a second: one role is enough.
        const changes: Record<string, string> = role === 'owner' ? {} : { password: '' }
        for (const mode of MODES) {
          let [person, hasEnded] = [await ShopPerson.signIn(paylink, role), false]
          let fields = await shop.fields(person, mode, changes)
          for (const route of posts().filter(({ permission }) => roleMay(role, permission))) {
            if (hasEnded) {
              person = await ShopPerson.signIn(paylink, role)
              fields = await shop.fields(person, mode, changes)
            }
            const { status, headers } = await person.post(shop.pathOf(route, mode), fields)
            expect(status, `POST ${mode}${route.path}`).to.be.below(500)
            expect(status, `POST ${mode}${route.path}`).to.not.equal(403)
            // An act about oneself may replace the session, or end it.
            hasEnded = headers.has('set-cookie')
          }
        }
      })
    }

    it('asks for a proof of identity, on opening and on sending, wherever a route declares it, and changes nothing', async () => {
      const person = await ShopPerson.signIn(paylink)
      const fields = new Map<string, Record<string, string>>()
      for (const mode of MODES) fields.set(mode, await shop.fields(person, mode))
      paylink.clock.advance(LATER)
      const before = await rowMarks(paylink, KEPT)
      const confirming = routes.filter(({ confirms }) => confirms === true)
      expect(confirming).to.have.length.above(20)
      for (const mode of MODES) {
        for (const route of confirming) {
          const path = shop.pathOf(route, mode)
          const reply = await (route.method === 'get' ? person.get(path) : person.post(path, fields.get(mode) ?? {}))
          const location = reply.headers.get('location') ?? ''
          expect([reply.status, location.split('=')[0]], `${route.method} ${path}`).to.deep.equal([
            303,
            `/dashboard${mode}/confirm?next`,
          ])
        }
      }
      const after = await rowMarks(paylink, KEPT)
      expect(after).to.deep.equal({ ...before, sessions: after['sessions'] })
    })

    it('finds nothing of another account, and nothing of the other mode, and changes nothing there', async () => {
      const about = posts().filter(({ path }) => kindOf(path) !== undefined)
      const elsewhere = await ShopPerson.signIn(paylink, 'owner', (await ShopPerson.otherAccount(paylink)).id)
      const owner = await ShopPerson.signIn(paylink)
      const before = await rowMarks(paylink)
      // An address that is not suppressed here may be written to: that is what the form asks for.
      const seen = (status: number, name: string): void =>
        void expect(status, name).to.equal(name.endsWith('/suppressed/:id/allow') ? 303 : 404)
      await sendAll(elsewhere, about, seen)
      const ofAMode = about.filter(({ path }) => isOfAMode(path))
      expect(ofAMode).to.have.length.above(15)
      await sendAll(owner, ofAMode, seen, [''])
      expect(await rowMarks(paylink)).to.deep.equal(before)
    })

    it('finds no session and no passkey of another person, and no link of another for a cashier, and changes nothing', async () => {
      const ofOnePerson = posts().filter(({ path }) => ['sessions', 'passkeys'].includes(kindOf(path) ?? ''))
      const ofLinks = posts().filter(
        ({ path, permission }) => kindOf(path) === 'links' && permission === 'links:charge',
      )
      expect([ofOnePerson.length, ofLinks.length]).to.deep.equal([3, 2])
      const [owner, cashier] = [await ShopPerson.signIn(paylink), await ShopPerson.signIn(paylink, 'cashier')]
      const before = await rowMarks(paylink)
      const seen = (status: number, name: string): void => void expect(status, name).to.equal(404)
      await sendAll(owner, ofOnePerson, seen)
      await sendAll(cashier, [...ofOnePerson, ...ofLinks], seen)
      expect(await rowMarks(paylink)).to.deep.equal(before)
    })

    it('takes nothing from a person who was removed, or whose role was lowered, after they opened the form', async () => {
      const [removed, demoted] = [await ShopPerson.signIn(paylink, 'admin'), await ShopPerson.signIn(paylink, 'admin')]
      const owner = await ShopPerson.signIn(paylink)
      const presses: [ShopPerson, Record<string, string>][] = []
      for (const person of [removed, demoted]) presses.push([person, await shop.fields(person, '/test')])
      const at = ({ userId }: ShopPerson): string => `/dashboard/test/settings/team/people/${userId}`
      expect((await owner.send(`${at(removed)}/remove`, {}, '/remove')).status).to.equal(303)
      expect((await owner.send(at(demoted), { role: 'viewer' }, '/role')).status).to.equal(303)
      const before = await rowMarks(paylink, KEPT)
      for (const [person, fields] of presses) {
        for (const route of posts()) {
          const { status, headers } = await person.post(shop.pathOf(route, '/test'), fields)
          expect(status, route.path).to.equal(303)
          expect(headers.get('location'), route.path).to.match(/^\/dashboard\/sign-in\?next=/)
        }
      }
      expect(await rowMarks(paylink, KEPT)).to.deep.equal(before)
    })

    it('asks for the role with every form, also where a session outlived the change of it', async () => {
      const person = await ShopPerson.signIn(paylink, 'owner')
      const fields = await shop.fields(person, '/test')
      await paylink.change('users', person.userId, { role: 'cashier' })
      const before = await rowMarks(paylink)
      for (const route of mayNot('cashier')) {
        expect((await person.post(shop.pathOf(route, '/test'), fields)).status, route.path).to.equal(403)
      }
      expect(await rowMarks(paylink)).to.deep.equal(before)
    })

    it('shows what one account has typed to that account alone', async () => {
      await paylink.changeAccount({ name: MARK })
      const owner = await ShopPerson.signIn(paylink)
      const elsewhere = await ShopPerson.signIn(paylink, 'owner', (await ShopPerson.otherAccount(paylink)).id)
      let count = 0
      for (const mode of MODES) {
        for (const route of routes.filter(({ method }) => method === 'get')) {
          const path = shop.pathOf(route, mode)
          expect((await elsewhere.get(path)).html, path).to.not.include(MARK)
          if ((await owner.get(path)).html.includes(MARK)) count++
        }
      }
      expect(count, 'pages of its own that show it').to.be.above(30)
    })
  })
}
