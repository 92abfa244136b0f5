import { randomUUID } from 'node:crypto'
import type { SitePerson } from '../../support/site-person.js'
import type { FormAct } from './form-act.js'
import { BASE, type FormShop } from './form-shop.js'

/** An agent that the owner has connected, and the page with the form of this act. */
async function connected(shop: FormShop, act: string): Promise<{ person: SitePerson; id: string; page: string }> {
  const id = `grt_${randomUUID().replaceAll('-', '')}`
  await shop.change(
    `insert into agent_grants
       (id, account_id, livemode, user_id, client_id, client_name, redirect_host, scopes, created_at)
     select '${id}', account_id, false, id, '${id}', 'Claude', 'localhost:4321', '["links:write"]', created_at
       from users where id = '${shop.ownerId}'`,
  )
  return { person: await shop.freshOwner(), id, page: `${BASE}/settings/agents/${id}/${act}` }
}

export const AGENT_FORMS: readonly FormAct[] = [
  {
    route: '/settings/agents/:id/limits',
    prepare: async (shop) => {
      const { person, id, page } = await connected(shop, 'limits')
      return {
        person,
        form: await person.form(page, '/limits', { dailyLimit: '123.45' }),
        effects: () => shop.count(`select id from agent_grants where id = ? and controls like '%12345%'`, id),
        audited: shop.audited('grant.limited', id),
      }
    },
  },
  {
    route: '/settings/agents/:id/revoke',
    prepare: async (shop) => {
      const { person, id, page } = await connected(shop, 'revoke')
      return {
        person,
        form: await person.form(page, '/revoke'),
        effects: () => shop.count('select id from agent_grants where id = ? and revoked_at is not null', id),
        audited: shop.audited('grant.revoked', id),
      }
    },
  },
]
