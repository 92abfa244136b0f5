import type { Answer } from '@paylink/core/idempotency/run-once'
import type { AccountPrincipal } from '@paylink/core/kernel/principal'
import { Problem } from '@paylink/core/kernel/problem'
import { CreatePaymentLink } from '@paylink/core/payment-links/create-payment-link'
import { DisablePaymentLink } from '@paylink/core/payment-links/disable-payment-link'
import type { CreatePaymentLinkBody, UpdatePaymentLinkBody } from '@paylink/core/payment-links/payment-link.bodies'
import { UpdatePaymentLink } from '@paylink/core/payment-links/update-payment-link'
import { MarkLinkPaid, type MarkPaymentLinkPaidBody } from '@paylink/core/payments/mark-link-paid'
import { Generation } from '@paylink/core/database/generation'
import type { SimProcess } from './process.js'
import type { World } from './world.js'

/** A client's request, sent under an idempotency key. */
export type Operation =
  | { act: 'create'; body: CreatePaymentLinkBody }
  | { act: 'update'; linkId: string; body: UpdatePaymentLinkBody }
  | { act: 'disable'; linkId: string }
  | { act: 'mark_paid'; linkId: string; body: MarkPaymentLinkPaidBody }

/** One request as its client sees it. */
export interface Request {
  key: string
  operation: Operation
  identity: string
  sentAt: number
  /** Its place among all sendings and answers. */
  sentAs: number
  answeredAs: number | null
  /** How many dead workers had been removed by then. */
  removedBefore: number
  status: number | null
  code: string | null
  body: string | null
  replayed: boolean | null
}

const DAY = 86_400_000

/** The clients' log: requests and answers, checked against I30–I34. */
export class Requests {
  readonly all: Request[] = []
  private order = 0

  constructor(
    private readonly world: World,
    private readonly principal: AccountPrincipal,
  ) {}

  /** Sends a request. It is answered later, or never. */
  send(process: SimProcess, key: string, operation: Operation): void {
    const identity = JSON.stringify(operation)
    const unanswered = { answeredAs: null, status: null, code: null, body: null, replayed: null }
    const sent = {
      sentAt: this.world.nowMs,
      sentAs: ++this.order,
      removedBefore: this.world.checker.removedWorkers.length,
    }
    const request: Request = { key, operation, identity, ...sent, ...unanswered }
    this.all.push(request)
    this.world.options.tell?.(`    ${key}: ${identity}`)
    void this.perform(process, request)
  }

  /** The latest request of each key without a final answer: a client would repeat it. */
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
        status: request.operation.act === 'create' ? 201 : 200,
        body: JSON.stringify(answer.body),
        replayed: answer.replayed,
      })
    } catch (error) {
      if (!(error instanceof Problem) && this.world.options.mayFail) {
        Object.assign(request, { status: 500, code: 'internal_error', body: '' })
      } else if (!(error instanceof Problem)) {
        const stack = error instanceof Error ? error.stack : String(error)
        this.world.checker.report('answers', `${request.identity} is answered with ${stack}`)
      } else Object.assign(request, { status: error.status, code: error.code, body: error.detail ?? '' })
    }
    request.answeredAs = ++this.order
    this.world.options.tell?.(`    ${request.key}: ${request.status} ${request.code ?? ''} ${request.identity}`)
    this.world.count(`answer ${request.operation.act} ${request.code ?? request.status}`)
    this.check(request)
  }

  private run(process: SimProcess, { operation, key }: Request): Promise<Answer<unknown>> {
    switch (operation.act) {
      case 'create':
        return process.get(CreatePaymentLink).run(this.principal, key, operation.body)
      case 'update':
        return process.get(UpdatePaymentLink).run(this.principal, operation.linkId, key, operation.body)
      case 'disable':
        return process.get(DisablePaymentLink).run(this.principal, operation.linkId, key)
      case 'mark_paid':
        return process.get(MarkLinkPaid).run(this.principal, operation.linkId, key, operation.body)
    }
  }

  private check(request: Request): void {
    const report = (invariant: string, message: string): void =>
      this.world.checker.report(invariant, `key ${request.key}, ${request.identity}: ${message}`)
    const others = this.all.filter((other) => other !== request && other.key === request.key)
    const isSuccess = request.status !== null && request.status < 300
    // A database error is answered as such, and is no statement about the key.
    const hasFailed = this.world.options.mayFail === true && request.code === 'internal_error'
    for (const other of others) {
      // A request that may have had an effect elsewhere keeps its key.
      const wasKnown = (other.answeredAs ?? Infinity) < request.sentAs
      const isOpen = other.status === 503 && wasKnown && !this.wasRefusedSince(other)
      if (isOpen && isSuccess && other.identity !== request.identity && this.world.nowMs < other.sentAt + DAY) {
        report('I32', `done, though ${other.identity} is not known to have failed`)
      }
      if (other.status === null || other.status >= 300) continue
      // Replayed for a day after the first success, which is no earlier than its sending.
      const since = Math.min(...others.filter(({ body }) => body === other.body).map(({ sentAt }) => sentAt))
      if (this.world.nowMs >= since + DAY || other.sentAt >= request.sentAt + DAY) continue
      if (other.identity !== request.identity) {
        if (isSuccess) report('I32', `done, though the key was used for ${other.identity}`)
        else if (wasKnown && !hasFailed && request.status !== 422) {
          report('I32', `answered with ${request.status}, not 422`)
        }
      } else if (isSuccess) {
        if (other.body !== request.body) report('I31', `answered with ${request.body}, and with ${other.body}`)
        if (!other.replayed && !request.replayed) report('I31', 'done twice')
      } else if (wasKnown && !hasFailed) {
        report('I33', `done before, and now refused with ${request.code} ${request.body}`)
      }
    }
    if (request.body?.includes('Idempotency-Key is still')) {
      // Read now, not from the last snapshot: the same commit may hold a takeover.
      const sql = 'select owner_token from idempotency_keys where key = ?'
      const [held] = this.world.checker.rows<{ owner_token: string | null }>(sql, request.key) ?? []
      const owner = held?.owner_token?.split(':')[0] ?? ''
      const isDead = this.world.checker.removedWorkers.slice(0, request.removedBefore).includes(owner)
      if (isDead) report('I35', `still held by ${owner}, who is dead`)
    }
    // A refusal frees the key for whatever is sent after it.
    const isRefused = ({ status, answeredAs }: Request): boolean =>
      status !== null && status >= 400 && status < 500 && (answeredAs ?? Infinity) < request.sentAs
    const isFree = others.filter(({ identity }) => identity !== request.identity).every(isRefused)
    if (request.status === 422 && isFree) report('I34', 'refused, though its key was never used with success')
    if (this.wasDone(request)) report('I30', 'done, and then refused')
    if (isSuccess && request.replayed && !others.some(({ identity }) => identity === request.identity)) {
      report('I31', 'replayed, and never done')
    }
  }

  /** A repeat was refused: its key was given back by the request that took it over. */
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

  /** The payment was recorded for this request, and within a day it is refused as already paid (I30). */
  private wasDone({ operation, code }: Request): boolean {
    if (operation.act !== 'mark_paid' || code !== 'link_already_paid') return false
    // One key, and so one note, may be used for several links.
    const mine = [...this.world.checker.snapshot.payments.values()].find(
      ({ note, link_id }) => note === operation.body.note && link_id === operation.linkId,
    )
    return mine !== undefined && this.world.nowMs < Date.parse(mine.created_at) + DAY
  }
}
