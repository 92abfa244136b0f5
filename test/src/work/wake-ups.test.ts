import { Emails } from '@paylink/core/mail/emails.repository'
import { SendEmails } from '@paylink/core/mail/send-emails'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { WakeSignal } from '@paylink/core/work/wake-signal'
import { expect } from 'chai'
import { eventually, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { MailShop } from '../support/mail-shop.js'

/** By so much waits are longer where a poll must not find what a wake-up should. */
const POLLS_ARE_RARE = 1 / 1000

/** As many names as fit into one notification of Postgres, and more than do. */
const NAMES: readonly [kind: string, names: string[], arrive: string[]][] = [
  ['with a space, a quote and an accent', ['mail server', '"a"', 'señor'], ['mail server', '"a"', 'señor']],
  ['of none: look at everything', [], []],
  ['that are too many: look at everything', Array<string>(4000).fill('ñ'), []],
]

const listens = (paylink: TestAppliance): Promise<number> =>
  eventually(
    async () =>
      (
        await paylink
          .db('pg_stat_activity')
          .where({ query: 'listen paylink_due', state: 'idle' })
          .whereRaw(`datname = current_database()`)
      ).length,
    (count) => count === 1,
  )

for (const engine of ENGINES) {
  describe(`wake-ups on ${engine}`, () => {
    for (const [kind, names, arrive] of NAMES) {
      if (engine === 'sqlite' && kind.includes('many')) continue
      it(`carry names ${kind}`, async () => {
        const paylink = await TestAppliance.start(engine, {}, { http: false, jobs: false })
        const { container } = paylink
        const heard: (readonly string[])[] = []
        const silence = container.get(WakeSignal).listen('emails', (lanes) => heard.push(lanes))
        try {
          // Postgres says once that the connection listens.
          const before = engine === 'postgres' ? 1 : 0
          await eventually(
            () => Promise.resolve(heard.length),
            (count) => count === before,
          )
          await container.get(UnitOfWork).run((tx) => container.get(WakeSignal).notify(tx, 'emails', names))
          await eventually(
            () => Promise.resolve(heard.length),
            (count) => count > before,
          )
          expect(heard[before]).to.deep.equal(arrive)
        } finally {
          await silence()
          await paylink.stop()
        }
      })
    }

    it('make a live mail leave, without a poll', async () => {
      const shop = await MailShop.open(engine, {}, { http: true, jobs: false })
      const loop = shop.paylink.container.get(SendEmails)
      try {
        shop.paylink.timer.haste = POLLS_ARE_RARE
        let looks = 0
        const emails = shop.paylink.container.get(Emails)
        const lanesWithDue = emails.lanesWithDue.bind(emails)
        emails.lanesWithDue = () => {
          looks++
          return lanesWithDue()
        }
        // The server listens already: it would make the loop look again.
        if (engine === 'postgres') await listens(shop.paylink)
        loop.start()
        await eventually(
          () => Promise.resolve(looks),
          (count) => count === 1,
        )
        await shop.sent()
        expect(looks).to.equal(1)
      } finally {
        shop.paylink.timer.haste = 1
        await loop.stop()
        await shop.close()
      }
    })
  })
}
