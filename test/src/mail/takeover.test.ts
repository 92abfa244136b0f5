import { Emails } from '@paylink/core/mail/emails.repository'
import { SendEmails } from '@paylink/core/mail/send-emails'
import { TidyEmails } from '@paylink/core/mail/tidy-emails'
import { MINUTE_MS } from '@paylink/core/kernel/clock'
import { expect } from 'chai'
import { eventually } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import type { MailStage } from '../support/mail-server.js'
import { MailShop } from '../support/mail-shop.js'

/** Longer than the lease for sending. */
const PAST_ALL_SENDING_MS = 3 * MINUTE_MS + 1

for (const engine of ENGINES) {
  describe(`mails claimed by a dead worker (${engine}, I42)`, () => {
    let shop: MailShop
    beforeEach(async () => (shop = await MailShop.open(engine)))
    afterEach(() => shop.close())

    const tidy = (): Promise<void> => shop.paylink.container.get(TidyEmails).run()

    /** A mail at a server that hangs at some stage for longer than the lease. */
    async function heldAt(stage: MailStage): Promise<any> {
      shop.server.fail({ at: stage, silent: true }, 1)
      const link = await shop.link()
      await shop.share(link)
      await eventually(
        () => Promise.resolve(shop.server.reached(stage)),
        (isReached) => isReached,
      )
      await tidy()
      expect((await shop.emailsOf(link))[0].status).to.equal('sending')
      shop.paylink.clock.advance(PAST_ALL_SENDING_MS)
      await tidy()
      expect((await shop.emailsOf(link))[0].status).to.equal('unknown')
      return link
    }

    it('become unknown when their lease expires while sending, and are not sent again', async () => {
      const link = await heldAt('end')
      // The worker answers after all: its connection broke.
      shop.server.cut()
      await tidy()
      shop.paylink.clock.advance(24 * 60 * MINUTE_MS)
      await tidy()
      expect((await shop.emailsOf(link))[0].status).to.equal('unknown')
      expect(shop.server.mails).to.have.length(1)
    })

    it('are sent after all when the worker reports that the server did not accept them', async () => {
      const link = await heldAt('rcpt')
      shop.server.cut()
      await eventually(
        () => shop.emailsOf(link),
        ([email]) => email.status === 'queued',
      )
      shop.paylink.clock.advance(MINUTE_MS)
      await shop.until(link, 'sent')
      expect(shop.server.mails).to.have.length(1)
    })

    it('are released by a worker that stops while claiming them', async () => {
      const emails = shop.paylink.container.get(Emails)
      const claim = emails.claim.bind(emails)
      let hasTaken = false
      let goOn: () => void = () => undefined
      const ending = new Promise<void>((resolve) => (goOn = resolve))
      emails.claim = async (...input) => {
        const taken = await claim(...input)
        if (taken.length === 0) return taken
        hasTaken = true
        await ending
        return taken
      }
      const link = await shop.link()
      await shop.share(link)
      await eventually(
        () => Promise.resolve(hasTaken),
        (isSo) => isSo,
      )
      const stopped = shop.paylink.container.get(SendEmails).stop()
      goOn()
      await stopped
      const [email] = await shop.emailsOf(link)
      expect(await shop.row(email)).to.include({ status: 'queued', claimed_by: null, attempts: 0 })
      expect(shop.server.sessions).to.equal(0)
    })
  })
}
