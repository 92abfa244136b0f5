import type { Answer } from '@paylink/core/idempotency/run-once'
import type { Caller } from '@paylink/core/kernel/caller'
import { Problem } from '@paylink/core/kernel/problem'
import { CreatePaymentLink, type NewPaymentLink } from '@paylink/core/payment-links/create-payment-link'
import { DisablePaymentLink } from '@paylink/core/payment-links/disable-payment-link'
import { type LinkChanges, UpdatePaymentLink } from '@paylink/core/payment-links/update-payment-link'
import { MarkLinkPaid, type ManualPayment } from '@paylink/core/payments/mark-link-paid'
import { Generation } from '@paylink/core/database/generation'
import type { SimProcess } from './process.js'
import type { World } from './world.js'

/** What a client asks for, under a key with which it may ask again. */
export type Wish =
  | { act: 'create'; body: NewPaymentLink }
  | { act: 'update'; linkId: string; body: LinkChanges }
  | { act: 'disable'; linkId: string }
  | { act: 'mark_paid'; linkId: string; body: ManualPayment }

/** What a client knows of one request. */
export interface Request {
  key: string
  wish: Wish
  identity: string
  sentAt: number
  /** Its place among all sendings and answers. */
  sentAs: number
  answeredAs: number | null
  /** How many processes had been found dead by then. */
  buriedBefore: number
  status: number | null
  code: string | null
  body: string | null
  replayed: boolean | null
}

const DAY = 86_400_000

/** The clients' log: what they sent and what they were told, judged by I30–I34. */
export class Requests {
  readonly all: Request[] = []
  private order = 0

  constructor(
    private readonly world: World,
    private readonly caller: Caller,
  ) {}

  /** Sends a request. It is answered later, or never. */
  send(process: SimProcess, key: string, wish: Wish): void {
    const identity = JSON.stringify(wish)
    const unanswered = { answeredAs: null, status: null, code: null, body: null, replayed: null }
    const sent = { sentAt: this.world.nowMs, sentAs: ++this.order, buriedBefore: this.world.watch.buried.length }
    const request: Request = { key, wish, identity, ...sent, ...unanswered }
    this.all.push(request)
    this.world.options.tell?.(`    ${key}: ${identity}`)
    void this.perform(process, request)
  }

  /** The latest of each key that was not answered for good: a client would send it again. */
  unsettled(): Request[] {
    const latest = new Map(this.all.map((request) => [`${request.key} ${request.identity}`, request]))
    return [...latest.values()].filter(
      ({ status, code }) => status === null || status >= 500 || code === 'request_in_flight',
    )
  }

  private async perform(process: SimProcess, request: Request): Promise<void> {
    try {
      await process.get(Generation).refresh()
      const answer = await this.run(process, request)
      Object.assign(request, {
        status: request.wish.act === 'create' ? 201 : 200,
        body: JSON.stringify(answer.body),
        replayed: answer.replayed,
      })
    } catch (error) {
      if (!(error instanceof Problem) && this.world.options.mayFail) {
        Object.assign(request, { status: 500, code: 'internal_error', body: '' })
      } else if (!(error instanceof Problem)) {
        const stack = error instanceof Error ? error.stack : String(error)
        this.world.watch.blame('answers', `${request.identity} is answered with ${stack}`)
      } else Object.assign(request, { status: error.status, code: error.code, body: error.detail ?? '' })
    }
    request.answeredAs = ++this.order
    this.world.options.tell?.(`    ${request.key}: ${request.status} ${request.code ?? ''} ${request.identity}`)
    this.world.count(`answer ${request.wish.act} ${request.code ?? request.status}`)
    this.judge(request)
  }

  private run(process: SimProcess, { wish, key }: Request): Promise<Answer<unknown>> {
    switch (wish.act) {
      case 'create':
        return process.get(CreatePaymentLink).run(this.caller, key, wish.body)
      case 'update':
        return process.get(UpdatePaymentLink).run(this.caller, wish.linkId, key, wish.body)
      case 'disable':
        return process.get(DisablePaymentLink).run(this.caller, wish.linkId, key)
      case 'mark_paid':
        return process.get(MarkLinkPaid).run(this.caller, wish.linkId, key, wish.body)
    }
  }

  private judge(request: Request): void {
    const blame = (invariant: string, says: string): void =>
      this.world.watch.blame(invariant, `key ${request.key}, ${request.identity}: ${says}`)
    const others = this.all.filter((other) => other !== request && other.key === request.key)
    const isSuccess = request.status !== null && request.status < 300
    // Whoever asks a database that fails is told that, and nothing of the key.
    const hasFailed = this.world.options.mayFail === true && request.code === 'internal_error'
    for (const other of others) {
      // What may have had an effect elsewhere keeps its key: nobody else may have it.
      const wasKnown = (other.answeredAs ?? Infinity) < request.sentAs
      const isOpen = other.status === 503 && wasKnown && !this.wasRefusedSince(other)
      if (isOpen && isSuccess && other.identity !== request.identity && this.world.nowMs < other.sentAt + DAY) {
        blame('I32', `done, though ${other.identity} is not known to have failed`)
      }
      if (other.status === null || other.status >= 300) continue
      // Remembered for a day from when it was done first: when that was sent, at the earliest.
      const since = Math.min(...others.filter(({ body }) => body === other.body).map(({ sentAt }) => sentAt))
      if (this.world.nowMs >= since + DAY || other.sentAt >= request.sentAt + DAY) continue
      if (other.identity !== request.identity) {
        if (isSuccess) blame('I32', `done, though the key was used for ${other.identity}`)
        else if (wasKnown && !hasFailed && request.status !== 422) {
          blame('I32', `answered with ${request.status}, not 422`)
        }
      } else if (isSuccess) {
        if (other.body !== request.body) blame('I31', `answered with ${request.body}, and with ${other.body}`)
        if (!other.replayed && !request.replayed) blame('I31', 'done twice')
      } else if (wasKnown && !hasFailed) {
        blame('I33', `done before, and now refused with ${request.code} ${request.body}`)
      }
    }
    if (request.body?.includes('Idempotency-Key is still')) {
      // Now, not at the last look: in the same commit somebody may have taken over.
      const sql = 'select owner_token from idempotency_keys where key = ?'
      const [held] = this.world.watch.rows<{ owner_token: string | null }>(sql, request.key) ?? []
      const owner = held?.owner_token?.split(':')[0] ?? ''
      const isDead = this.world.watch.buried.slice(0, request.buriedBefore).includes(owner)
      if (isDead) blame('I35', `still held by ${owner}, who is dead`)
    }
    // A refusal frees the key for whatever is sent after it.
    const isRefused = ({ status, answeredAs }: Request): boolean =>
      status !== null && status >= 400 && status < 500 && (answeredAs ?? Infinity) < request.sentAs
    const isFree = others.filter(({ identity }) => identity !== request.identity).every(isRefused)
    if (request.status === 422 && isFree) blame('I34', 'refused, though its key was never used with success')
    if (this.wasDone(request)) blame('I30', 'done, and then refused')
    if (isSuccess && request.replayed && !others.some(({ identity }) => identity === request.identity)) {
      blame('I31', 'replayed, and never done')
    }
  }

  /** Asked again, it was refused: whatever came of the first time, whoever took its key over gave it back. */
  private wasRefusedSince({ key, identity, sentAs }: Request): boolean {
    return this.all.some(
      (later) =>
        later.key === key &&
        later.identity === identity &&
        (later.answeredAs ?? 0) > sentAs &&
        (later.status ?? 0) >= 400 &&
        (later.status ?? 0) < 500,
    )
  }

  /** Money was recorded for this very request, and within a day it is told that others were quicker (I30). */
  private wasDone({ wish, code }: Request): boolean {
    if (wish.act !== 'mark_paid' || code !== 'link_already_paid') return false
    // One key, and so one note, may be used for several links.
    const mine = [...this.world.watch.snapshot.payments.values()].find(
      ({ note, link_id }) => note === wish.body.note && link_id === wish.linkId,
    )
    return mine !== undefined && this.world.nowMs < Date.parse(mine.created_at) + DAY
  }
}
