import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'

const pageOf = ({ userId }: { userId: string }): string => `/dashboard/settings/team/people/${userId}`

for (const engine of ENGINES) {
  describe(`a forgotten password on the page of the team, on ${engine}`, () => {
    let paylink: TestAppliance
    let owner: ShopPerson

    before(async () => {
      paylink = await TestAppliance.start(engine)
      owner = await ShopPerson.signIn(paylink)
    })
    after(() => paylink.stop())

    it('makes a person who forgot their password a link, and leaves their second factor', async () => {
      const member = await ShopPerson.signIn(paylink, 'viewer')
      const path = `${pageOf(member)}/password`
      expect((await owner.get(pageOf(member))).text).to.include('Olvidó su contraseña')
      const reply = await owner.send(path, {})
      expect(reply.text).to.match(/\/dashboard\/reset\/[\w.]+/)
      const made = await paylink.db('invitations').where({ purpose: 'reset', user_id: member.userId }).first()
      expect(Boolean(made.clears_second_factor)).to.equal(false)
      const [entry] = await paylink.db('audit_entries').where({ action: 'user.reset_requested', target: member.userId })
      expect([entry.actor, JSON.parse(entry.details)]).to.deep.equal([owner.userId, { clearsSecondFactor: false }])
      expect((await owner.get(`${pageOf(owner)}/password`)).status, 'of oneself').to.equal(404)
      const stranger = await ShopPerson.signIn(paylink, 'viewer', (await ShopPerson.otherAccount(paylink)).id)
      expect((await owner.get(`${pageOf(stranger)}/password`)).status).to.equal(404)
    })

    it('is for owners alone, who have confirmed who they are', async () => {
      const member = await ShopPerson.signIn(paylink, 'viewer')
      const admin = await ShopPerson.signIn(paylink, 'admin')
      expect((await admin.get(`${pageOf(member)}/password`)).status).to.equal(403)
      const { action, fields } = await owner.form(`${pageOf(member)}/password`, '/password')
      paylink.clock.advance(11 * 60_000)
      expect((await owner.post(action, fields)).headers.get('location')).to.include('/confirm?next=')
      expect(await paylink.db('invitations').where({ user_id: member.userId })).to.deep.equal([])
    })
  })
}
