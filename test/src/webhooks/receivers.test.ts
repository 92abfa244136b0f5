import type { Socket } from 'node:net'
import { expect } from 'chai'
import type { Delivery } from '@paylink/core/webhooks/delivery'
import { MAX_ANSWER_BYTES } from '@paylink/core/webhooks/webhook-client'
import { eventually } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { freePort } from '../support/free-port.js'
import { answering } from '../support/receiver.js'
import { type EndpointOfTest, Hooks } from './hooks.js'
import { type Manner, RudeReceiver } from './rude-receiver.js'

/** The deadline passes in a second, in which no other work is done. */
const HASTE = 10
const AFTER_THE_DEADLINE_MS = 1500

const saying =
  (text: string, then: (socket: Socket) => void = (socket) => void socket.end()): Manner =>
  (socket, asked) =>
    void asked.then(() => {
      socket.write(text)
      then(socket)
    })

const keepSilent = (): void => undefined
const every = (ms: number, socket: Socket, act: () => void): void => {
  const handle = setInterval(act, ms)
  socket.once('close', () => clearInterval(handle))
}

const OK_OF_100 = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n'
const OK_IN_CHUNKS = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'

/** Answers that are none. */
const FAULTS: readonly [what: string, manner: Manner, error: RegExp][] = [
  ['resets the connection before it reads', (socket) => void socket.resetAndDestroy(), /ECONNRESET|closed/],
  ['resets the connection after it read', saying('', (socket) => void socket.resetAndDestroy()), /ECONNRESET|closed/],
  ['closes without an answer', saying(''), /closed|ended/],
  ['speaks another language', saying('SSH-2.0-OpenSSH_9.6\r\n'), /HTTP/],
  ['sends half of what it promised', saying(`${OK_OF_100}half`), /closed|ended|mismatch/],
  ['breaks off between two chunks', saying(`${OK_IN_CHUNKS}4\r\nhalf\r\n`), /closed|ended/],
  ['sends chunks that are none', saying(`${OK_IN_CHUNKS}what?\r\n`), /HTTP|[Cc]hunk/],
  ['sends headers without end', saying(`HTTP/1.1 200 OK\r\n${`X: ${'x'.repeat(1000)}\r\n`.repeat(40)}`), /[Hh]eader/],
]

/** Until the deadline. */
const DELAYS: readonly [what: string, manner: Manner][] = [
  ['accepts the request and does not respond', saying('', keepSilent)],
  ['does not even read', (socket) => void socket.pause()],
  ['sends headers and no body', saying(OK_OF_100, keepSilent)],
  [
    'sends its headers byte by byte',
    saying('HTTP/1.1 200 OK\r\nX: ', (socket) => every(20, socket, () => socket.write('x'))),
  ],
  [
    'sends its body byte by byte',
    saying(OK_IN_CHUNKS, (socket) => every(20, socket, () => socket.write('1\r\nx\r\n'))),
  ],
  [
    'answers 200 after the deadline',
    saying('', (socket) => void setTimeout(() => socket.end('HTTP/1.1 200 OK\r\n\r\n'), AFTER_THE_DEADLINE_MS)),
  ],
]

const STATUSES: readonly [status: number, isDelivered: boolean][] = [
  ...([200, 201, 202, 204, 299] as const).map((status) => [status, true] as [number, boolean]),
  ...([301, 302, 303, 304, 307, 308, 400, 401, 404, 429, 500, 503] as const).map(
    (status) => [status, false] as [number, boolean],
  ),
]

for (const engine of ENGINES) {
  describe(`receivers’ responses on ${engine}`, () => {
    let hooks: Hooks
    const rude: RudeReceiver[] = []
    before(async () => (hooks = await Hooks.start(engine)))
    after(async () => {
      await Promise.all(rude.map((receiver) => receiver.stop()))
      await hooks.stop()
    })

    async function startRude(manner: Manner, whereabouts = {}): Promise<RudeReceiver> {
      const receiver = await RudeReceiver.start(manner, whereabouts)
      rude.push(receiver)
      return receiver
    }

    /** The first delivery to each. Each test listens for a type of its own. */
    async function firstOf(endpoints: readonly EndpointOfTest[]): Promise<Delivery[]> {
      const deliveries = await Promise.all(endpoints.map((endpoint) => hooks.rested(endpoint)))
      return deliveries.map(([first]) => first!)
    }

    it('is decided by the status: 2xx delivers, and a redirect is not followed (R154, R257, I28)', async () => {
      const endpoints = await Promise.all(STATUSES.map(() => hooks.register({ events: ['payment.succeeded'] })))
      for (const [index, [status]] of STATUSES.entries()) {
        const elsewhere = hooks.receiver.url('/elsewhere')
        const headers: Record<string, string> = status < 300 || status > 399 ? {} : { Location: elsewhere }
        hooks.receiver.conduct(endpoints[index]!.path, answering(status, headers))
      }
      await hooks.announce(1, { type: 'payment.succeeded' })
      for (const [index, { status, attempts }] of (await firstOf(endpoints)).entries()) {
        const [expected, isDelivered] = STATUSES[index]!
        expect([expected, status]).to.deep.equal([expected, isDelivered ? 'delivered' : 'scheduled'])
        expect(attempts.map((attempt) => attempt.status)).to.deep.equal([expected])
        const why =
          expected >= 300 && expected < 400 ? /redirects are not followed/ : new RegExp(`^answered ${expected}$`)
        if (isDelivered) expect(attempts[0]!.error).to.equal(null)
        else expect(attempts[0]!.error).to.match(why)
      }
      expect(hooks.receiver.at('/elsewhere')).to.deep.equal([])
    })

    it('is a failure when no whole answer comes, whatever comes in its place', async () => {
      const events = ['payment.failed'] as const
      const receivers: RudeReceiver[] = []
      for (const [, manner] of FAULTS) receivers.push(await startRude(manner))
      const endpoints = await Promise.all(receivers.map(({ url }) => hooks.register({ url, events: [...events] })))
      await hooks.announce(1, { type: 'payment.failed' })
      for (const [index, { status, attempts }] of (await firstOf(endpoints)).entries()) {
        const [what, , error] = FAULTS[index]!
        expect([what, status, attempts.length]).to.deep.equal([what, 'scheduled', 1])
        expect(attempts[0]).to.include({ status: null, answer: null })
        expect(attempts[0]!.error, what).to.match(error)
        // One attempt is one request at most.
        expect(receivers[index]!.requests, what).to.be.at.most(1)
      }
    })

    it('is a failure when the host is unreachable or its certificate is not valid (R257)', async () => {
      const selfSigned = await startRude(saying(OK_OF_100), { isTls: true })
      const plain = await startRude((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
      const places: [url: string, error: RegExp][] = [
        [`http://127.0.0.1:${await freePort()}/hook`, /ECONNREFUSED/],
        [selfSigned.url, /self-signed certificate|not yet valid/],
        [plain.url.replace('http:', 'https:'), /SSL|TLS|packet|closed|disconnected/],
        ['http://unknown.invalid/hook', /ENOTFOUND|EAI_AGAIN|unknown\.invalid/],
      ]
      const endpoints = []
      for (const [url] of places) endpoints.push(await hooks.register({ url, events: ['payment.canceled'] }))
      await hooks.announce(1, { type: 'payment.canceled' })
      for (const [index, { status, attempts }] of (await firstOf(endpoints)).entries()) {
        expect(status).to.equal('scheduled')
        expect(attempts[0]).to.include({ status: null, answer: null })
        expect(attempts[0]!.error).to.match(places[index]![1])
      }
      expect(selfSigned.came).to.equal(0)
    })

    it('is over after ten seconds, and so is the connection (R154, I28)', async () => {
      const { paylink } = hooks
      const receivers: RudeReceiver[] = []
      for (const [, manner] of DELAYS) receivers.push(await startRude(manner))
      const endpoints = await Promise.all(
        receivers.map(({ url }) => hooks.register({ url, events: ['payment_link.disabled'] })),
      )
      paylink.timer.haste = HASTE
      await hooks.announce(1, { type: 'payment_link.disabled' })
      const deliveries = await firstOf(endpoints)
      paylink.timer.haste = 1
      for (const [index, { status, attempts }] of deliveries.entries()) {
        const [what] = DELAYS[index]!
        expect([what, status, attempts.length]).to.deep.equal([what, 'scheduled', 1])
        expect(attempts[0]).to.include({ status: null, error: 'no answer within 10 s', answer: null })
        expect(attempts[0]!.ms).to.be.within(900, 10_000)
      }
      // A sender that does not read does not see the end either.
      const seeing = receivers.filter((_, index) => DELAYS[index]![0] !== 'does not even read')
      await eventually(
        () => Promise.resolve(seeing.map(({ came, over }) => came - over)),
        (open) => open.every((count) => count === 0),
      )
    })

    it('reads no more than 64 KB of an answer that does not end (R257)', async () => {
      let written = 0
      const endless = await startRude(
        saying('HTTP/1.1 200 OK\r\n\r\n', (socket) =>
          every(5, socket, () => {
            written += 4096
            socket.write('x'.repeat(4096))
          }),
        ),
      )
      const endpoint = await hooks.register({ url: endless.url, events: ['payment_link.paid'] })
      await hooks.announce(1, { type: 'payment_link.paid' })
      const [delivery] = await firstOf([endpoint])
      expect(delivery!.status).to.equal('delivered')
      expect(delivery!.attempts[0]!.answer).to.equal('x'.repeat(1024))
      await eventually(
        () => Promise.resolve(endless.over),
        (over) => over === endless.came,
      )
      expect(endless.requests).to.equal(1)
      expect(written).to.be.within(MAX_ANSWER_BYTES, 16 * MAX_ANSWER_BYTES)
    })

    it('reaches an address of IPv6 that is written out', async () => {
      const receiver = await startRude(saying('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'), { host: '::1' })
      const endpoint = await hooks.register({ url: receiver.url, events: ['payment.invoiced'] })
      await hooks.announce(1, { type: 'payment.invoiced' })
      expect((await firstOf([endpoint]))[0]).to.include({ status: 'delivered' })
      expect(receiver.came).to.equal(1)
    })
  })
}
