import { Emails } from '@paylink/core/mail/emails.repository'
import { expect } from 'chai'
import { ENGINES } from '../support/engines.js'
import { MailShop } from '../support/mail-shop.js'

const lost = (): Error => new Error('the connection to the database was lost')

for (const engine of ENGINES) {
  describe(`sending mail while database answers are lost (${engine}, I42)`, () => {
    let shop: MailShop
    let emails: Emails
    beforeEach(async () => {
      shop = await MailShop.open(engine)
      shop.paylink.timer.haste = 20
      emails = shop.paylink.container.get(Emails)
    })
    afterEach(() => shop.close())

    it('sends a mail whose start was committed although the answer was lost', async () => {
      const begin = emails.markSending.bind(emails)
      emails.markSending = async (...begun) => {
        emails.markSending = begin
        await begin(...begun)
        throw lost()
      }
      const { link } = await shop.sent()
      expect((await shop.emailsOf(link)).map(({ status }) => status as string)).to.deep.equal(['sent'])
      expect(shop.server.mails).to.have.length(1)
    })

    it('records the outcome of a mail once the database answers again', async () => {
      const record = emails.recordOutcome.bind(emails)
      let times = 0
      emails.recordOutcome = (...recorded) => (++times <= 2 ? Promise.reject(lost()) : record(...recorded))
      const { email } = await shop.sent()
      expect([email.status, times]).to.deep.equal(['sent', 3])
      expect(shop.server.mails).to.have.length(1)
    })
  })
}
