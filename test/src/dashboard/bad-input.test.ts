import type { Route } from '@paylink/core/dashboard/route'
import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { dashboardRoutes, formsIn, type PageForm, ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'

const BASE = '/dashboard/test'
const VALUES = [
  ...['\0', 'a\r\nX-A: b', '\u202eevil"><b>', '__proto__', 'a'.repeat(3000), '-1', '9007199254740991', '1e400'],
  ...['2026-02-31', 'ñ→💸\u2028\ufffe', '0.9007199254740991', '=1+1', '', ' ', '../../x', 'https://u:p@[::1]/\u0001'],
  ...['a@b.co\r\nBcc: x@y.z', `${'a'.repeat(64)}@${'b'.repeat(300)}.example`, '0'.repeat(400), '%00%', 'constructor'],
]
/** Of all pages: those that a page does not know must not disturb it either. */
const PARAMETERS = [
  ...['month', 'currency', 'q', 'from', 'by', 'what', 'when', 'older', 'newer', 'status', 'saved', 'held'],
  ...['since', 'before', 'method', 'provider', 'kind', 'days', 'checked', 'connected', 'disconnected', 'asked'],
  ...['receipt', 'invoice', 'done', 'made', 'resent', 'next', 'm', 's', 'lang', 'backup'],
]
const AT_ONCE = 6

/** Postgres refuses more, such as NUL; `ENGINES=sqlite` takes the other one. */
for (const engine of ENGINES.slice(-1)) {
  describe(`whatever is put into addresses and forms of the dashboard, on ${engine}`, () => {
    let paylink: TestAppliance
    let owner: ShopPerson
    let routes: Route[]
    let turn = 0

    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      routes = await dashboardRoutes(paylink)
      owner = await ShopPerson.signIn(paylink)
      const paid = await paylink.createLink()
      await paylink.post(`/v1/payment_links/${paid.id}/mark_paid`, {})
      await paylink.openCheckout(await paylink.createLink())
      // The newest is the one that a walk through the pages meets.
      await paylink.createLink()
      await ShopPerson.signIn(paylink, 'cashier')
      await owner.send(`${BASE}/settings/keys/new`, { name: 'Tienda' }, '/keys')
      await owner.send(`${BASE}/settings/webhooks/new`, { url: 'https://93.184.216.34/x' }, '/webhooks')
      await owner.send(`${BASE}/settings/team`, { email: 'ana@tienda.example', role: 'admin' }, '/invitations')
    })
    after(() => paylink.stop())

    /** Each value comes up with each page and field in turn, and always with the same ones. */
    const nextValue = (): string => VALUES[turn++ % VALUES.length] ?? ''
    const template = (address: string): string =>
      (address.split(/[?#]/)[0] ?? '').replace(/\b[a-z]+_[0-9a-z]{20,}\b/g, ':id')

    /** One page of each kind. */
    async function pagesFrom(start: readonly string[]): Promise<Map<string, string>> {
      const pages = new Map<string, string>()
      const waiting = [...start]
      for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
        if (pages.has(template(at))) continue
        const { html } = await owner.get(at)
        pages.set(template(at), at)
        for (const [, href = ''] of html.matchAll(/href="(\/dashboard\/test[^"#]*)/g)) {
          if (!/\/assets\/|\.\w+(\?|$)/.test(href)) waiting.push(href.replaceAll('&amp;', '&'))
        }
      }
      return pages
    }

    it('is never answered by a page with a failure', async () => {
      for (const { path } of routes.filter(({ method }) => method === 'get')) {
        const known = BASE + path.replace(/:\w+/g, 'x')
        const addresses = [BASE + path.replace(/:\w+/g, () => encodeURIComponent(nextValue().slice(0, 500)))]
        for (let at = 0; at < PARAMETERS.length; at += AT_ONCE) {
          const some = PARAMETERS.slice(at, at + AT_ONCE).map((name) => [name, nextValue()])
          addresses.push(`${known}?${new URLSearchParams(some)}`)
        }
        addresses.push(`${known}?${PARAMETERS.map((name) => `${name}=a&${name}[b]=c`).join('&')}`)
        for (const address of addresses) expect((await owner.get(address)).status, address).to.be.below(500)
      }
    })

    it('is never answered by a form with a failure', async () => {
      const pages = await pagesFrom([BASE, `${BASE}/settings/security/email`])
      const tried = new Set<string>()
      for (const at of pages.values()) {
        // A password that was changed has ended the session.
        if ((await owner.get(BASE)).status !== 200) owner = await ShopPerson.signIn(paylink)
        const { html } = await owner.get(at)
        for (const form of formsIn(html)) {
          const name = template(form.action)
          if (tried.has(name) || /sign-out|\/(delete|remove|withdraw|revoke|disconnect)$/.test(name)) continue
          tried.add(name)
          await tryFields(form, new Set([...html.matchAll(/ name="([^"]+)"/g)].map(([, field = '']) => field)))
        }
      }
      expect(tried.size, 'different forms').to.be.at.least(25)
    })

    async function tryFields({ action, fields }: PageForm, names: Set<string>): Promise<void> {
      names.delete('csrf')
      for (const field of names) {
        const value = nextValue()
        const { status } = await owner.post(action, { ...fields, [field]: value })
        expect(status, `${action} ${field}=${JSON.stringify(value.slice(0, 40))}`).to.be.below(500)
      }
    }
  })
}
