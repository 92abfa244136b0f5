import type { ElicitRequestURLParams } from '@modelcontextprotocol/client'
import { expect } from 'chai'
import { AskingAgent } from '../agents/asking-agent.js'
import { TestAppliance } from '../support/appliance.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { DAY } from '../support/links.js'
import { REVISIONS } from './agent.js'

for (const engine of ENGINES) {
  describe(`tool calls that a person approves, on ${engine}`, () => {
    let paylink: TestAppliance
    let owner: ShopPerson

    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      paylink.clock.stop()
    })
    after(() => paylink.stop())
    beforeEach(async () => (owner = await ShopPerson.signIn(paylink)))

    const approve = async (path: string): Promise<void> => {
      expect((await owner.send(path, {}, '/approve')).status).to.equal(303)
    }

    it('send a client that can open pages to the page of the approval, and do nothing', async () => {
      const agent = await AskingAgent.connect(paylink, { capabilities: { elicitation: { url: {} } } })
      const opened: ElicitRequestURLParams[] = []
      agent.client.setRequestHandler('elicitation/create', ({ params }) => {
        opened.push(params as ElicitRequestURLParams)
        return { action: 'accept' }
      })
      const answer = await agent.create('k-open')
      expect(opened.map(({ mode }) => mode)).to.deep.equal(['url'])
      expect(opened[0]?.url).to.match(/^http.*\/dashboard\/test\/settings\/approvals\/appr_\w+$/)
      expect(opened[0]?.message).to.include('create_payment_link').and.include('approval')
      expect([answer.isError, answer.body.approval.url]).to.deep.equal([true, opened[0]?.url])
      expect(await agent.links()).to.equal(0)
      await approve(new URL(opened[0]?.url ?? '').pathname)
      expect((await agent.create('k-open')).isError).to.equal(false)
      expect([opened.length, await agent.links()], 'nothing is asked again').to.deep.equal([1, 1])
    })

    it('name a card for clients that show one', async () => {
      const agent = await AskingAgent.connect(paylink)
      const { tools } = await agent.client.listTools()
      const cardOf = (name: string) => tools.find((tool) => tool.name === name)?._meta
      expect(cardOf('create_payment_link')).to.deep.equal({ ui: { resourceUri: 'ui://paylink/approval' } })
      expect(cardOf('disable_payment_link')).to.equal(undefined)
      const { contents } = await agent.client.readResource({ uri: 'ui://paylink/approval' })
      expect(contents[0]?.mimeType).to.equal('text/html;profile=mcp-app')
      expect((contents[0] as { text: string }).text).to.include('ui/open-link')
    })

    for (const revision of REVISIONS) {
      it(`tell others what is needed, and have one effect once approved, with ${revision}`, async () => {
        const agent = await AskingAgent.connect(paylink, { revision })
        const key = `k-${revision}`
        const refused = await agent.create(key)
        const { approval } = refused.body
        expect([refused.isError, approval.status, approval.operation]).to.deep.equal([
          ...[true, 'approval_required', 'create_payment_link'],
        ])
        expect(Date.parse(approval.expiresAt as string) - paylink.clock.now().getTime()).to.equal(DAY)
        expect(refused.text).to.include('same idempotencyKey')
        expect((await agent.create(key)).body.approval.id, 'asked once').to.equal(approval.id)
        expect(await agent.links()).to.equal(0)

        await approve(new URL(approval.url as string).pathname)
        expect(await agent.links(), 'the agent has to repeat its call').to.equal(0)
        const answers = [await agent.create(key), await agent.create(key)]
        answers.push(...(await Promise.all([1, 2, 3].map(() => agent.create(key)))))
        expect(answers.map(({ isError }) => isError)).to.deep.equal(answers.map(() => false))
        expect(new Set(answers.map(({ body }) => body.id as string)).size).to.equal(1)
        expect(await agent.links()).to.equal(1)
        const { text } = await owner.get(new URL(approval.url as string).pathname)
        expect(text).to.include('El agente ya repitió su llamada y se hizo.')
      })
    }

    it('have one effect also when five of them come together right after the approval', async () => {
      const agent = await AskingAgent.connect(paylink)
      await approve(await agent.ask('k-together'))
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => agent.create('k-together')))
      expect(new Set(answers.filter(({ isError }) => !isError).map(({ body }) => body.id as string)).size).to.equal(1)
      expect(await agent.links()).to.equal(1)
    })

    it('are approved with their arguments: others under the key are refused, under another key asked for', async () => {
      const agent = await AskingAgent.connect(paylink)
      const path = await agent.ask('k-args')
      await approve(path)
      const other = await agent.create('k-args', { title: 'Otra cosa' })
      expect([other.isError, other.body.problem.code]).to.deep.equal([true, 'idempotency_key_reuse'])
      const anew = await agent.create('k-args-2', { title: 'Otra cosa' })
      expect(anew.body.approval.url).to.not.include(path)
      expect(await agent.links()).to.equal(0)
    })

    it('are not done where a person declined', async () => {
      const agent = await AskingAgent.connect(paylink)
      const path = await agent.ask('k-declined')
      await owner.send(path, {}, '/decline')
      const refused = await agent.create('k-declined')
      expect([refused.isError, refused.body.problem.code]).to.deep.equal([true, 'forbidden'])
      expect(refused.body.problem.detail).to.include('declined')
      expect(await agent.links()).to.equal(0)
    })

    it('are asked for anew after a day of silence, and after a day without the call', async () => {
      const agent = await AskingAgent.connect(paylink)
      const [silent, unused] = [await agent.ask('k-silent'), await agent.ask('k-unused')]
      await approve(unused)
      paylink.clock.advance(DAY)
      owner = await ShopPerson.signIn(paylink)
      expect(await agent.ask('k-silent')).to.not.equal(silent)
      expect(await agent.ask('k-unused')).to.not.equal(unused)
      expect(await agent.links()).to.equal(0)
    })

    it('keep to the daily limit, whatever a person approved', async () => {
      const agent = await AskingAgent.connect(paylink, { controls: { dailyLimit: 100_000 } })
      const items = [{ name: 'Pastel', quantity: 1, unitPriceCentavos: 60_000 }]
      await approve(await agent.ask('k-day-1', { items }))
      await approve(await agent.ask('k-day-2', { items }))
      expect((await agent.create('k-day-1', { items })).isError).to.equal(false)
      const over = await agent.create('k-day-2', { items })
      expect([over.isError, over.body.problem.code]).to.deep.equal([true, 'forbidden'])
      expect(over.body.problem.detail).to.include('may ask for at most')
      expect(await agent.links()).to.equal(1)
    })

    it('do not reach a person when they could not be done', async () => {
      const agent = await AskingAgent.connect(paylink)
      expect((await agent.create('k-wrong', { items: [] })).body.problem.code).to.equal('validation_error')
      const asked = await paylink.db('approvals').where({ holder: `key:${agent.keyId}` })
      expect(asked).to.deep.equal([])
    })
  })
}
