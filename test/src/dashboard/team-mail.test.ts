import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { MailServer } from '../support/mail-server.js'
import { SENDER } from '../support/mail-shop.js'
import { People } from '../support/people.js'

const TEAM = '/dashboard/settings/team'

for (const engine of ENGINES) {
  describe(`the page of the team with a mail server, on ${engine}`, () => {
    it('mails the invitation, once for a form that is sent twice, and shows no address', async () => {
      const server = await MailServer.start()
      const paylink = await TestAppliance.start(engine, { smtpUrl: server.url, mailFrom: SENDER })
      try {
        const owner = await ShopPerson.signIn(paylink, 'owner', undefined, 'en')
        const { action, fields } = await owner.form(TEAM, '/invitations')
        for (const _ of [1, 2]) {
          const reply = await owner.post(action, { ...fields, email: 'ana@tienda.example', role: 'viewer' })
          expect(reply.headers.get('location')).to.equal(`${TEAM}?saved=mailed`)
        }
        expect((await owner.get(`${TEAM}?saved=mailed`)).text).to.include('on its way by e-mail')
        expect(await paylink.db('email_deliveries').where({ kind: 'invitation' })).to.have.length(1)
        const member = await new People(paylink).join('eva@tienda.example', 'admin')
        expect((await owner.get(`${TEAM}/people/${member.session.user.id}`)).text).to.include('Eva'.toLowerCase())
      } finally {
        await paylink.stop()
        await server.stop()
      }
    })
  })
}
