import { RevokeGrant } from '@paylink/core/agents/revoke-grant'
import { actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import { TidyOAuth } from '@paylink/core/oauth/tidy-oauth'
import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { DAY, HOUR, MINUTE } from '../support/links.js'
import { tablesOf } from '../support/rows.js'
import { callMcp, Program, type TokenReply } from './program.js'

const refusal = ({ status, body }: TokenReply): [number, string] => [status, body.error as string]

for (const engine of ENGINES) {
  describe(`codes and tokens, on ${engine}`, () => {
    let paylink: TestAppliance
    let owner: ShopPerson
    let program: Program

    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      paylink.clock.stop()
    })
    after(() => paylink.stop())
    beforeEach(async () => {
      paylink.clock.advance(MINUTE + 1)
      owner = await ShopPerson.signIn(paylink)
      program = await Program.register(paylink)
    })

    const statusAt = async (token: string, path?: string): Promise<number> =>
      (await callMcp(paylink, token, path)).status

    const grantsOf = ({ clientId }: Program): Promise<any[]> =>
      paylink.db('agent_grants').where({ client_id: clientId })

    const acts = async (): Promise<{ action: string; details: any }[]> => {
      const [{ id }] = await grantsOf(program)
      const entries = await paylink.db('audit_entries').where({ target: id }).orderBy('seq')
      return entries.map(({ action, details }) => ({ action, details: JSON.parse(details as string) }))
    }

    it('a code that is used a second time ends everything that it gave', async () => {
      const code = await program.code(owner)
      const { body } = await program.redeem(code)
      expect(await statusAt(body.access_token)).to.equal(200)
      expect(refusal(await program.redeem(code))).to.deep.equal([400, 'invalid_grant'])
      expect(await statusAt(body.access_token)).to.equal(401)
      expect(refusal(await program.refresh(body.refresh_token))).to.deep.equal([400, 'invalid_grant'])
      const [made, ended] = await acts()
      expect([made?.action, ended?.action, ended?.details.reason]).to.deep.equal([
        ...['grant.created', 'grant.revoked', 'token_reuse'],
      ])
    })

    it('of two requests with the same code at most one gets a token, and that token is worth nothing', async () => {
      const code = await program.code(owner)
      const replies = await Promise.all([program.redeem(code), program.redeem(code)])
      const tokens = replies.flatMap(({ body }) => (body.access_token as string | undefined) ?? [])
      expect(tokens).to.have.length.below(2)
      for (const token of tokens) expect(await statusAt(token)).to.equal(401)
      expect((await grantsOf(program))[0].revoked_at).to.not.equal(null)
    })

    it('a code is worth nothing after a minute', async () => {
      const code = await program.code(owner)
      paylink.clock.advance(MINUTE)
      expect(refusal(await program.redeem(code))).to.deep.equal([400, 'invalid_grant'])
    })

    const WRONG: [what: string, changes: Record<string, string | null>, error: string][] = [
      ['another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
      ['no verifier', { code_verifier: null }, 'invalid_grant'],
      ['another address', { redirect_uri: 'http://127.0.0.1:4321/callback/' }, 'invalid_grant'],
      ['another port', { redirect_uri: 'http://127.0.0.1:4322/callback' }, 'invalid_grant'],
      ['no client', { client_id: null }, 'invalid_request'],
      ['an unknown client', { client_id: 'missing' }, 'invalid_client'],
      ['the other resource', { resource: '/mcp' }, 'invalid_target'],
    ]
    for (const [what, changes, error] of WRONG) {
      it(`a code is refused with ${what}`, async () => {
        const code = await program.code(owner)
        const { resource } = changes
        const sent = resource ? { resource: paylink.url + resource } : changes
        const reply = await program.redeem(code, sent)
        expect(reply.status).to.be.within(400, 401)
        expect(reply.body.error).to.equal(error)
        expect(reply.body).to.not.have.property('access_token')
      })
    }

    it('a code is refused to another program, which knows even the verifier', async () => {
      const code = await program.code(owner)
      const other = await Program.register(paylink)
      expect(refusal(await program.redeem(code, { client_id: other.clientId }))).to.deep.equal([400, 'invalid_grant'])
    })

    it('each use of a refresh token gives a new one, and a second use ends all', async () => {
      const first = await program.connect(owner)
      const second = (await program.refresh(first.refresh)).body
      expect(second.refresh_token).to.not.equal(first.refresh)
      expect(await statusAt(second.access_token)).to.equal(200)
      expect(refusal(await program.refresh(first.refresh))).to.deep.equal([400, 'invalid_grant'])
      expect(await statusAt(second.access_token)).to.equal(401)
      expect(refusal(await program.refresh(second.refresh_token))).to.deep.equal([400, 'invalid_grant'])
    })

    it('a refresh token is refused to another program, and lives on', async () => {
      const { refresh } = await program.connect(owner)
      const other = await Program.register(paylink)
      expect(refusal(await other.refresh(refresh))).to.deep.equal([400, 'invalid_grant'])
      expect((await program.refresh(refresh)).status).to.equal(200)
    })

    it('a refresh token that is not used for 30 days ends, and one that is used goes on', async () => {
      const { refresh } = await program.connect(owner)
      paylink.clock.advance(29 * DAY)
      const renewed = await program.refresh(refresh)
      expect(renewed.status).to.equal(200)
      paylink.clock.advance(30 * DAY)
      expect(refusal(await program.refresh(renewed.body.refresh_token as string))).to.deep.equal([400, 'invalid_grant'])
    })

    it('an access token ends after an hour', async () => {
      const { access } = await program.connect(owner)
      paylink.clock.advance(HOUR - 1)
      expect(await statusAt(access)).to.equal(200)
      paylink.clock.advance(1)
      const reply = await callMcp(paylink, access)
      expect(reply.status).to.equal(401)
      expect(reply.headers.get('www-authenticate')).to.match(/^Bearer error="invalid_token", resource_metadata="/)
    })

    it('a token for test mode opens nothing but /mcp/test, and one for live mode nothing but /mcp', async () => {
      await paylink.changeAccount({ verifiedAt: '2026-01-01T00:00:00.000Z' })
      const test = await program.connect(owner)
      const live = await program.connect(owner, { resource: program.resource('/mcp') })
      expect([await statusAt(test.access), await statusAt(test.access, '/mcp')]).to.deep.equal([200, 401])
      expect([await statusAt(live.access, '/mcp'), await statusAt(live.access)]).to.deep.equal([200, 401])
      for (const { access, refresh } of [test, live]) {
        for (const path of ['/v1/payment_links', '/v1/connections', '/metrics']) {
          expect((await paylink.get(path, { key: access })).status, path).to.be.oneOf([401, 404])
        }
        const dashboard = await paylink.get('/dashboard/test', { key: access, headers: { Accept: 'application/json' } })
        expect(dashboard.status).to.equal(401)
        expect([await statusAt(refresh), await statusAt(refresh, '/mcp')]).to.deep.equal([401, 401])
      }
      const swapped = await program.refresh(test.refresh, { resource: program.resource('/mcp') })
      expect(refusal(swapped)).to.deep.equal([400, 'invalid_target'])
    })

    it('a grant that is revoked ends at once: its tokens, and a code that was not used yet', async () => {
      const { access, refresh } = await program.connect(owner)
      const code = await program.code(owner)
      for (const { id } of await grantsOf(program)) {
        await paylink.container.get(RevokeGrant).run(actForAccount(OPERATOR, paylink.account.id), id as string)
      }
      expect(await statusAt(access)).to.equal(401)
      expect(refusal(await program.refresh(refresh))).to.deep.equal([400, 'invalid_grant'])
      expect(refusal(await program.redeem(code))).to.deep.equal([400, 'invalid_grant'])
    })

    for (const kind of ['access', 'refresh'] as const) {
      it(`a program that gives up its ${kind} token ends the grant, and another program cannot`, async () => {
        const tokens = await program.connect(owner)
        const other = await Program.register(paylink)
        await other.revoke(tokens[kind])
        expect(await statusAt(tokens.access)).to.equal(200)
        expect(await program.revoke(tokens[kind])).to.equal(200)
        expect(await statusAt(tokens.access)).to.equal(401)
        expect(refusal(await program.refresh(tokens.refresh))).to.deep.equal([400, 'invalid_grant'])
        expect((await acts()).at(-1)).to.deep.include({ action: 'grant.revoked', details: { reason: 'client' } })
      })
    }

    it('giving up what does not exist, or was given up before, is answered alike', async () => {
      const { access } = await program.connect(owner)
      expect(await program.revoke(access)).to.equal(200)
      expect(await program.revoke(access)).to.equal(200)
      expect(await program.revoke('x'.repeat(43))).to.equal(200)
    })

    for (const [what, changes] of [
      ['was removed', { email_key: null, disabled_at: '2026-01-01T00:00:00.000Z' }],
      ['may no longer connect agents', { role: 'cashier' }],
    ] as const) {
      it(`nothing is left of what a person allowed who ${what}`, async () => {
        const admin = await ShopPerson.signIn(paylink, 'admin')
        const { access, refresh } = await program.connect(admin)
        const code = await program.code(admin)
        await paylink.change('users', admin.userId, changes)
        expect(await statusAt(access)).to.equal(401)
        expect((await program.refresh(refresh)).status).to.equal(400)
        expect((await program.redeem(code)).status).to.equal(400)
      })
    }

    it('nothing that opens anything is stored as it is', async () => {
      const pending = program.authorizeUrl()
      const code = await program.code(owner)
      const { access, refresh } = await program.connect(owner)
      const asked = await fetch(pending, { redirect: 'manual' })
      const uid = asked.headers.get('location')?.split('/').at(-1) ?? ''
      expect(uid).to.match(/^[\w-]{20,}$/)
      const secrets = [code, access, refresh, uid, program.verifier]
      for (const table of await tablesOf(paylink)) {
        const text = JSON.stringify(await paylink.db(table))
        for (const secret of secrets) expect(text.includes(secret), `${secret} in ${table}`).to.equal(false)
      }
      const logged = JSON.stringify(paylink.log.entries)
      for (const secret of secrets) expect(logged.includes(secret), `${secret} in the log`).to.equal(false)
    })

    it('what has ended is swept, and what has not is kept', async () => {
      const { access, refresh } = await program.connect(owner)
      await fetch(program.authorizeUrl(), { redirect: 'manual' })
      const kinds = async (): Promise<string[]> => paylink.db('oauth_artifacts').orderBy('kind').pluck('kind')
      const sweep = (): Promise<void> => paylink.container.get(TidyOAuth).run()
      await sweep()
      expect(await statusAt(access)).to.equal(200)
      paylink.clock.advance(3 * HOUR)
      await sweep()
      expect(await kinds())
        .to.include('refresh_token')
        .and.not.include.members(['access_token', 'interaction'])
      expect((await program.refresh(refresh)).status).to.equal(200)
      paylink.clock.advance(61 * DAY)
      await sweep()
      expect(await kinds()).to.deep.equal([])
    })
  })
}
