import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { linkBody } from '../support/appliance.js'
import type { Site, SiteReply } from '../support/site.js'
import { oneOf } from './chance.js'
import { History, type Operation } from './history.js'
import type { Answer, Call } from './link-model.js'

const CLIENTS = 8
const LINKS_AT_ONCE = 5
/** A link is left alone after so many operations: what is judged must not be endless. */
const MAX_OPERATIONS = 14
const DEALT: readonly Call['name'][] = [
  ...(['read', 'read', 'open', 'open', 'open', 'pay', 'pay', 'update', 'sync', 'sync'] as const),
  ...(['disable', 'mark_paid'] as const),
]

interface Link {
  name: string
  id: string
  url: string
  addresses: string[]
  operations: number
}

/** A request without an answer: it is repeated, under the same key, when the server is back. */
interface Unanswered {
  operation: Operation
  ask: () => Promise<Answer>
  isSlow: boolean
}

/** Clients that work on the same few links at once, and record their answers. */
export class Load {
  readonly history = new History()
  readonly links: Link[] = []
  /** Refusals that do not tell the client to repeat the request. */
  readonly faults: string[] = []
  private live: Link[] = []
  private unanswered: Unanswered[] = []
  private count = 0
  private isOver = false

  constructor(
    private readonly site: Site,
    private readonly next: () => number,
    /** Of each client, between two requests. */
    private readonly pauseMs = 0,
    /** A commit may hang, and with it the locks that it holds. */
    private readonly mayCommitsHang = false,
  ) {}

  /** Until `stop`, or until the server is gone. */
  async run(): Promise<void> {
    this.isOver = false
    await Promise.all(Array.from({ length: CLIENTS }, () => this.client()))
  }

  stop(): void {
    this.isOver = true
  }

  /** Repeats what was cut off. `withSlow`: also what a killed process may still hold under a lease. */
  async askAgain(withSlow: boolean): Promise<void> {
    const again = this.unanswered.filter(({ isSlow }) => withSlow || !isSlow)
    this.unanswered = this.unanswered.filter((one) => !again.includes(one))
    for (const { operation, ask } of again) this.history.answered(operation, await ask())
  }

  /** The final read of every link, when nothing is in flight. */
  async look(): Promise<void> {
    for (const link of this.links) {
      await this.asked(link, { name: 'settled' }, async () => this.read(await this.get(link)))
    }
  }

  private async client(): Promise<void> {
    while (!this.isOver && !this.site.server.isDown) {
      try {
        await this.act()
      } catch (error) {
        // The connection broke: nothing was answered. An answer that was wrong is another matter.
        if (!(error instanceof TypeError)) throw error
      }
      if (this.pauseMs > 0) await sleep(this.pauseMs)
    }
  }

  private async act(): Promise<void> {
    this.live = this.live.filter(({ operations }) => operations < MAX_OPERATIONS)
    if (this.live.length < LINKS_AT_ONCE) return this.create()
    const link = oneOf(this.next, this.live)
    link.operations++
    const name = oneOf(this.next, DEALT)
    switch (name) {
      case 'read':
        return this.next() < 0.3 ? this.list() : this.asked(link, { name }, async () => this.read(await this.get(link)))
      case 'open':
        return this.asked(link, { name }, () => this.open(link))
      case 'pay': {
        if (link.addresses.length === 0) return
        const address = oneOf(this.next, link.addresses)
        return this.asked(link, { name, address }, () => this.pay(address))
      }
      case 'sync': {
        const payment = oneOf(this.next, await this.site.payments(link.id).catch(() => [])) as
          { id: string } | undefined
        return payment && this.asked(link, { name }, () => this.post(`/v1/payments/${payment.id}/sync`))
      }
      case 'update': {
        const title = `${link.name} ${++this.count}`
        return this.keyed(link, { name, title }, `/v1/payment_links/${link.id}`, { title })
      }
      case 'disable':
      case 'mark_paid':
        return this.keyed(link, { name }, `/v1/payment_links/${link.id}/${name}`)
      case 'create':
      case 'settled':
        throw new Error(`${name} is not dealt`)
    }
  }

  private async create(): Promise<void> {
    const name = `link ${++this.count}`
    const key = randomUUID()
    const link: Link = { name, id: '', url: '', addresses: [], operations: 0 }
    const ask = async (): Promise<Answer> => {
      const reply = this.known(await this.site.api('POST', '/v1/payment_links', linkBody({ title: name }), key))
      Object.assign(link, { id: reply.body.id as string, url: reply.body.url as string })
      if (!this.links.includes(link)) this.links.push(link)
      return this.read(reply)
    }
    const operation = this.history.begin(name, { name: 'create', title: name })
    await this.answered(operation, ask, false)
    this.live.push(link)
  }

  private async keyed(link: Link, call: Call, path: string, body?: object): Promise<void> {
    const key = randomUUID()
    await this.asked(link, call, () => this.post(path, body, key), call.name === 'disable', true)
  }

  private async asked(
    link: Link,
    call: Call,
    ask: () => Promise<Answer>,
    isSlow = false,
    isKeyed = false,
  ): Promise<void> {
    await this.answered(this.history.begin(link.name, call), ask, isSlow, isKeyed)
  }

  private async answered(
    operation: Operation,
    ask: () => Promise<Answer>,
    isSlow: boolean,
    isKeyed = true,
  ): Promise<void> {
    try {
      this.history.answered(operation, await ask())
    } catch (error) {
      // Some clients never come back; the others ask again.
      if (isKeyed && (operation.call.name === 'create' || this.next() < 0.8)) {
        this.unanswered.push({ operation, ask, isSlow })
      }
      throw error
    }
  }

  private async get(link: Link): Promise<SiteReply> {
    return this.known(await this.site.api('GET', `/v1/payment_links/${link.id}`))
  }

  /** One answer about many links: a reading of each. */
  private async list(): Promise<void> {
    const readings = this.live.map((link) => ({ link, operation: this.history.begin(link.name, { name: 'read' }) }))
    const { body } = this.known(await this.site.api('GET', '/v1/payment_links?limit=100'))
    for (const { link, operation } of readings) {
      const found = (body.data as { id: string; status: string; title: string }[]).find(({ id }) => id === link.id)
      if (found) this.history.answered(operation, this.read({ status: 200, body: found }))
    }
  }

  private async open(link: Link): Promise<Answer> {
    const response = this.known(await this.site.press(link))
    // The page of an outage of our own database; that of a provider tells what did not happen.
    if (OUTAGE_PAGE.test(await response.text())) throw new TypeError('no answer')
    const address = response.headers.get('location') ?? undefined
    if (address !== undefined && !link.addresses.includes(address)) link.addresses.push(address)
    return { status: response.status, ...(address === undefined ? {} : { address }) }
  }

  private async pay(address: string): Promise<Answer> {
    const response = this.known(await this.site.pay(address))
    // A provider's page that breaks down may have taken the money before.
    if (response.status >= 500) throw new TypeError('no answer')
    const isPaid = response.headers.get('location')?.includes('/return') === true
    return { status: response.status, isPaid }
  }

  /** An internal error, or an outage of the database, leaves open what was done, like no answer. */
  private known<T extends { status: number; headers: Headers; url?: string; body?: unknown }>(reply: T): T {
    const { code } = (reply.body ?? {}) as { code?: string }
    if (reply.status === 500) this.faults.push(`500 ${JSON.stringify(reply.body)}`)
    if (reply.status === 503 && !reply.headers.has('retry-after'))
      this.faults.push(`503 without Retry-After: ${reply.url} ${code}`)
    if (reply.status === 500 || code === 'service_unavailable') throw new TypeError('no answer')
    return reply
  }

  private async post(path: string, body?: object, key?: string): Promise<Answer> {
    const reply = this.known(await this.site.api('POST', path, body, key))
    return path.endsWith('/sync') ? { ...this.read(reply), payment: reply.body.status as string } : this.read(reply)
  }

  private read({ status, body }: Pick<SiteReply, 'status' | 'body'>): Answer {
    if (status < 400) return { status, link: { status: body.status as string, title: body.title as string } }
    const isLocked = this.mayCommitsHang && LOCKED.test(body.detail)
    return { status, code: body.code as string, ...(isLocked && { isLocked }) }
  }
}

const LOCKED = /^Another request holds a lock/
const OUTAGE_PAGE = /<title>(Esta página no está disponible|This page is not available)/
