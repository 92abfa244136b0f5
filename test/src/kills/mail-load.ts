import { expect } from 'chai'
import type { Site } from '../support/site.js'
import { chance } from './chance.js'
import { LiveMail } from './live-mail.js'
import { expectSound } from './soundness.js'

export const MAILS_A_KILL = 15
/** As many as one process has in hand. */
export const MAX_AT_ONCE = 3
const MAX_DELAY_MS = 15

/**
 * Kills the server -9 again and again while it has several mails in hand and others wait. Returns how often each end
 * was seen; throws what must not come of a mail (I42).
 */
export async function killWhileMailing(site: Site, kills: number, seed: number): Promise<Map<string, number>> {
  const next = chance(seed)
  const ends = new Map<string, number>()
  for (let kill = 1; kill <= kills; kill++) {
    site.server.prepareNext()
    const mails = await Promise.all(Array.from({ length: MAILS_A_KILL }, () => LiveMail.of(site)))
    const enough = site.mail.mails.length + Math.floor(next() * (MAILS_A_KILL - MAX_AT_ONCE))
    for (const { status } of await Promise.all(mails.map((mail) => mail.ask()))) expect(status).to.equal(202)
    await site.until(() => Promise.resolve(site.mail.mails.length >= enough), `${enough} mails`)
    await new Promise((resolve) => setTimeout(resolve, next() * MAX_DELAY_MS))
    await site.server.kill()
    await site.server.start()
    for (const mail of mails) {
      await mail.ended()
      const end = `${await mail.status()} ${mail.accepted}`
      expect(end).to.be.oneOf(['sent 1', 'unknown 1', 'unknown 0'])
      ends.set(end, (ends.get(end) ?? 0) + 1)
    }
  }
  await expectSound(site)
  return ends
}
