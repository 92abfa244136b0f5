import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { guideEvent } from './guide.js'
import { type Program, Receiver } from './receiver.js'
import { signedHeaders } from './signer.js'

export const SECRET = `whsec_${randomBytes(32).toString('base64')}`
const OTHER_SECRET = `whsec_${randomBytes(32).toString('base64')}`

/** Receivers are processes of their own and read the machine's clock. */
const secondsAgo = (seconds: number): number => Math.floor(Date.now() / 1000) - seconds

let count = 0

/** An event as the guide shows it, under an id of its own. */
function newEvent(changes: object = {}): { id: string; body: string } {
  const id = `evt_${String(++count).padStart(26, '0')}`
  return { id, body: JSON.stringify({ ...guideEvent(), id, ...changes }) }
}

interface Attempt {
  secrets?: readonly string[]
  sentAt?: number | string
  headers?: Record<string, string>
}

/** Sends an event, signed as it should be but for `changes`. */
function send(receiver: Receiver, event: { id: string; body: string }, changes: Attempt = {}): Promise<number> {
  const { secrets = [SECRET], sentAt = secondsAgo(0), headers = {} } = changes
  return receiver.post(event.body, { ...signedHeaders(event.id, event.body, secrets, sentAt), ...headers })
}

async function expectKept(receiver: Receiver, event: { id: string; body: string }, changes?: Attempt): Promise<void> {
  expect(await send(receiver, event, changes)).to.be.within(200, 299)
  expect(receiver.kept()[event.id]?.equals(Buffer.from(event.body))).to.equal(true)
}

async function expectRefused(receiver: Receiver, id: string, status: Promise<number>): Promise<void> {
  expect(await status).to.equal(400)
  expect(receiver.kept()).not.to.have.property(id)
}

/** Neither family of headers as it should be. */
const STRANGE_HEADERS: Record<string, Record<string, string>> = {
  'nothing in them': { 'service-signature': '', 'webhook-signature': '' },
  'only commas': { 'service-signature': ',,=,', 'webhook-signature': ', ,' },
  'no signature': { 'service-signature': `t=${secondsAgo(0)}`, 'webhook-signature': 'v1' },
  'an empty one': { 'service-signature': `t=${secondsAgo(0)},v1=`, 'webhook-signature': 'v1,' },
  'a short one': { 'service-signature': `t=${secondsAgo(0)},v1=00`, 'webhook-signature': 'v1,AAAA' },
  'letters beyond ASCII': { 'service-signature': `t=${secondsAgo(0)},v1=é`, 'webhook-signature': 'v1,é' },
  'no time': { 'service-signature': `v1=${'0'.repeat(64)}`, 'webhook-timestamp': '' },
  'a time beyond all numbers': {
    'service-signature': `t=${'9'.repeat(400)},v1=00`,
    'webhook-timestamp': '9'.repeat(400),
  },
}

/** What every receiver of the guide must do. Each leaves it as it was, but for the events that it kept. */
export const EXCHANGES: Record<string, (receiver: Receiver) => Promise<void>> = {
  'keeps an event that is signed': (receiver) => expectKept(receiver, newEvent()),

  'keeps one whose text is not ASCII': (receiver) =>
    expectKept(receiver, newEvent({ note: 'Día de café ☕ – 日本 \u2028 🫖' })),

  'keeps the very bytes, also those that a JSON library would write in another way': (receiver) => {
    const { id } = newEvent()
    return expectKept(receiver, { id, body: `{ "id" : "${id}",\r\n\t"n": 1.50e1, "text": "\\u00e9\\/" } \n` })
  },

  'keeps an event once, however often it comes': async (receiver) => {
    const event = newEvent()
    await expectKept(receiver, event, { sentAt: secondsAgo(40) })
    await expectKept(receiver, event, { sentAt: secondsAgo(10) })
    await expectKept(receiver, event)
  },

  'keeps an event once that comes many times at once': async (receiver) => {
    const event = newEvent()
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(receiver, event)))
    for (const status of answers) expect(status).to.be.within(200, 299)
    expect(receiver.kept()[event.id]?.toString()).to.equal(event.body)
    expect(receiver.leftovers()).to.deep.equal([])
  },

  'refuses a body that was changed': async (receiver) => {
    const event = newEvent()
    const body = event.body.replace('15000', '15001')
    expect(body).not.to.equal(event.body)
    const headers = signedHeaders(event.id, event.body, [SECRET], secondsAgo(0))
    await expectRefused(receiver, event.id, receiver.post(body, headers))
    await expectRefused(receiver, event.id, receiver.post(`${event.body} `, headers))
  },

  'refuses what another secret signed': async (receiver) => {
    const event = newEvent()
    await expectRefused(receiver, event.id, send(receiver, event, { secrets: [OTHER_SECRET] }))
    await expectRefused(receiver, event.id, send(receiver, event, { secrets: [OTHER_SECRET, OTHER_SECRET] }))
  },

  'refuses what was signed 301 seconds ago, and takes what was signed shortly after': async (receiver) => {
    const event = newEvent()
    await expectRefused(receiver, event.id, send(receiver, event, { sentAt: secondsAgo(301) }))
    await expectKept(receiver, event, { sentAt: secondsAgo(285) })
  },

  'refuses an old signature under a new time': async (receiver) => {
    const event = newEvent()
    const old = signedHeaders(event.id, event.body, [SECRET], secondsAgo(301))
    const headers = {
      ...old,
      'service-signature': old['service-signature']?.replace(/t=\d+/, `t=${secondsAgo(0)}`) ?? '',
      'webhook-timestamp': String(secondsAgo(0)),
    }
    await expectRefused(receiver, event.id, receiver.post(event.body, headers))
  },

  'takes either of two signatures': async (receiver) => {
    await expectKept(receiver, newEvent(), { secrets: [SECRET, OTHER_SECRET] })
    await expectKept(receiver, newEvent(), { secrets: [OTHER_SECRET, SECRET] })
  },

  'takes the right signature beside one of another length': async (receiver) => {
    const event = newEvent()
    const right = signedHeaders(event.id, event.body, [SECRET], secondsAgo(0))
    const headers = {
      'service-signature': right['service-signature']?.replace(',', ',v1=00,') ?? '',
      'webhook-signature': `v1,AAAA ${right['webhook-signature']}`,
    }
    await expectKept(receiver, event, { headers })
  },

  'refuses a right signature under another version': async (receiver) => {
    const event = newEvent()
    const right = signedHeaders(event.id, event.body, [SECRET], secondsAgo(0))
    const headers = Object.entries(right).map(([name, value]) => [name, value.replace(/\bv1\b/, 'v0')])
    await expectRefused(receiver, event.id, receiver.post(event.body, Object.fromEntries(headers)))
  },

  'refuses a request without the headers': async (receiver) => {
    const event = newEvent()
    await expectRefused(receiver, event.id, receiver.post(event.body, { 'content-type': 'application/json' }))
  },

  'refuses headers that are no signature, and lives on': async (receiver) => {
    for (const [what, headers] of Object.entries(STRANGE_HEADERS)) {
      const event = newEvent()
      expect(await send(receiver, event, { headers }), what).to.equal(400)
      expect(receiver.kept(), what).not.to.have.property(event.id)
    }
    const event = newEvent()
    await expectRefused(receiver, event.id, send(receiver, event, { sentAt: 'soon' }))
    await expectRefused(receiver, event.id, send(receiver, event, { sentAt: '' }))
    await expectKept(receiver, newEvent())
  },

  'answers 5xx for what it cannot keep, and keeps it the next time': async (receiver) => {
    const event = newEvent()
    expect(await receiver.withoutInbox(() => send(receiver, event))).to.be.within(500, 599)
    await expectKept(receiver, event)
    expect(receiver.leftovers()).to.deep.equal([])
  },

  'puts no event outside of its inbox': async (receiver) => {
    const id = '../evil'
    expect(await send(receiver, { id, body: JSON.stringify({ id }) })).to.be.within(400, 599)
    expect(receiver.leftovers()).to.deep.equal([])
  },
}

/** With an empty key anybody can sign: it must not start, or not take what is signed with one. */
export async function expectNothingWithoutSecret(program: Program): Promise<void> {
  let receiver: Receiver
  try {
    receiver = await Receiver.start(program, '')
  } catch (error) {
    expect(error).to.be.an('error').with.property('message').that.includes('WEBHOOK_SECRET is not set')
    return
  }
  try {
    expect(await send(receiver, newEvent(), { secrets: [''] })).to.be.within(500, 599)
  } finally {
    await receiver.stop()
  }
}
