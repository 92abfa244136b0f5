import { createHmac, randomUUID } from 'node:crypto'
import { askConsent } from '../kills/forms/consent-forms.js'
import { BASE } from '../kills/forms/form-shop.js'
import { FORMS } from '../kills/forms/forms.js'
import { linkBody } from '../support/appliance.js'
import { answering } from '../support/receiver.js'
import { SitePerson } from '../support/site-person.js'
import { SiteInvoices } from '../support/site-invoices.js'
import type { CanaryShop, Secrets } from './canary-shop.js'
import { WAYS } from './indiscreet-plugin.js'
import { named } from './recorded-answers.js'

/** Who a link is for: names that must be nowhere but in rows, pages and mails that are about them. */
export const CUSTOMER = { customerEmail: 'xochitl.canaria@aves.example', customerName: 'Xóchitl Canaria Zorzal' }

/** Of the dashboard's forms, those that take, make or check a secret. */
const SECRET_FORMS = new Set([
  ...['/settings/keys', '/settings/webhooks', '/settings/webhooks/:id/secret', '/settings/security/password'],
  ...['/settings/security/code', '/settings/security/recovery-codes', '/settings/security/passkeys/new'],
  ...['/confirm', '/confirm/passkey', '/settings/team/people/:id/password', '/settings/security/email'],
  ...['/dashboard/sign-in', '/dashboard/sign-in/code', '/dashboard/sign-in/passkey', '/dashboard/sign-in/forgot'],
  ...['/dashboard/reset/:token', '/dashboard/invitation/:token', '/dashboard/email-change/:token'],
])

/** A merchant's way of using it: connects, sells, is paid, is told, is refused. */
export async function sell(shop: CanaryShop): Promise<void> {
  const { site, servers } = shop
  const create = ['webhooks', 'create', '--mode', 'test', '--json', '--url']
  await shop.command(...create, servers.hooks.url('/taken'))
  const { json: refusing } = await shop.command(...create, servers.hooks.url('/refused'))
  servers.hooks.conduct('/refused', (response, { headers, body }) => {
    response.writeHead(500).end(JSON.stringify(headers) + body)
  })
  servers.hooks.conduct('/taken', answering(200))
  const address = await site.openCheckout(await site.createLink(CUSTOMER))
  await site.pay(address)
  await site.pay(await site.openCheckout(await site.createLink(CUSTOMER)), 'decline')
  await servers.hooks.came('/taken', 1)
  await servers.hooks.came('/refused', 1)
  await shop.command('webhooks', 'rotate-secret', refusing.id, '--overlap', '24')
  await shop.command('webhooks', 'ping', refusing.id)
  const invoices = await SiteInvoices.of(site)
  const paymentId = await invoices.stamped()
  const files = await site.api('GET', `/v1/payments/${paymentId}/invoice/files`)
  await fetch(files.body.pdfUrl)
  await fetch(String(files.body.pdfUrl).replace(/.$/, '0'))
}

/** A key of live mode, and a link to be mailed. */
interface Live {
  key: string
  link: string
}

/** Providers that are connected with known credentials, and repeat them. */
export async function beRefused(shop: CanaryShop): Promise<Live> {
  const { site, servers } = shop
  await shop.command('accounts', 'verify')
  await shop.command('accounts', 'subscription', 'activate')
  const base = `apiBase=${servers.provider.url}`
  const given = (key: string, name: keyof Secrets): string[] => ['--set', `${key}=${shop.given(name)}`]
  const ofLive = ['--mode', 'live', '--json']
  const { json: connected } = await shop.command(
    ...['connections', 'connect', 'provider_a', ...ofLive, '--set', base],
    ...given('secretKey', "the payment provider's key"),
    ...given('webhookSecret', "the payment provider's webhook secret"),
  )
  await shop.command(
    ...['connections', 'connect', 'indiscreet', ...ofLive],
    ...given('apiKey', "the plugin's key"),
    ...given('webhookSecret', "the plugin's webhook secret"),
  )
  await shop.command(
    ...['invoicing', 'connect', ...ofLive, '--set', base],
    ...given('secretKey', "the invoicing provider's key"),
    ...given('webhookSecret', "the invoicing provider's webhook secret"),
  )
  servers.provider.hasForgotten = true

  const { json } = await shop.command('keys', 'create', '--mode', 'live', '--json')
  const key = json.key as string
  const live = async (body: object): Promise<any> => {
    const { status, body: link } = await site.api('POST', '/v1/payment_links', linkBody(body), randomUUID(), key)
    if (status !== 201) throw new Error(`no link: ${JSON.stringify(link)}`)
    return link
  }
  const stripe = await live({ ...CUSTOMER, providers: ['provider_a'] })
  await (await site.press(stripe)).text()
  const links = []
  for (const title of WAYS) links.push(await live({ title, providers: ['indiscreet'] }))
  for (const link of links) await (await site.press(link, 'indiscreet')).text()
  const { data } = (await site.api('GET', '/v1/connections', undefined, undefined, key)).body
  for (const { id } of data as { id: string }[]) {
    await shop.command('connections', 'check', id)
    await fetch(`${site.server.url}/hooks/indiscreet/${id}`, { method: 'POST', body: '{}' })
  }
  await shop.command('invoicing', 'check', '--mode', 'live')
  const body = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'checkout.session.completed',
    data: { object: {} },
  })
  const at = Math.floor(Date.now() / 1000)
  for (const secret of [shop.secrets["the payment provider's webhook secret"], 'whsec_wrong']) {
    const v1 = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
    const headers = { 'Stripe-Signature': `t=${at},v1=${v1}` }
    await fetch(`${site.server.url}/hooks/provider_a/${connected.id}`, { method: 'POST', body, headers })
  }
  return { key, link: stripe.id as string }
}

/** Live mails: one is sent, the next meets a server that repeats the password. */
export async function mail({ site, servers }: CanaryShop, { key, link }: Live): Promise<void> {
  const share = (to: string) => site.api('POST', `/v1/payment_links/${link}/email`, { to }, randomUUID(), key)
  await share('ana@example.com')
  await site.until(() => Promise.resolve(servers.mail.mails.some(({ raw }) => raw.includes('ana@'))), 'a live mail')
  servers.mail.lockOut()
  await share(CUSTOMER.customerEmail)
  const failed = "select id from email_deliveries where recipient like 'xochitl%' and attempts > 0"
  await site.until(async () => (await site.view.rows(failed)).length > 0, 'a mail that failed')
}

/** The people of the shop: every form that takes or makes a secret, then pages, and what they get wrong. */
export async function signIn(shop: CanaryShop): Promise<void> {
  const { site, forms, secrets } = shop
  for (const { route, prepare } of FORMS.filter((form) => SECRET_FORMS.has(form.route))) {
    const { person, form } = await prepare(forms)
    const reply = await person.followed(await person.send(form))
    if (reply.status >= 500) throw new Error(`${route}: ${reply.status}`)
  }
  const owner = await forms.freshOwner()
  const stranger = new SitePerson(site)
  const wrong = { email: stranger.email, password: secrets['a wrong password'] }
  await stranger.send({ path: '/dashboard/sign-in', fields: wrong })
  await stranger.send({ path: '/dashboard/sign-in', fields: { ...wrong, email: secrets['a wrong password'] } })
  const connect = await owner.form('/dashboard/settings/connections/provider_a/connect', '/connect', {
    'provider_a.secretKey': secrets["the payment provider's key"],
    'provider_a.webhookSecret': 'not one',
  })
  await owner.send(connect)
  // Kept until they are signed in again.
  await forms.owner.signedOut().send(connect)
  await readPages(await forms.freshOwner())
}

const MAX_OF_A_ROUTE = 10

/** Follows the links of the dashboard, to some rows of each kind. */
async function readPages(person: SitePerson): Promise<void> {
  const seen = new Set<string>()
  const counts = new Map<string, number>()
  const waiting = [BASE, '/dashboard']
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const { html } = await person.followed(await person.get(path))
    for (const [, link = ''] of html.matchAll(/href="(\/dashboard[^"#?]*)"/g)) {
      const count = (counts.get(named(link)) ?? 0) + 1
      if (seen.has(link) || link.includes('export') || count > MAX_OF_A_ROUTE) continue
      seen.add(link)
      counts.set(named(link), count)
      waiting.push(link)
    }
  }
}

/** A program of an agent: code, tokens, their use, a second use. */
export async function connectAgent(shop: CanaryShop): Promise<void> {
  const { url } = shop.site.server
  const { person, page, clientId, redirectUri, verifier } = await askConsent(shop.forms)
  shop.canaries.add('a code verifier', verifier)
  const allowed = await person.send(await person.form(page, ''))
  const answer = await person.get(allowed.headers.get('location') ?? '')
  const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const token = async (fields: object): Promise<any> => {
    const body = new URLSearchParams({ client_id: clientId, resource: `${url}/mcp/test`, ...fields })
    return (await fetch(`${url}/oauth/token`, { method: 'POST', body })).json()
  }
  const exchange = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }
  const first = await token(exchange)
  const next = await token({ grant_type: 'refresh_token', refresh_token: first.refresh_token })
  for (const bearer of [first.access_token, next.access_token]) {
    const headers = {
      Authorization: `Bearer ${bearer}`,
      'Content-Type': 'application/json',
      Accept: 'application/json',
    }
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
    await fetch(`${url}/mcp/test`, { method: 'POST', headers, body: JSON.stringify(call) })
  }
  await token({ grant_type: 'refresh_token', refresh_token: first.refresh_token })
  await token(exchange)
}
