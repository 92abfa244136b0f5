import { expect } from 'chai'
import { LiveMail } from '../kills/live-mail.js'
import { expectSound } from '../kills/soundness.js'
import { ENGINES } from '../support/engines.js'
import { Site } from '../support/site.js'

const MAILS = 100

for (const engine of ENGINES) {
  const replicas = engine === 'postgres' ? 2 : 1
  describe(`one queue of live mails on ${engine} (I42)`, () => {
    let site: Site
    before(async () => (site = await Site.start(engine, { replicas, hasMail: true })))
    after(() => site.stop())

    it(`is sent by ${replicas === 1 ? 'a process' : 'two replicas together'}, each mail once`, async () => {
      const first = await LiveMail.of(site)
      const mails = [first, ...(await Promise.all(Array.from({ length: MAILS - 1 }, () => LiveMail.of(site))))]
      const workers = new Set<string>()
      const isOver = async (): Promise<boolean> => {
        const held = await site.view.rows<{ status: string; claimed_by: string | null }>(
          "select status, claimed_by from email_deliveries where status in ('queued', 'sending')",
        )
        for (const { claimed_by: worker } of held) if (worker !== null) workers.add(worker)
        return held.length === 0
      }
      const release = site.mail.hold()
      const replies = await Promise.all(mails.map((mail) => mail.ask()))
      expect(replies.map(({ status }) => status)).to.deep.equal(Array(MAILS).fill(202))
      const haveAllClaimed = async (): Promise<boolean> => !(await isOver()) && workers.size === replicas
      await site.until(haveAllClaimed, 'a claim of every replica')
      release()
      await site.until(isOver, 'the end of the queue')
      expect(mails.map(({ accepted }) => accepted)).to.deep.equal(Array(MAILS).fill(1))
      const rows = await site.view.rows('select distinct status, attempts from email_deliveries')
      expect(rows).to.deep.equal([{ status: 'sent', attempts: 1 }])
      await expectSound(site)
    })
  })
}
