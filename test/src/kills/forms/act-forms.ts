import { randomUUID } from 'node:crypto'
import { runCommand } from '../../support/command.js'
import type { FormAct } from './form-act.js'
import { BASE, type FormShop } from './form-shop.js'

const SETTINGS = `${BASE}/settings`
const FAULTS = `${SETTINGS}/connections/provider_b/faults`
const SPACE = 'sandbox-faults:provider_b'

/** The token of the session, from whatever form the page has. */
const tokenAt = async (shop: FormShop, path: string) => {
  const person = await shop.freshOwner()
  const { fields } = await person.form(path, '/language')
  return { person, fields: { csrf: fields['csrf'] ?? '' } }
}

/** One for each shop, whose receiver cannot be found: what is sent to it waits. */
const endpoints = new WeakMap<FormShop, Promise<string>>()
function endpointOf(shop: FormShop): Promise<string> {
  let id = endpoints.get(shop)
  if (!id) endpoints.set(shop, (id = register(shop)))
  return id
}

async function register({ site }: FormShop): Promise<string> {
  const to = ['--url', 'https://receiver.invalid/hook', '--events', 'payment_link.disabled']
  const { stdout, stderr } = await runCommand(
    ['webhooks', 'create', '--mode', 'test', ...to, '--json'],
    site.server.env,
  )
  const [, id] = /"id":"(\w+)"/.exec(stdout) ?? []
  if (id === undefined) throw new Error(`no endpoint: ${stdout} ${stderr}`)
  return id
}

/** Another person of the team. */
async function colleague(shop: FormShop): Promise<string> {
  const id = `usr_${randomUUID().replace(/-/g, '').slice(0, 20)}`
  await shop.change(
    `insert into users (id, account_id, email, email_key, name, role, created_at)
     select '${id}', account_id, '${id}@tienda.example', '${id}@tienda.example', 'Chuy', 'viewer', created_at
       from users where id = '${shop.ownerId}'`,
  )
  return id
}

const tomorrow = (): string => new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)

export const ACT_FORMS: readonly FormAct[] = [
  {
    route: '/settings/plugins/:id/enable',
    prepare: async (shop) => {
      const now = new Date().toISOString()
      await shop.change(
        `insert into plugin_states (plugin, version, disabled_at, reason) values ('email_smtp', '1.0.0', '${now}', 'it failed')
         on conflict (plugin) do nothing`,
      )
      const { person, fields } = await tokenAt(shop, `${SETTINGS}/plugins`)
      const disabled = "select plugin from plugin_states where plugin = 'email_smtp'"
      return {
        person,
        form: { path: `${SETTINGS}/plugins/email_smtp/enable`, fields },
        effects: async () => 1 - (await shop.count(disabled)),
        audited: shop.audited('plugin.enabled', 'email_smtp'),
      }
    },
  },
  {
    route: '/settings/connections/:provider/faults',
    prepare: async (shop) => {
      const match = randomUUID()
      const person = await shop.freshOwner()
      const form = await person.form(FAULTS, '/faults', { kind: 'refuse', match })
      const added = 'select key from plugin_entries where space = ? and value like ?'
      return { person, form, effects: () => shop.count(added, SPACE, `%${match}%`) }
    },
  },
  {
    route: '/settings/connections/:provider/faults/off',
    prepare: async (shop) => {
      const match = randomUUID()
      await shop.site.putEntry(SPACE, 'faults', JSON.stringify([{ kind: 'refuse', match, times: 1, ms: 1 }]))
      const person = await shop.freshOwner()
      const form = await person.form(FAULTS, '/off')
      const left = 'select key from plugin_entries where space = ? and value like ?'
      return { person, form, effects: async () => 1 - (await shop.count(left, SPACE, `%${match}%`)) }
    },
  },
  {
    route: '/settings/webhooks/:id/period',
    prepare: async (shop) => {
      const endpoint = await endpointOf(shop)
      const { id } = await shop.site.createLink()
      await shop.site.api('POST', `/v1/payment_links/${id}/disable`)
      const person = await shop.freshOwner()
      const path = `${SETTINGS}/webhooks/${endpoint}/period`
      const form = await person.form(path, '/period', { which: 'all', untilDay: tomorrow() })
      const sent = `select d.id from webhook_deliveries d join events e on e.id = d.event_id
        where d.endpoint_id = ? and e.object_id = ?`
      return { person, form, effects: async () => (await shop.count(sent, endpoint, id)) - 1 }
    },
  },
  {
    route: '/settings/team/people/:id/password',
    again: 'anew',
    prepare: async (shop) => {
      const id = await colleague(shop)
      const person = await shop.freshOwner()
      const form = await person.form(`${SETTINGS}/team/people/${id}/password`, '/password')
      const made = "select id from invitations where purpose = 'reset' and user_id = ?"
      return {
        person,
        form,
        effects: () => shop.count(made, id),
        audited: shop.audited('user.reset_requested', id),
      }
    },
  },
]
