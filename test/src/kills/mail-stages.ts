import { expect } from 'chai'
import type { MailStage } from '../support/mail-server.js'
import type { Site } from '../support/site.js'
import { LiveMail } from './live-mail.js'
import { expectSound } from './soundness.js'

/** Of a session: up to `data` the server has not said that it wants the mail, at `end` it has taken it. */
export const MAIL_STAGES = ['connect', 'ehlo', 'mail', 'rcpt', 'data', 'mid', 'end'] as const satisfies MailStage[]
export const ENDINGS = ['SIGKILL', 'SIGTERM'] as const

type Stage = (typeof MAIL_STAGES)[number]
type Ending = (typeof ENDINGS)[number]

/** The row's status while no process runs, and after the next one has started. */
function expected(stage: Stage, ending: Ending): { between: string; end: string; accepted: number } {
  const wasAccepted = stage === 'end' ? 1 : 0
  // No process is left that knows how far it came.
  if (ending === 'SIGKILL') return { between: 'sending', end: 'unknown', accepted: wasAccepted }
  const hasBegun = stage === 'mid' || stage === 'end'
  if (hasBegun) return { between: 'unknown', end: 'unknown', accepted: wasAccepted }
  return { between: 'queued', end: 'sent', accepted: 1 }
}

/**
 * Ends our process while the mail server is silent at some stage of a session; the next process finds one that works.
 * Throws what must not come of the mail (I42).
 */
export async function endAtStage(site: Site, stage: Stage, ending: Ending): Promise<void> {
  const mail = await LiveMail.of(site)
  site.server.prepareNext()
  // The session of a mail before this one would be used again, and begin where that ended.
  site.mail.cut()
  site.mail.fail({ at: stage, silent: true })
  expect((await mail.ask()).status).to.equal(202)
  await site.until(() => Promise.resolve(site.mail.reached(stage)), `the mail at ${stage}`)

  await site.server.kill(ending)
  if (ending === 'SIGTERM') expect(site.server.exitCode, site.server.output).to.equal(0)
  const { between, end, accepted } = expected(stage, ending)
  expect(await mail.status()).to.equal(between)

  site.mail.heal()
  await site.server.start()
  await mail.ended()
  const rows = await mail.rows()
  expect(rows.map(({ status }) => status as string)).to.deep.equal([end])
  expect(mail.accepted).to.equal(accepted)
  await expectSound(site)
}
