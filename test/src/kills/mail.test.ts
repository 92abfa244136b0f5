import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { ENGINES } from '../support/engines.js'
import { Site, type SiteReply } from '../support/site.js'
import { chance, oneOf } from './chance.js'
import { killWhileMailing, MAILS_A_KILL, MAX_AT_ONCE } from './mail-load.js'
import { endAtStage, MAIL_STAGES } from './mail-stages.js'

const KILLS = Number(process.env['KILLS'] ?? 1)
const SEED = Number(process.env['SEED'] ?? 1)
const MINUTE_S = 60

for (const engine of ENGINES) {
  describe(`ending the service while it mails, on ${engine} (I42, I44)`, function () {
    this.timeout(120_000 + KILLS * 10_000)
    const next = chance(SEED + ENGINES.indexOf(engine))
    let site: Site
    before(async () => (site = await Site.start(engine, { hasMail: true })))
    after(() => site.stop())

    it(`sends all of many mails that were not begun, and none twice, when killed ${KILLS} times, seed ${SEED}`, async () => {
      const ends = await killWhileMailing(site, KILLS, SEED)
      expect(ends.get('sent 1')).to.be.at.least(KILLS * (MAILS_A_KILL - MAX_AT_ONCE))
    })

    const killedAt = oneOf(next, MAIL_STAGES)
    it(`leaves a mail unknown, and sends none twice, when killed while the server is silent at ${killedAt}`, () =>
      endAtStage(site, killedAt, 'SIGKILL'))

    const stoppedAt = oneOf(next, MAIL_STAGES)
    it(`records how far an email came when stopped while the server is silent at ${stoppedAt}`, () =>
      endAtStage(site, stoppedAt, 'SIGTERM'))

    it('remembers over a kill that a link was mailed three times within a minute', async () => {
      const { id } = await site.createLink()
      const share = (): Promise<SiteReply> =>
        site.api('POST', `/v1/payment_links/${id}/email`, { to: 'ana@example.com' }, randomUUID())
      site.server.prepareNext()
      for (let nth = 1; nth <= 3; nth++) expect((await share()).status).to.equal(202)
      await site.server.kill()
      await site.server.start()
      const { status, body, headers } = await share()
      expect([status, body.code]).to.deep.equal([429, 'rate_limited'])
      expect(Number(headers.get('retry-after'))).to.be.within(1, MINUTE_S)
    })
  })
}
