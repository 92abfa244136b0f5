import { expect } from 'chai'
import { answered } from './answered.js'
import { LiveMail } from './live-mail.js'
import type { Scenario } from './scenarios.js'
import { expectSound } from './soundness.js'

/** How often each end was seen, and what the mail server knows of it. */
let ends = new Map<string, number>()

/** From the request on: queue, claim, write, begin, connect, send, read the answer, record. */
export const mailLink: Scenario = {
  name: 'mail a link',
  tells: () => {
    const told = [...ends].map(([end, count]) => `${end} ${count}`).sort()
    ends = new Map()
    return told.join(', ')
  },
  prepare: async (site) => {
    const mail = await LiveMail.of(site)
    const ids = new Set<string>()
    return {
      act: async () => {
        ids.add((await answered(() => mail.ask(), 202)).id as string)
        await mail.ended()
      },
      check: async () => {
        const [row, ...others] = await mail.rows()
        expect(others).to.deep.equal([])
        expect([...ids]).to.deep.equal([row.id])
        const { accepted } = mail
        // A process killed during the send leaves it `unknown`; it is never sent a second time (I42).
        expect(`${row.status} ${accepted}`).to.be.oneOf(['sent 1', 'unknown 1', 'unknown 0'])
        expect(row.attempts).to.equal(1)
        await expectSound(site)
        const end = accepted > 0 ? `${row.status}` : `${row.status}, not accepted`
        ends.set(end, (ends.get(end) ?? 0) + 1)
      },
    }
  },
}
