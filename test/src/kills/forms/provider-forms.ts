import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SentForm, SitePerson } from '../../support/site-person.js'
import type { FormAct, PreparedForm } from './form-act.js'
import { BASE, type FormShop } from './form-shop.js'

/** Of live mode, which the other forms leave alone. */
const LIVE = '/dashboard/settings'
const CONNECT = `${LIVE}/connections/provider_a/connect`
const CONNECT_INVOICING = `${LIVE}/invoicing/invoicing_provider/connect`

let origin: Promise<string> | undefined

/** Answers for Stripe's account and Facturapi's organization alike, also while the server is dead. */
function providerOrigin(): Promise<string> {
  origin ??= new Promise((resolve) => {
    const legal = { tax_id: 'EKU9003173C9', legal_name: 'ESCUELA KEMPER URGATE' }
    const account = { id: 'acct_killed', object: 'account', charges_enabled: true, is_production_ready: true, legal }
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(account))
    })
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
    server.unref()
  })
  return origin
}

const stripeForm = async (person: SitePerson): Promise<SentForm> =>
  person.form(CONNECT, '/connect', {
    'provider_a.secretKey': 'sk_live_killed0001',
    'provider_a.webhookSecret': 'whsec_killed0001',
    'provider_a.apiBase': await providerOrigin(),
  })

const facturapiForm = async (person: SitePerson): Promise<SentForm> =>
  person.form(CONNECT_INVOICING, '/connect', {
    'invoicing_provider.secretKey': 'sk_live_killed0001',
    'invoicing_provider.webhookSecret': 'killed',
    'invoicing_provider.apiBase': await providerOrigin(),
  })

const LIVE_IN_USE = "livemode and status <> 'disconnected'"

async function connected(shop: FormShop): Promise<{ person: SitePerson; id: string }> {
  const person = await shop.freshOwner()
  await person.send(await stripeForm(person))
  const [row] = await shop.site.view.rows<{ id: string }>(`select id from connections where ${LIVE_IN_USE}`)
  return { person, id: row?.id ?? '' }
}

/** An act that changes nothing which counts. */
const aboutConnection = (act: 'check' | 'test'): FormAct => ({
  route: `/settings/connections/:id/${act}`,
  prepare: async (shop): Promise<PreparedForm> => {
    const { person, id } = await connected(shop)
    return { person, form: await person.form(`${LIVE}/connections`, `/${id}/${act}`) }
  },
})

const aboutInvoicing = (act: 'check' | 'test'): FormAct => ({
  route: `/settings/invoicing/${act}`,
  prepare: async (shop) => {
    const person = await shop.freshOwner()
    await person.send(await facturapiForm(person))
    return { person, form: await person.form(`${LIVE}/invoicing`, `/${act}`) }
  },
})

export const PROVIDER_FORMS: readonly FormAct[] = [
  {
    route: '/settings/connections/:provider/sandbox',
    prepare: async (shop) => {
      await shop.change("update connections set status = 'disconnected' where provider = 'provider_b' and not livemode")
      const person = await shop.freshOwner()
      const form = await person.form(`${BASE}/settings/connections`, '/provider_b/sandbox')
      const inUse = "select id from connections where provider = 'provider_b' and status <> 'disconnected'"
      return { person, form, effects: () => shop.count(inUse) }
    },
  },
  {
    route: '/settings/connections/:provider/connect',
    prepare: async (shop) => {
      await shop.change("update connections set status = 'disconnected' where livemode")
      const person = await shop.freshOwner()
      const form = await stripeForm(person)
      return { person, form, effects: () => shop.count(`select id from connections where ${LIVE_IN_USE}`) }
    },
  },
  aboutConnection('check'),
  aboutConnection('test'),
  {
    route: '/settings/connections/:id/disconnect',
    prepare: async (shop) => {
      const { person, id } = await connected(shop)
      return {
        person,
        form: await person.form(`${LIVE}/connections/${id}/disconnect`, '/disconnect'),
        effects: () => shop.count("select id from connections where id = ? and status = 'disconnected'", id),
        audited: shop.audited('connection.disconnected', id),
      }
    },
  },
  {
    route: '/settings/invoicing',
    prepare: async (shop) => {
      await shop.change('update accounts set invoice_days_after_month = 3')
      const person = await shop.freshOwner()
      const form = await person.form(`${LIVE}/invoicing`, '/invoicing', { daysBefore: '3', days: '5' })
      return { person, form, effects: () => shop.count('select id from accounts where invoice_days_after_month = 5') }
    },
  },
  {
    route: '/settings/invoicing/:provider/connect',
    prepare: async (shop) => {
      await shop.change("update invoicing_connections set status = 'disconnected' where livemode")
      const person = await shop.freshOwner()
      const form = await facturapiForm(person)
      return { person, form, effects: () => shop.count(`select id from invoicing_connections where ${LIVE_IN_USE}`) }
    },
  },
  {
    route: '/settings/invoicing/:provider/sandbox',
    prepare: async (shop) => {
      const person = await shop.freshOwner()
      const { fields } = await person.form(`${BASE}/settings/invoicing`, '/invoicing')
      return { person, form: { path: `${BASE}/settings/invoicing/invoicing_provider/sandbox`, fields } }
    },
  },
  aboutInvoicing('check'),
  aboutInvoicing('test'),
]
