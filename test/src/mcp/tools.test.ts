import { API_SCOPES, type ApiScope } from '@paylink/core/kernel/principal'
import { CallLog } from '@paylink/core/mcp/call-log'
import { expect } from 'chai'
import { linkBody, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { expectProblem } from '../support/problems.js'
import { statementsDuring } from '../support/statements.js'
import { callTool, connectAgent, REVISIONS } from './agent.js'
import { sendRaw } from './raw-agent.js'

/** The scopes that each tool needs, in the order of the list. */
const NEEDS: Record<string, ApiScope[]> = {
  list_connections: ['connections:read'],
  create_payment_link: ['links:write'],
  list_payment_links: ['links:read'],
  retrieve_payment_link: ['links:read'],
  update_payment_link: ['links:write'],
  disable_payment_link: ['links:write'],
  mark_payment_link_paid: ['links:write', 'payments:write'],
  email_payment_link: ['email:send'],
  list_payment_link_emails: ['links:read'],
  list_payments: ['payments:read'],
  retrieve_payment: ['payments:read'],
  sync_payment: ['payments:write'],
  retrieve_payment_reference: ['payments:read'],
  get_invoicing_connection: ['connections:read'],
  get_invoicing_catalogs: ['invoices:read'],
  get_payment_invoice: ['invoices:read'],
  request_payment_invoice: ['invoices:write'],
  cancel_payment_invoice: ['invoices:write'],
  get_payment_invoice_files: ['invoices:read'],
}

const MAX_LIST_BYTES = 25_000

for (const engine of ENGINES) {
  describe(`tools of agents, on ${engine} (R17, R215)`, () => {
    let paylink: TestAppliance
    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
    })
    after(() => paylink.stop())

    const keyWith = async (...scopes: ApiScope[]): Promise<string> => (await paylink.newKey({ scopes })).text

    for (const revision of REVISIONS) {
      it(`are all listed for a key without scopes, in a fixed order and in 25 kB, with ${revision}`, async () => {
        const agent = await connectAgent(paylink, { revision })
        const { tools } = await agent.listTools()
        await agent.close()
        expect(tools.map(({ name }) => name)).to.deep.equal(Object.keys(NEEDS))
        const { text } = await sendRaw(paylink, 'tools/list', {}, { revision })
        expect(Buffer.byteLength(text)).to.be.at.most(MAX_LIST_BYTES)
      })

      it(`are answered directly as the SDK answers them, with ${revision}`, async () => {
        const calls: [string, object][] = [
          ['list_payment_links', { limit: 2 }],
          ['create_payment_link', { idempotencyKey: `direct-${revision}`, ...linkBody({ title: '``` <b>' }) }],
          ['retrieve_payment_link', { id: 'plink_x' }],
          ['create_payment_link', { idempotencyKey: 'x', ...linkBody(), extra: 1 }],
        ]
        for (const [name, given] of calls) {
          const params = { name, arguments: given }
          const direct = await sendRaw(paylink, 'tools/call', params, { revision })
          const bySdk = await sendRaw(paylink, 'tools/call', params, { revision, meta: { 'example.com/a': 1 } })
          expect(bySdk.body, name).to.have.nested.property('result.content')
          expect(direct.body, name).to.deep.equal(bySdk.body)
        }
      })

      it(`that are called five times with one key have one effect, with ${revision}`, async () => {
        const agent = await connectAgent(paylink, { revision })
        const given = { idempotencyKey: `five-${revision}`, ...linkBody() }
        const answers = await Promise.all(
          Array.from({ length: 5 }, () => callTool(agent, 'create_payment_link', given)),
        )
        const made = answers.filter(({ isError }) => !isError)
        const last = await callTool(agent, 'create_payment_link', given)
        await agent.close()
        expect(new Set([...made, last].map(({ body }) => body.id)).size).to.equal(1)
        // The others came while the first was in progress.
        for (const { isError, body } of answers) if (isError) expect(body.problem.code).to.equal('request_in_flight')
      })
    }

    it('are described for agents: purpose, bounds of every argument, whether they change anything', async () => {
      const agent = await connectAgent(paylink)
      const { tools } = await agent.listTools()
      await agent.close()
      for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
        expect(title, name).to.match(/^[A-Z]/)
        expect(description, name).to.match(/\.$/)
        expect(inputSchema, name).to.include({ type: 'object', additionalProperties: false })
        expect(outputSchema === undefined, name).to.equal(name === 'retrieve_payment_reference')
        const isRead = /^(list|get|retrieve)_/.test(name)
        expect(annotations?.readOnlyHint, name).to.equal(isRead)
        expect(annotations?.idempotentHint, name).to.equal(isRead ? undefined : true)
      }
      const create = tools.find(({ name }) => name === 'create_payment_link')
      expect(create?.inputSchema.required).to.deep.equal(['idempotencyKey', 'title', 'items'])
      const key = create?.inputSchema.properties?.['idempotencyKey'] as { description: string }
      expect(key.description).to.match(/^Use the same key for the same intended link/)
    })

    for (const scope of API_SCOPES) {
      it(`are those of ${scope} for a key with that scope; others answer which scopes they need`, async () => {
        const key = await keyWith(scope)
        const { body } = await sendRaw(paylink, 'tools/list', {}, { key })
        const allowed = Object.keys(NEEDS).filter((name) => String(NEEDS[name]) === scope)
        expect(body.result.tools.map(({ name }: { name: string }) => name)).to.deep.equal(allowed)
        for (const [name, needed] of Object.entries(NEEDS)) {
          const reply = await sendRaw(paylink, 'tools/call', { name, arguments: {} }, { key })
          if (allowed.includes(name)) {
            expect(reply.status, name).to.equal(200)
            continue
          }
          expectProblem(reply, 403, 'forbidden')
          const header = reply.headers.get('www-authenticate') ?? ''
          expect(header, name)
            .to.include('error="insufficient_scope"')
            .and.include(`scope="${needed.join(' ')}"`)
          expect(header, name).to.include('resource_metadata="')
        }
      })
    }

    it('of the other mode are refused to a key, with the address to use', async () => {
      await paylink.changeAccount({ verifiedAt: '2026-01-01T00:00:00.000Z' })
      const live = (await paylink.newKey({ livemode: true })).text
      for (const [key, path, other] of [
        [live, '/mcp/test', '/mcp'],
        [paylink.key, '/mcp', '/mcp/test'],
      ] as const) {
        const reply = await sendRaw(paylink, 'tools/list', {}, { key, path })
        expectProblem(reply, 403, 'forbidden')
        expect(reply.body.detail).to.include(`connect to ${paylink.url}${other}.`)
      }
    })

    it('cost no more statements than the calls of /v1', async () => {
      const { id } = await paylink.createLink()
      const call = (name: string, given: object): Promise<unknown> =>
        sendRaw(paylink, 'tools/call', { name, arguments: given })
      const pairs: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
        ['get', () => paylink.get(`/v1/payment_links/${id}`), () => call('retrieve_payment_link', { id })],
        ['list', () => paylink.get('/v1/payments'), () => call('list_payments', {})],
        [
          'create',
          () => paylink.post('/v1/payment_links', linkBody(), { idempotencyKey: crypto.randomUUID() }),
          () => call('create_payment_link', { idempotencyKey: crypto.randomUUID(), ...linkBody() }),
        ],
      ]
      // Work in the background sends statements now and then.
      const fewest = async (work: () => Promise<unknown>): Promise<number> => {
        const counts: number[] = []
        for (let i = 0; i < 5; i++) counts.push((await statementsDuring(paylink, work)).length)
        return Math.min(...counts)
      }
      for (const [what, rest, tool] of pairs) {
        const byRest = await fewest(rest)
        expect(byRest, what).to.be.above(0)
        expect(await fewest(tool), what).to.equal(byRest)
      }
    })

    it('leave an entry in the audit log for each call, with client, arguments and outcome', async () => {
      const key = await keyWith('links:read')
      await sendRaw(paylink, 'tools/call', { name: 'list_payment_links', arguments: { limit: 1 } }, { key })
      await sendRaw(paylink, 'tools/call', { name: 'retrieve_payment_link', arguments: { id: 'plink_x' } }, { key })
      await sendRaw(paylink, 'tools/call', { name: 'disable_payment_link', arguments: { id: 'plink_x' } }, { key })
      await paylink.container.get(CallLog).run()
      const rows: any[] = await paylink.db('audit_entries').where({ action: 'tool.called' }).orderBy('seq')
      const entries = rows
        .slice(-3)
        .map(({ target, surface, details }) => ({ target, surface, ...JSON.parse(details) }))
      expect(entries.map(({ target, outcome }) => [target, outcome])).to.deep.equal([
        ['list_payment_links', 'done'],
        ['retrieve_payment_link', 'not_found'],
        ['disable_payment_link', 'forbidden'],
      ])
      for (const { surface, mode, argumentsHash } of entries) {
        expect([surface, mode]).to.deep.equal(['mcp', 'test'])
        expect(argumentsHash).to.match(/^[0-9a-f]{64}$/)
      }
      expect(entries[0].client).to.equal('raw-agent 1')
      expect(entries[1].argumentsHash).to.not.equal(entries[0].argumentsHash)
    })
  })
}
