import { randomUUID } from 'node:crypto'
import { linkBody } from '../../support/appliance.js'
import type { SitePerson } from '../../support/site-person.js'
import type { FormAct } from './form-act.js'
import { BASE, type FormShop } from './form-shop.js'

const CONTROLS = { currency: 'MXN', dailyLimit: null, linkLimit: null, askFirst: ['create_payment_link'] }

interface Asked {
  person: SitePerson
  /** Of the link that the agent wants to create. */
  title: string
  approvalId: string
  /** The page on which the person decides. */
  page: string
  /** Makes the call, and returns its structured result. */
  call: () => Promise<any>
}

/** An agent wants to create a link, and must ask first. */
export async function askApproval(shop: FormShop): Promise<Asked> {
  const title = randomUUID()
  const person = await shop.freshOwner()
  const made = await person.send(await person.form(`${BASE}/settings/keys/new`, '/keys', { name: title }))
  const key = /sk_test_\w{20,}/.exec(made.text)?.[0] ?? ''
  // Its first request is still to come, so the server does not know the key yet.
  await shop.change(`update api_keys set controls = '${JSON.stringify(CONTROLS)}' where name = '${title}'`)
  const params = { name: 'create_payment_link', arguments: { ...linkBody({ title }), idempotencyKey: title } }
  const call = async (): Promise<any> => {
    const reply = await fetch(`${shop.site.server.url}/mcp/test`, {
      method: 'POST',
      headers: {
        ...{ Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        ...{ Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '2025-11-25' },
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    })
    const text = await reply.text()
    const [, data = text] = /^data: (.*)$/m.exec(text) ?? []
    return (JSON.parse(data) as { result?: { structuredContent?: unknown } }).result?.structuredContent
  }
  const { approval } = await call()
  return { person, title, approvalId: approval.id, page: new URL(approval.url as string).pathname, call }
}

/** Presses a button of the page. */
const decision = (act: 'approve' | 'decline', status: 'granted' | 'declined'): FormAct => ({
  route: `/settings/approvals/:id/${act}`,
  prepare: async (shop) => {
    const { person, page, approvalId } = await askApproval(shop)
    return {
      person,
      form: await person.form(page, `/${act}`),
      effects: () => shop.count('select id from approvals where id = ? and status = ?', approvalId, status),
      audited: shop.audited(`approval.${status}`, approvalId),
    }
  },
})

export const APPROVAL_FORMS: readonly FormAct[] = [decision('approve', 'granted'), decision('decline', 'declined')]
