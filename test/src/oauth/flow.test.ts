import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { callMcp, Program } from './program.js'

for (const engine of ENGINES) {
  describe(`connecting an agent over OAuth on ${engine}`, () => {
    let paylink: TestAppliance
    let owner: ShopPerson
    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      owner = await ShopPerson.signIn(paylink)
    })
    after(() => paylink.stop())

    it('gives a registered program tokens for what a person allowed', async () => {
      const program = await Program.register(paylink)
      const answer = await program.ask(owner)
      console.log(answer.href)
      const { status, body } = await program.redeem(answer.searchParams.get('code') ?? '')
      console.log(body)
      expect(status).to.equal(200)
      const r = await callMcp(paylink, body.access_token)
      expect(r.status).to.equal(200)
      const re = await program.refresh(body.refresh_token)
      console.log(re.body)
    })
  })
}
