import { randomUUID } from 'node:crypto'
import { LiveMail } from '../kills/live-mail.js'
import { oneOf } from '../kills/chance.js'
import { linkBody } from '../support/appliance.js'
import type { Site } from '../support/site.js'
import type { Faults } from './faults.js'

const MAX_AT_ONCE = 60
const MAX_REPEATS = 6
const PAUSE_MS = 700

const DASHBOARD = ['', '/links', '/payments', '/links?status=paid', '/payments?q=taza', '/search?q=taza', '/review']
type Ending = 'pay' | 'decline' | 'cancel' | 'mark_paid' | 'disable' | 'leave'
const ENDINGS: readonly Ending[] = [
  ...['pay', 'pay', 'pay', 'pay', 'pay', 'pay'],
  ...(['decline', 'cancel', 'mark_paid', 'disable', 'leave'] as const),
] as Ending[]

/** What was answered, and must be so at the end. */
interface Acknowledged {
  id: string
  title: string
  status: 'paid' | 'disabled' | null
}

/** A request without a good answer, although it was repeated. */
class GivenUp extends Error {}

/**
 * Merchants, payers and cashiers at a steady rate: each journey has a link of its own, from its creation to its end.
 * Requests that break off are repeated as clients repeat them.
 */
export class Journeys {
  readonly acknowledged: Acknowledged[] = []
  readonly mails: LiveMail[] = []
  /** Answers that no fault explains. */
  readonly wrong: string[] = []
  begun = 0
  /** Repeats of no avail: the fault lasted, or the provider's outcome is unknown. */
  givenUp = 0
  /** Not begun, since too many were on their way. */
  skipped = 0
  private readonly running = new Set<Promise<void>>()

  constructor(
    private readonly site: Site,
    private readonly faults: Faults,
    private readonly next: () => number,
    private readonly cookie: string,
  ) {}

  /** At this rate until the signal comes; returns when the last journey has ended. */
  async run(perSecond: number, until: AbortSignal): Promise<void> {
    const gapMs = 1000 / perSecond
    let due = performance.now()
    while (!until.aborted) {
      this.start()
      due += gapMs
      await pause(due - performance.now())
    }
    await Promise.all(this.running)
  }

  private start(): void {
    if (this.running.size >= MAX_AT_ONCE) {
      this.skipped++
      return
    }
    this.begun++
    const journey = this.journey().catch((error: unknown) => {
      if (error instanceof GivenUp) this.givenUp++
      else this.wrong.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
    })
    this.running.add(journey)
    void journey.finally(() => this.running.delete(journey))
  }

  private async journey(): Promise<void> {
    const number = this.begun
    await this.faults.beforeJourney()
    const link = await this.create(`Taza ${number}`)
    const acknowledged: Acknowledged = { id: link.id, title: link.title, status: null }
    this.acknowledged.push(acknowledged)
    await this.read(link.url, `/v1/payment_links/${link.id}`)
    if (number % 4 === 0) {
      const title = `Taza ${number}, azul`
      await this.post(`/v1/payment_links/${link.id}`, { title })
      acknowledged.title = title
    }
    if (number % 3 === 0) await this.dashboard(oneOf(this.next, DASHBOARD))
    if (number % 8 === 0) await this.mail()
    const ending = oneOf(this.next, ENDINGS)
    switch (ending) {
      case 'leave':
        return
      case 'mark_paid':
      case 'disable': {
        await this.post(`/v1/payment_links/${link.id}/${ending}`)
        acknowledged.status = ending === 'disable' ? 'disabled' : 'paid'
        return
      }
      default:
        await this.checkout(link, ending, acknowledged)
    }
  }

  private async create(title: string): Promise<{ id: string; url: string; title: string }> {
    const reply = await this.post('/v1/payment_links', linkBody({ title }), 201)
    return { id: reply.id as string, url: reply.url as string, title }
  }

  /** As the merchant and the payer see the link. */
  private async read(pageAddress: string, path: string): Promise<void> {
    await this.repeated(async () => isStatus(await this.site.api('GET', path), 200))
    await this.repeated(async () => isStatus(await this.site.api('GET', '/v1/payment_links?limit=20'), 200))
    await this.repeated(async () => isStatus(await this.get(pageAddress), 200))
  }

  private async dashboard(path: string): Promise<void> {
    const headers = { cookie: this.cookie, 'accept-language': 'es-MX' }
    const address = `${this.site.server.url}/dashboard/test${path}`
    await this.repeated(async () => isStatus(await this.get(address, headers), 200))
  }

  private async mail(): Promise<void> {
    const mail = await this.repeated(() => LiveMail.of(this.site))
    this.faults.beforeMail()
    await this.repeated(async () => isStatus(await mail.ask(), 202))
    this.mails.push(mail)
  }

  private async checkout(link: { id: string; url: string }, ending: Ending, acknowledged: Acknowledged): Promise<void> {
    await this.faults.beforeCheckout()
    const provider = oneOf(this.next, ['provider_a', 'provider_b'])
    const address = await this.repeated(async () => {
      const response = await this.site.press(link, provider)
      await response.text()
      // The provider failed, or its answer was lost; a press that came before has not ended.
      if ([409, 502, 503, 504].includes(response.status)) throw new TypeError('not open')
      const location = response.headers.get('location')
      if (response.status !== 303 || location === null) throw new Error(`no checkout: ${response.status}`)
      return location
    })
    await this.repeated(async () => isStatus(await this.get(this.site.server.url + new URL(address).pathname), 200))
    await this.repeated(async () => {
      const response = await this.site.pay(address, ending === 'pay' ? 'succeed' : ending)
      await response.text()
      // The sandbox keeps its checkouts in the database as well, which is away.
      if (response.status === 503) throw new TypeError('503')
      const isOnward = response.headers.get('location')?.includes('/return') === true
      if (ending === 'pay' && !isOnward) throw new Error(`the provider answered a payer with ${response.status}`)
    })
    if (ending === 'pay') acknowledged.status = 'paid'
    await pause(PAUSE_MS)
    await this.repeated(async () => isStatus(await this.get(`${link.url}/return`), 200))
  }

  private async get(address: string, headers: Record<string, string> = {}): Promise<{ status: number; body: string }> {
    const response = await fetch(address, { headers, redirect: 'follow' })
    return { status: response.status, body: await response.text() }
  }

  private async post(path: string, body?: object, status = 200): Promise<any> {
    const key = randomUUID()
    return (await this.repeated(async () => isStatus(await this.site.api('POST', path, body, key), status))).body
  }

  /** Until there is an answer: a connection that breaks, and an outage, are no answers. */
  private async repeated<T>(ask: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await ask()
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
        if (attempt === MAX_REPEATS) throw new GivenUp('no answer', { cause: error })
        await pause(PAUSE_MS * attempt)
      }
    }
  }
}

function isStatus<T extends { status: number; body: any }>(reply: T, expected: number): T {
  if (reply.status === expected) return reply
  const code = (reply.body as { code?: string }).code
  if (reply.status === 503 || code === 'request_in_flight') throw new TypeError(`${reply.status}`)
  const text = JSON.stringify(reply.body).slice(0, 300)
  throw new Error(`expected ${expected}, not ${reply.status}: ${text}`)
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))
