import { expect } from 'chai'
import { askConsent } from './forms/consent-forms.js'
import { formShopOf } from './forms/form-shop.js'
import type { Scenario } from './scenarios.js'
import { expectSound } from './soundness.js'

/** A code becomes tokens. One whose answer was lost is sent again, and may be spent: then the grant is over, too. */
export const redeemCode: Scenario = {
  name: 'exchange a code for tokens',
  prepare: async (site) => {
    const { person, page, clientId, redirectUri, verifier, grants } = await askConsent(await formShopOf(site))
    const allowed = await person.send(await person.form(page, ''))
    const answer = await person.get(allowed.headers.get('location') ?? '')
    const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
    const form = {
      ...{ grant_type: 'authorization_code', code, client_id: clientId, redirect_uri: redirectUri },
      ...{ code_verifier: verifier, resource: `${site.server.url}/mcp/test` },
    }
    let token: string | undefined
    return {
      act: async () => {
        const url = `${site.server.url}/oauth/token`
        const reply = await fetch(url, { method: 'POST', body: new URLSearchParams(form) })
        const body = (await reply.json()) as { error?: string; access_token?: string }
        expect(reply.status, JSON.stringify(body)).to.be.oneOf([200, 400])
        if (reply.status === 400) expect(body.error).to.equal('invalid_grant')
        token = body.access_token
      },
      check: async () => {
        expect(await grants()).to.equal(1)
        const revoked = await site.view.rows(
          'select id from agent_grants where client_id = ? and revoked_at is not null',
          [clientId],
        )
        expect(revoked).to.have.length(token === undefined ? 1 : 0)
        if (token !== undefined) expect(await statusAtMcp(site.server.url, token)).to.equal(200)
        await expectSound(site)
      },
    }
  },
}

async function statusAtMcp(url: string, token: string): Promise<number> {
  const { status } = await fetch(`${url}/mcp/test`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  })
  return status
}
