import { expect } from 'chai'
import { MailServer, type MailFault, type MailStage } from '../support/mail-server.js'
import { contextOf, mailWith, outcomeOf, SHORT, transportTo } from './mailing.js'

type Trouble = '4xx' | '5xx' | 'cut' | 'silent' | 'garbage'

const troubleAt = (at: MailStage, trouble: Trouble): MailFault => {
  switch (trouble) {
    case '4xx':
      return { at, code: 451, text: '4.3.0 try again later' }
    case '5xx':
      return { at, code: 550, text: '5.7.1 we do not want it' }
    case 'cut':
      return { at, cut: true }
    case 'silent':
      return { at, silent: true }
    case 'garbage':
      return { at, line: 'hello there' }
  }
}

/** The outcome after the failure, and whether the server has the mail. */
const OUTCOMES: [MailStage, Trouble, string, number][] = [
  ...(['connect', 'auth', 'mail', 'rcpt', 'data'] as const).flatMap((at): [MailStage, Trouble, string, number][] => [
    [at, '4xx', 'unavailable', 0],
    // Before MAIL, a rejection is not about the mail.
    [at, '5xx', at === 'connect' ? 'unavailable' : at === 'auth' ? 'auth' : 'rejected', 0],
    [at, 'cut', 'unavailable', 0],
    [at, 'silent', 'unavailable', 0],
    [at, 'garbage', 'unavailable', 0],
  ]),
  ['ehlo', '4xx', 'unavailable', 0],
  ['ehlo', '5xx', 'unavailable', 0],
  ['ehlo', 'cut', 'unavailable', 0],
  ['ehlo', 'silent', 'unavailable', 0],
  ['mid', '4xx', 'unavailable', 0],
  ['mid', '5xx', 'rejected', 0],
  ['mid', 'cut', 'unknown', 0],
  ['mid', 'silent', 'unknown', 0],
  ['mid', 'garbage', 'unknown', 0],
  ['end', '4xx', 'unavailable', 0],
  ['end', '5xx', 'rejected', 0],
  ['end', 'cut', 'unknown', 1],
  ['end', 'silent', 'unknown', 1],
  ['end', 'garbage', 'unknown', 1],
]

/** `data` + cut: the connection ends right after 354, when nodemailer may or may not have begun. */
const maybeBegun = (at: MailStage, trouble: Trouble): boolean => at === 'data' && trouble === 'cut'

const BEFORE_ANY_MAIL = ['connect', 'ehlo', 'auth']

for (const pipelining of [true, false]) {
  describe(`mail and failures, commands ${pipelining ? 'pipelined' : 'one by one'}`, () => {
    const auth = { user: 'tienda', pass: 'a%b:c@d' }
    let server: MailServer
    beforeEach(async () => (server = await MailServer.start({ auth, pipelining })))
    afterEach(() => server.stop())

    for (const isReused of pipelining ? [false, true] : [false]) {
      const after = isReused ? ' on a connection that has sent before' : ''
      for (const [at, trouble, expected, accepted] of OUTCOMES) {
        if (BEFORE_ANY_MAIL.includes(at) && (isReused || !pipelining)) continue
        // Silence costs time: tested once at each stage, and wherever the mail may have been accepted.
        if (trouble === 'silent' && accepted === 0 && (isReused || !pipelining)) continue
        it(`${trouble} at ${at}${after}: ${expected}, accepted ${accepted} times`, async () => {
          const transport = transportTo(server.url, trouble === 'silent' ? SHORT : {})
          if (isReused) await transport.send(mailWith(), contextOf())
          const before = server.mails.length
          server.fail(troubleAt(at, trouble))
          // Larger than the socket buffers, so that the failure hits the middle.
          const text = 'x'.repeat(at === 'mid' ? 2_000_000 : 10)
          const outcome = await outcomeOf(transport.send(mailWith({ text }), contextOf()))

          expect(outcome).to.be.oneOf(maybeBegun(at, trouble) ? ['unavailable', 'unknown'] : [expected])
          server.heal()
          // The pool moves a mail to a new connection within 50 ms, and resumes within 100.
          if (outcome === 'unknown') await new Promise((resolve) => setTimeout(resolve, 200))
          expect(server.mails.length - before).to.equal(accepted)
          await transport.close()
        })
      }
    }
  })
}
