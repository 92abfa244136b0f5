import { MessageBytes } from '@paylink/email-smtp/message-bytes'
import { expect } from 'chai'
import fc from 'fast-check'
import { MailServer, type MailFault, type MailStage } from '../support/mail-server.js'
import { contextOf, mailWith, outcomeOf, transportTo, until } from './mailing.js'

const STAGES: MailStage[] = ['connect', 'ehlo', 'mail', 'rcpt', 'data', 'mid', 'end']

const faults = fc
  .constantFrom(...STAGES)
  .chain((at) =>
    fc.constantFrom<MailFault>(
      { at, cut: true },
      { at, silent: true },
      { at, line: 'hello' },
      { at, code: 421, text: 'closing' },
      { at, code: 451, text: 'later' },
      { at, code: 503, text: 'bad sequence' },
      { at, code: 554, text: 'no' },
    ),
  )

const byMail = fc.record({
  /** 20 ms after the previous mails. */
  fault: fc.option(fc.record({ is: faults, times: fc.integer({ min: 1, max: 3 }) })),
  isLarge: fc.boolean(),
  abortsAfterMs: fc.option(fc.integer({ min: 0, max: 200 })),
})

describe('a mail is never accepted twice', () => {
  it('whatever fails, and its recorded outcome is true', async () => {
    const run = fc.asyncProperty(
      fc.array(byMail, { minLength: 1, maxLength: 12 }),
      fc.boolean(),
      async (mails, pipelining) => {
        const server = await MailServer.start({ pipelining })
        const transport = transportTo(server.url, { connect: 150, greeting: 150, silence: 150 })
        try {
          const sending = mails.map(async ({ fault, isLarge, abortsAfterMs }, nth) => {
            await new Promise((resolve) => setTimeout(resolve, 20 * nth))
            if (fault) server.fail(fault.is, fault.times)
            const giveUp = new AbortController()
            if (abortsAfterMs !== null) setTimeout(() => giveUp.abort(), abortsAfterMs)
            const text = 'x'.repeat(isLarge ? 500_000 : 50)
            return outcomeOf(
              transport.send(mailWith({ messageId: `${nth}@x.example`, text }), contextOf(giveUp.signal)),
            )
          })
          const outcomes = await Promise.all(sending)
          await transport.close()
          expect(await until(() => server.open === 0)).to.equal(true)
          outcomes.forEach((outcome, nth) => {
            const accepted = server.mails.filter(({ raw }) => raw.includes(`<${nth}@x.example>`)).length
            expect(accepted, `${outcome} ${nth}`).to.be.oneOf(POSSIBLE[outcome] ?? [])
          })
        } finally {
          await transport.close()
          await server.stop()
        }
      },
    )
    await fc.assert(run, { numRuns: 12, seed: 5, interruptAfterTimeLimit: 240_000, includeErrorInReport: true })
  })

  const POSSIBLE: Record<string, number[]> = {
    accepted: [1],
    rejected: [0],
    auth: [0],
    unavailable: [0],
    unknown: [0, 1],
  }

  it('because its bytes are handed out once, and not before they are read', async () => {
    const bytes = new MessageBytes(Buffer.from('x'.repeat(100_000)))
    const streams = [bytes.open(), bytes.open(), bytes.open()] as const
    expect(bytes.haveBegun).to.equal(false)
    streams[0].destroy()

    const first = await new Promise<Buffer>((resolve) => streams[1].once('data', resolve))
    expect(first.length).to.be.above(0)
    expect(bytes.haveBegun).to.equal(true)
    for (const late of [streams[2], bytes.open()]) {
      const got = await late.toArray().catch((error: unknown) => error)
      expect(got).to.be.instanceOf(Error)
    }

    bytes.end()
    expect(streams[1].destroyed).to.equal(true)
    expect(
      await bytes
        .open()
        .toArray()
        .catch((error: unknown) => error),
    ).to.be.instanceOf(Error)
  })
})
