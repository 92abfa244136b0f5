import { expect } from 'chai'
import { roleMay } from '@paylink/core/dashboard/access'
import type { Route } from '@paylink/core/dashboard/route'
import { ROLES } from '@paylink/core/identity/role'
import { TestAppliance } from '../support/appliance.js'
import { dashboardRoutes, ShopPerson } from '../support/dashboard.js'
import { ONE_ENGINE } from '../support/engines.js'
import { rowCounts } from '../support/rows.js'

/**
 * Attack list B15 and B17: every address and form × role × mode × account × origin (I46, I47, I49). Who may do what is decided
 * in front of the database: `ENGINES=postgres` takes the other one.
 */
for (const engine of ONE_ENGINE) {
  describe(`who may open what in the dashboard, on ${engine}`, () => {
    let paylink: TestAppliance
    let routes: Route[]
    let owner: ShopPerson
    let ids: Record<string, string>

    before(async () => {
      paylink = await TestAppliance.start(engine)
      routes = await dashboardRoutes(paylink)
      owner = await ShopPerson.signIn(paylink)
      const link = await paylink.createLink()
      const paid = await paylink.createLink()
      const marked = await paylink.post(`/v1/payment_links/${paid.id}/mark_paid`, {})
      ids = { ':id': link.id, ':paymentId': marked.body.paidPaymentId }
    })
    after(() => paylink.stop())

    const pathOf = ({ path }: Route, mode = '/test', given = ids): string => {
      const about = path.startsWith('/payments/') ? { ...given, ':id': given[':paymentId'] ?? '' } : given
      return `/dashboard${mode}${path === '/' ? '' : path.replace(/:\w+/g, (name) => about[name] ?? 'x')}`
    }

    it('sends a visitor without a session to sign-in, and answers 401 to a program', async () => {
      const visitor = owner.withCookie('paylink_session=unknown')
      for (const route of routes) {
        const reply = route.method === 'get' ? await visitor.get(pathOf(route)) : await visitor.post(pathOf(route), {})
        expect(reply.status, route.path).to.equal(303)
        expect(reply.headers.get('location'), route.path).to.match(/\/dashboard\/sign-in\?next=%2Fdashboard%2Ftest/)
      }
      expect((await visitor.get('/dashboard/links', { Accept: 'application/json' })).status).to.equal(401)
    })

    for (const role of ROLES) {
      it(`answers 403 to the role ${role} exactly where it may not`, async () => {
        const person = await ShopPerson.signIn(paylink, role)
        for (const mode of ['', '/test']) {
          for (const route of routes.filter(({ method }) => method === 'get')) {
            const { status } = await person.get(pathOf(route, mode))
            const isAllowed = roleMay(role, route.permission)
            expect(status === 403, `${role} GET ${pathOf(route, mode)}: ${status}`).to.equal(!isAllowed)
            expect(status, `${role} GET ${pathOf(route, mode)}`).to.be.below(500)
          }
        }
      })

      it(`shows the role ${role} no link and no form that would answer 403`, async () => {
        const person = await ShopPerson.signIn(paylink, role)
        const addresses = new Set<string>()
        for (const route of routes.filter(({ method, permission }) => method === 'get' && roleMay(role, permission))) {
          const { html } = await person.get(pathOf(route))
          for (const [, address = ''] of html.matchAll(/(?:href|action|formaction)="(\/dashboard[^"?#]*)/gi))
            addresses.add(address)
        }
        for (const address of addresses) {
          const found = routes.filter(({ path }) => matches(path, address))
          const isOpen = found.length === 0 || found.some(({ permission }) => roleMay(role, permission))
          expect(isOpen, `${role} is shown ${address}`).to.equal(true)
          const isPage = found.length === 0 || found.some(({ method }) => method === 'get')
          if (!isPage || /\/(assets|sign-out)(\/|$)/.test(address)) continue
          expect((await person.get(address)).status, `${role} is shown ${address}`).to.be.below(400)
        }
      })
    }

    it('answers every POST from another origin, or without the token of the session and mode, with 403 and changes nothing', async () => {
      const other = await ShopPerson.signIn(paylink)
      const form = await other.form('/dashboard/test/links/new')
      const before = await rowCounts(paylink)
      const attempts: [string, Record<string, string>, Record<string, string>][] = [
        ['no token', {}, {}],
        ['the token of another session', { csrf: form.fields['csrf'] ?? '' }, {}],
        ['another origin', {}, { Origin: 'https://evil.example' }],
        ['a null origin', {}, { Origin: 'null' }],
        ['no origin', {}, { Origin: '' }],
        ['cross-site', {}, { 'Sec-Fetch-Site': 'cross-site' }],
        ['same-site', {}, { 'Sec-Fetch-Site': 'same-site' }],
      ]
      const own = (await owner.form('/dashboard/test/links/new')).fields['csrf'] ?? ''
      for (const route of routes.filter(({ method }) => method === 'post')) {
        for (const [what, fields, headers] of attempts) {
          const token = Object.keys(headers).length > 0 ? { csrf: own } : fields
          const reply = await owner.post(pathOf(route), token, headers)
          expect(reply.status, `${route.path}: ${what}`).to.equal(403)
        }
        const live = pathOf(route).replace('/dashboard/test', '/dashboard')
        const reply = await owner.post(live, { csrf: own })
        expect(reply.status, `${route.path}: the token of a test page at a live form`).to.equal(403)
      }
      expect(await rowCounts(paylink)).to.deep.equal(before)
    })

    it('answers 405 to other methods', async () => {
      for (const method of ['PUT', 'PATCH', 'DELETE']) {
        const reply = await fetch(`${paylink.url}/dashboard/test/links`, { method, headers: { Cookie: owner.cookie } })
        expect([reply.status, reply.headers.get('allow')]).to.deep.equal([405, 'GET, HEAD, POST'])
      }
    })

    it('keeps the language that a person chose, for that person alone', async () => {
      const person = await ShopPerson.signIn(paylink)
      const form = await person.form('/dashboard/test/links/new', '/language')
      const reply = await person.post(form.action, { ...form.fields, language: 'en' })
      expect([reply.status, reply.headers.get('location')]).to.deep.equal([303, '/dashboard/test/links/new'])
      expect((await person.get('/dashboard/test/links/new')).text).to.include('New link')
      expect((await owner.get('/dashboard/test/links/new')).text).to.include('Enlace nuevo')
    })

    it('lets the owner of a further account describe the business, but leaves real charges to the operator (R223)', async () => {
      const { id } = await ShopPerson.otherAccount(paylink)
      const person = await ShopPerson.signIn(paylink, 'owner', id)
      const reply = await person.send('/dashboard/test/setup/2', { name: 'Taller' })
      expect(reply.status).to.equal(303)
      const account = await paylink.db('accounts').where({ id }).first()
      expect(account).to.include({ name: 'Taller', verified_at: null, subscription: 'inactive' })
    })

    it('takes a form whose key is no key as one without', async () => {
      const link = await paylink.createLink()
      const reply = await owner.send(`/dashboard/test/links/${link.id}/disable`, { key: 'a\0b' })
      expect(reply.status).to.equal(303)
    })

    it('answers 404 for what belongs to another account or mode', async () => {
      const elsewhere = await ShopPerson.signIn(paylink, 'owner', (await ShopPerson.otherAccount(paylink)).id)
      for (const route of routes.filter(({ method, path }) => method === 'get' && /:(id|paymentId)/.test(path))) {
        expect((await elsewhere.get(pathOf(route))).status, `another account: ${route.path}`).to.equal(404)
        expect((await owner.get(pathOf(route, ''))).status, `another mode: ${route.path}`).to.equal(404)
      }
    })
  })
}

/** `/links/:id` matches `/dashboard/test/links/plink_…`. */
const matches = (path: string, address: string): boolean => {
  const shape = path.replace(/:\w+/g, '[^/]+').replace(/^\/$/, '')
  return new RegExp(`^/dashboard(/test)?${shape}/?$`).test(address)
}
