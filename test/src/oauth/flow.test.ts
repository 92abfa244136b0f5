import { expect } from 'chai'
import { REVISIONS } from '../mcp/agent.js'
import { linkBody, TestAppliance } from '../support/appliance.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { MINUTE } from '../support/links.js'
import { DocumentServer, withoutTls } from './document-server.js'
import { AgentMemory, connectByConsent } from './official-agent.js'
import { CALLBACK, Program } from './program.js'

for (const engine of ENGINES) {
  describe(`connecting an agent over OAuth, on ${engine}`, () => {
    let paylink: TestAppliance
    let owner: ShopPerson
    let documents: DocumentServer

    before(async () => {
      documents = await DocumentServer.start()
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false }, { beforeServing: withoutTls })
    })
    beforeEach(async () => (owner = await ShopPerson.signIn(paylink)))
    after(async () => {
      await paylink.stop()
      await documents.stop()
    })

    for (const revision of REVISIONS) {
      it(`lets the official client of revision ${revision} register itself, ask, and work`, async () => {
        const memory = new AgentMemory(owner)
        const agent = await connectByConsent(`${paylink.url}/mcp/test`, memory, revision)
        expect(memory.answer?.searchParams.get('iss')).to.equal(paylink.url)
        expect(memory.kept).to.include({ token_type: 'Bearer', expires_in: 3600 })
        const input = { idempotencyKey: `oauth-${revision}`, ...linkBody() }
        const made = await agent.callTool({ name: 'create_payment_link', arguments: input })
        expect(made.isError).to.not.equal(true)
        const [link] = (await paylink.get('/v1/payment_links?limit=1')).body.data
        expect(link.channel).to.equal('mcp')
        await agent.close()
      })

      it(`lets the official client of revision ${revision} connect by its document`, async () => {
        const address = documents.put(`/${revision}.json`, { redirect_uris: [CALLBACK] })
        const memory = new AgentMemory(owner, address)
        const agent = await connectByConsent(`${paylink.url}/mcp/test`, memory, revision)
        expect(memory.client?.client_id).to.equal(address)
        expect((await agent.listTools()).tools.length).to.be.above(5)
        await agent.close()
        const grant = await paylink.db('agent_grants').where({ client_id: address }).first()
        expect(grant).to.include({
          client_name: 'Claude',
          client_host: documents.host,
          redirect_host: '127.0.0.1:4321',
        })
        expect(await paylink.db('oauth_clients').where({ id: address })).to.deep.equal([])
      })
    }

    it('shows a client only the tools of the scopes that the person left ticked', async () => {
      const memory = new AgentMemory(owner, undefined, CALLBACK, {
        ...Object.fromEntries(
          ['links:write', 'payments:write', 'invoices:write', 'email:send'].map((s) => [`scope.${s}`, null]),
        ),
      })
      const agent = await connectByConsent(`${paylink.url}/mcp/test`, memory, '2026-07-28')
      expect(memory.kept?.scope).to.equal('links:read payments:read invoices:read connections:read')
      const names = (await agent.listTools()).tools.map(({ name }) => name)
      expect(names).to.include('list_payment_links').and.not.include('create_payment_link')
      await agent.close()
    })

    it('holds a client to the limits that the person set, and asks them first', async () => {
      const asks = { linkLimit: '100.00', dailyLimit: '120.00', 'ask.update_payment_link': 'on' }
      const agent = await connectByConsent(
        `${paylink.url}/mcp/test`,
        new AgentMemory(owner, undefined, CALLBACK, asks),
        '2025-11-25',
      )
      const create = async (key: string, pesos: number): Promise<any> => {
        const items = [{ name: 'Taza', quantity: 1, unitPriceCentavos: pesos * 100 }]
        const given = { idempotencyKey: key, ...linkBody({ items }) }
        return agent.callTool({ name: 'create_payment_link', arguments: given })
      }
      const made = await create('first', 100)
      expect(made.isError).to.not.equal(true)
      expect([(await create('second', 101)).isError, (await create('third', 21)).isError]).to.deep.equal([true, true])
      const { id } = made.structuredContent
      const change = { id, idempotencyKey: 'change', title: 'Otra taza' }
      const asked = await agent.callTool({ name: 'update_payment_link', arguments: change })
      expect(JSON.stringify(asked.structuredContent)).to.include('approval_required')
      expect((await paylink.linkOf(id as string)).title).to.equal('Taza de barro')
      await agent.close()
    })

    it('lets the official client go on with its refresh token when the hour is over', async () => {
      const memory = new AgentMemory(owner)
      const agent = await connectByConsent(`${paylink.url}/mcp/test`, memory, '2026-07-28')
      const first = memory.kept
      paylink.clock.advance(61 * MINUTE)
      expect((await agent.listTools()).tools).to.not.deep.equal([])
      expect(memory.kept?.access_token).to.not.equal(first?.access_token)
      expect(memory.kept?.refresh_token).to.not.equal(first?.refresh_token)
      await agent.close()
    })

    it('takes any port of a loopback address that was registered without one, and the code for that port alone', async () => {
      const redirectUri = 'http://127.0.0.1:51234/callback'
      const program = await Program.register(paylink, { registered: 'http://127.0.0.1/callback', redirectUri })
      const answer = await program.ask(owner)
      expect(answer.origin + answer.pathname).to.equal(redirectUri)
      const code = answer.searchParams.get('code') ?? ''
      const other = await program.redeem(code, { redirect_uri: 'http://127.0.0.1:51235/callback' })
      expect([other.status, other.body.error]).to.deep.equal([400, 'invalid_grant'])
      const again = await program.code(owner)
      expect((await program.redeem(again)).status).to.equal(200)
    })

    it('gives an address of a program of its own the answer, too', async () => {
      const program = await Program.register(paylink, { registered: 'cursor://anysphere.cursor-mcp/oauth/callback' })
      const answer = await program.ask(owner)
      expect(answer.href).to.match(/^cursor:\/\/anysphere\.cursor-mcp\/oauth\/callback\?code=/)
      expect((await program.redeem(answer.searchParams.get('code') ?? '')).status).to.equal(200)
    })

    it('asks for every scope, if the program names none', async () => {
      const program = await Program.register(paylink)
      const { access } = await program.connect(owner, { scope: null })
      expect(access).to.match(/^[\w-]{43}$/)
      const [grant] = await paylink.db('agent_grants').where({ client_id: program.clientId })
      expect(JSON.parse(grant.scopes)).to.have.length(8)
    })
  })
}
