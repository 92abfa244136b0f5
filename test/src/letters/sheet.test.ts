import { ChangeAccount } from '@paylink/core/accounts/change-account'
import { actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import { MailSheets } from '@paylink/core/letters/mail-sheets'
import { expect } from 'chai'
import PostalMime from 'postal-mime'
import { eventually } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { DAY, HOUR } from '../support/links.js'
import { MailShop } from '../support/mail-shop.js'

for (const engine of ENGINES) {
  describe(`the monthly email to the accountant (${engine})`, () => {
    let shop: MailShop
    beforeEach(async () => (shop = await MailShop.open(engine)))
    afterEach(() => shop.close())

    const announceTo = (sheetTo: string | null) =>
      shop.paylink.container.get(ChangeAccount).run(actForAccount(OPERATOR, shop.merchant.account.id), { sheetTo })
    const announce = () => shop.paylink.container.get(MailSheets).run()
    const mails = () => shop.paylink.db('email_deliveries').where({ kind: 'sheet' }).orderBy('created_at')
    /** Of the first of a later month at this hour in the shop's zone, six hours behind. */
    const goTo = (date: string, hour: number): void => {
      const at = Date.parse(`${date}T00:00:00.000Z`) + (hour + 6) * HOUR
      shop.paylink.clock.advance(at - shop.paylink.clock.now().getTime())
    }
    const firstOf = (months: number): string => {
      const local = new Date(shop.paylink.clock.now().getTime() - 6 * HOUR)
      return new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + months, 1)).toISOString().slice(0, 10)
    }
    async function sell(): Promise<void> {
      const link = await shop.link()
      const { status } = await shop.merchant.post(`/v1/payment_links/${link.id}/mark_paid`, {}, { key: shop.key })
      expect(status).to.equal(200)
    }

    it('goes once, on the first at seven, with a link that asks to sign in', async () => {
      shop.paylink.clock.stop()
      await sell()
      await announceTo('ale@contadores.mx')
      await announce()
      const first = firstOf(1)
      goTo(first, 6)
      await announce()
      expect(await mails()).to.deep.equal([])
      goTo(first, 7)
      await Promise.all([announce(), announce()])
      shop.paylink.clock.advance(DAY)
      await announce()
      expect((await mails()).length).to.equal(1)
      const [sent] = await eventually(
        () => Promise.resolve(shop.server.mails),
        (all) => all.length === 1,
      )
      const { subject, html, text, attachments } = await PostalMime.parse(sent?.raw ?? '')
      expect(sent?.envelope.to).to.deep.equal(['ale@contadores.mx'])
      expect(subject).to.match(/^Taller Luna: la hoja del mes está lista/)
      const month = new Date(Date.parse(`${first}T00:00:00Z`) - DAY).toISOString().slice(0, 7)
      for (const body of [html, text]) expect(body).to.include(`/dashboard/accountant?month=${month}`)
      expect(attachments).to.deep.equal([])
    })

    it('comes late after an outage, and not for months without money or before it was asked for', async () => {
      shop.paylink.clock.stop()
      await sell()
      goTo(firstOf(1), 12)
      await announceTo('ale@contadores.mx')
      await announce()
      expect(await mails(), 'the month was over').to.deep.equal([])
      goTo(firstOf(1), 9)
      await announce()
      expect(await mails(), 'no money moved').to.deep.equal([])
      await sell()
      goTo(firstOf(1), 9)
      shop.paylink.clock.advance(9 * DAY)
      await announce()
      expect((await mails()).length).to.equal(1)
      await announceTo(null)
      await sell()
      goTo(firstOf(1), 9)
      await announce()
      expect((await mails()).length).to.equal(1)
    })
  })
}
