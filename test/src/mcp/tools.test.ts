import { expect } from 'chai'
import { linkBody, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { connectAgent, REVISIONS } from './agent.js'

for (const engine of ENGINES) {
  for (const revision of REVISIONS) {
    describe(`the official client of revision ${revision} on ${engine}`, () => {
      let paylink: TestAppliance
      before(async () => {
        paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      })
      after(() => paylink.stop())

      it('lists tools and creates a link', async () => {
        const agent = await connectAgent(paylink, { revision })
        const { tools } = await agent.listTools()
        expect(tools.map(({ name }) => name)).to.include('create_payment_link')
        const result = await agent.callTool({
          name: 'create_payment_link',
          arguments: { idempotencyKey: 'k1', ...linkBody() },
        })
        console.log(JSON.stringify(result))
        const bad = await agent.callTool({
          name: 'create_payment_link',
          arguments: { idempotencyKey: 'k1', ...linkBody(), extra: 1 },
        })
        console.log(JSON.stringify(bad))
        await agent.close()
      })
    })
  }
}
