import { expect } from 'chai'
import { ENGINES } from '../support/engines.js'
import { Hooks } from './hooks.js'

const KEY = `sk_live_${'aB3'.repeat(15)}`
const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U'
const SECRET = `whsec_${'Zm9vYmFy'.repeat(5)}Zm8=`

/** A receiver's response, and the part that is stored. */
const ANSWERS: readonly [what: string, said: string | Uint8Array, kept: string | null][] = [
  ['nothing', '', null],
  ['only space', ' \r\n\t ', null],
  ['a word', 'thanks', 'thanks'],
  ['a kilobyte', 'x'.repeat(1024), 'x'.repeat(1024)],
  ['more than a kilobyte', 'x'.repeat(5000), 'x'.repeat(1024)],
  ['a character over the end of the kilobyte', `${'x'.repeat(1023)}é`, 'x'.repeat(1023)],
  ['an emoji over the end of the kilobyte', `${'x'.repeat(1021)}🧾!`, 'x'.repeat(1021)],
  ['an emoji up to the end of the kilobyte', `${'x'.repeat(1020)}🧾!`, `${'x'.repeat(1020)}🧾`],
  ['a secret over the end of the kilobyte', `${'x'.repeat(999)} ${SECRET}`, `${'x'.repeat(999)} [secret]`],
  ['one of our secrets', `got ${SECRET}!`, 'got [secret]!'],
  ['an API key', `key=${KEY}`, 'key=[secret]'],
  ['a token', `{"session":"${TOKEN}"}`, '{"session":"[token]"}'],
  ['an Authorization header', 'Authorization: Bearer abcdefgh12345678', null],
  ['a password', '{"password":"hunter2","ok":true}', '{"password":"[secret]","ok":true}'],
  ['an e-mail address', 'sent to ana.lopez+x@correo.example.mx.', 'sent to [e-mail].'],
  ['a card number', 'card 4242 4242 4242 4242, 4000-0566-5566-5556', 'card [number], [number]'],
  ['control characters', 'a\u0000b\u0007c\u001b[31md\u0085e', 'a b c [31md e'],
  ['bytes that are no UTF-8', Buffer.from([0x61, 0xff, 0xfe, 0xc3, 0x28, 0x62]), 'a\ufffd\ufffd\ufffd(b'],
  ['half a surrogate pair', Buffer.from([0x61, 0xed, 0xa0, 0x80, 0x62]), 'a\ufffd\ufffd\ufffdb'],
  ['markup', '<script>alert(1)</script>', '<script>alert(1)</script>'],
]

for (const engine of ENGINES) {
  describe(`the stored part of a response on ${engine} (I48)`, () => {
    let hooks: Hooks
    before(async () => (hooks = await Hooks.start(engine)))
    after(() => hooks.stop())

    it('is a kilobyte of text at most, without secrets, addresses, card numbers or control characters', async () => {
      const endpoints = await Promise.all(ANSWERS.map(() => hooks.register()))
      for (const [index, [, said]] of ANSWERS.entries()) {
        const status = index % 2 === 0 ? 200 : 500
        hooks.receiver.conduct(endpoints[index]!.path, (response) => void response.writeHead(status).end(said))
      }
      await hooks.announce()
      for (const [index, endpoint] of endpoints.entries()) {
        const [what, , kept] = ANSWERS[index]!
        const [delivery] = await hooks.rested(endpoint)
        const answer = delivery!.attempts[0]?.answer ?? null
        if (what !== 'an Authorization header') expect([what, answer]).to.deep.equal([what, kept])
        else expect(answer).to.include('[secret]').and.not.include('abcdefgh')
      }
    })

    it('leaves out what a redirect would have told the next server', async () => {
      const endpoint = await hooks.register({ events: ['payment.failed'] })
      const Location = `https://elsewhere.example/in?token=abcdef123456&mail=ana@correo.example&s=${SECRET}`
      hooks.receiver.conduct(endpoint.path, (response) => void response.writeHead(302, { Location }).end())
      await hooks.announce(1, { type: 'payment.failed' })
      const [delivery] = await hooks.rested(endpoint)
      const { error } = delivery!.attempts[0]!
      expect(error).to.match(/^answered 302 to https:\/\/elsewhere\.example\/in/)
      expect(error).to.not.match(/abcdef123456|ana@|Zm9v/)
    })
  })
}
