import { expect } from 'chai'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { SitePerson } from '../../support/site-person.js'
import type { FormAct, PreparedForm } from './form-act.js'
import type { FormShop } from './form-shop.js'

/** A path that the server has, too: the suite's browser goes to its own server wherever it is sent. */
const CALLBACK = 'http://127.0.0.1:4321/dashboard'

export interface Asking {
  person: SitePerson
  clientId: string
  redirectUri: string
  verifier: string
  /** The address of the page on which the person decides. */
  page: string
  grants: () => Promise<number>
}

/** A program has sent the owner to the page. */
export async function askConsent(shop: FormShop): Promise<Asking> {
  const clientId = randomUUID()
  await shop.change(
    `insert into oauth_clients (id, name, redirect_uris, created_at, last_used_at)
       select '${clientId}', 'Claude', '["${CALLBACK}"]', created_at, created_at from users where id = '${shop.ownerId}'`,
  )
  const person = await shop.freshOwner()
  const verifier = randomBytes(32).toString('base64url')
  const parameters = new URLSearchParams({
    ...{ response_type: 'code', client_id: clientId, redirect_uri: CALLBACK, scope: 'links:read links:write' },
    ...{ code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 'S256' },
    resource: `${shop.site.server.url}/mcp/test`,
  })
  const { status, headers, text } = await person.get(`/oauth/authorize?${parameters}`)
  if (status !== 303) throw new Error(`no page for consent: ${status} ${text.slice(0, 200)}`)
  const grants = (): Promise<number> => shop.count('select id from agent_grants where client_id = ?', clientId)
  return { person, clientId, redirectUri: CALLBACK, verifier, page: headers.get('location') ?? '', grants }
}

async function prepared(shop: FormShop, actionEnd = ''): Promise<PreparedForm & Asking> {
  const asking = await askConsent(shop)
  const form = await asking.person.form(asking.page, '')
  return { ...asking, form: { ...form, path: asking.page + actionEnd } }
}

export const CONSENT_FORMS: readonly FormAct[] = [
  {
    route: '/settings/agents/connect/:id',
    prepare: async (shop) => {
      const { clientId, grants, ...asked } = await prepared(shop)
      return {
        ...asked,
        effects: grants,
        audited: () =>
          shop.count(
            `select a.seq from audit_entries a join agent_grants g on g.id = a.target
               where g.client_id = ? and a.action = 'grant.created'`,
            clientId,
          ),
      }
    },
  },
  {
    route: '/settings/agents/connect/:id/refuse',
    prepare: async (shop) => {
      const { grants, ...asked } = await prepared(shop, '/refuse')
      return { ...asked, afterwards: async () => void expect(await grants()).to.equal(0) }
    },
  },
]
