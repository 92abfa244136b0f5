import type { CreateCheckoutInput } from '@paylink/plugin-api'
import { compareKeys } from './key-history.js'
import { compareLinks, comparePayments } from './history.js'
import { compareInvoices, isOdd, checkBooks } from './invoice-history.js'
import { wasEndedBlindly } from './check-decisions.js'
import type { SimProcess } from './process.js'
import { isPayable } from './provider-world.js'
import { type Decided, NOTHING, type DatabaseObserver, type PaymentRow } from './snapshot.js'
import { logChanges } from './log-changes.js'
import type { World } from './world.js'

export interface Finding {
  invariant: string
  message: string
}

const DEADLINE_MS = 10_000
const MINUTE_MS = 60_000

interface LiveCall {
  name: string
  by: object
  lease: string | null
  paymentId: string
  until: number
}

/** Checks all invariants after every step. The first violation ends the run. */
export class InvariantChecker {
  finding: Finding | null = null
  snapshot = NOTHING
  private readonly requests = new Map<string, string>()
  private calls: LiveCall[] = []
  /** Ids of dead workers whose successor has taken over. */
  readonly removedWorkers: string[] = []
  private readonly dead: { id: string; place: string; diedAt: number }[] = []

  constructor(
    private readonly world: World,
    private readonly observer: DatabaseObserver,
  ) {
    this.snapshot = observer.look() ?? this.snapshot
  }

  report(invariant: string, message: string): void {
    this.finding ??= { invariant, message }
  }

  /** What a person last decided about a payment. */
  lastDecision(paymentId: string): Decided | undefined {
    return this.snapshot.decisions.get(paymentId)?.at(-1)
  }

  /** After a step. */
  look(): void {
    this.atProviders()
    this.claimsOfDead()
    const after = this.observer.look()
    if (!after) return checkBooks(this.world)
    const before = this.snapshot
    this.snapshot = after
    logChanges(this.world, before, after)
    const broken = this.observer.violated(this.world.scheduler.now(), (id) => isOdd(this.world, id))
    if (broken) this.report(broken.id, broken.message)
    compareLinks(this.world, before, after)
    comparePayments(this.world, before, after)
    compareKeys(this.world, before, after)
    compareInvoices(this.world, before, after)
    checkBooks(this.world)
  }

  /** Null: the database cannot be queried between snapshots. */
  rows<Row>(sql: string, ...values: unknown[]): Row[] | null {
    return this.observer.rows<Row>(sql, ...values)
  }

  /** A checkout is requested only after the payment is stored, and always identically (I15). True: a repeat. */
  beforeCreate(input: CreateCheckoutInput): boolean {
    const sql = 'select provider_ref, status from payments where id = ?'
    const rows = this.rows<{ provider_ref: string; status: string }>(sql, input.paymentId)
    const row = rows?.[0]
    if (rows && row?.provider_ref !== `creating:${input.paymentId}`) {
      this.report('I15', `a checkout of ${input.paymentId} is asked for while it is ${JSON.stringify(row)}`)
    }
    const request = JSON.stringify(input)
    const first = this.requests.get(input.paymentId)
    this.requests.set(input.paymentId, first ?? request)
    if (first !== undefined && first !== request) {
      this.report('I15', `the repeat for ${input.paymentId} differs: ${first} ${request}`)
    }
    return first !== undefined
  }

  /** A provider call about a payment, under a lease (I20). Returns what to call at its end. */
  call(by: object, name: string, paymentId: string | null): () => void {
    if (paymentId === null) return () => undefined
    const now = this.world.nowMs
    const sql = 'select verifying_token, verifying_until from payments where id = ?'
    const rows = this.rows<Pick<PaymentRow, 'verifying_token' | 'verifying_until'>>(sql, paymentId)
    if (!rows) return () => undefined
    // A worker suspended past its lease may still ask; what it learns is not recorded.
    const { verifying_token: lease = null, verifying_until: leasedUntil = null } = rows[0] ?? {}
    this.calls = this.calls.filter(({ until }) => until > now)
    const other = this.calls.find((one) => one.paymentId === paymentId && one.lease !== lease)
    if (other) this.report('I20', `${paymentId} is verified twice at once: ${name}, and ${other.name}`)
    const call = { by, paymentId, name, lease, until: Math.min(now + DEADLINE_MS, Date.parse(leasedUntil ?? '')) }
    this.calls.push(call)
    return () => {
      this.calls = this.calls.filter((other) => other !== call)
    }
  }

  /** Is a provider call about it running? */
  isAsked(paymentId: string): boolean {
    return this.calls.some((call) => call.paymentId === paymentId)
  }

  crashed(dead: SimProcess): void {
    this.calls = this.calls.filter(({ by }) => by !== dead)
    this.dead.push({ id: dead.id, place: dead.place, diedAt: this.world.nowMs })
  }

  /** A process is about to start. Returns what to call once it has, before it does anything else. */
  boots(at: string, living: readonly SimProcess[]): (hasOtherRun: boolean) => void {
    const leases = (): Map<string, string> => {
      const sql = "select id, verifying_token as token from payments where status = 'pending' and verifying_until > ?"
      const rows = this.rows<{ id: string; token: string }>(sql, this.world.scheduler.now().toISOString()) ?? []
      return new Map(rows.map(({ id, token }) => [id, token]))
    }
    const before = leases()
    // A worker without a heartbeat for very long is forgotten; its leases expire.
    const remembered = (this.rows<{ id: string }>('select id from workers') ?? []).map(({ id }) => id)
    return (hasOtherRun) => {
      const after = leases()
      this.removedWorkers.push(
        ...this.dead.filter((one) => one.place === at && remembered.includes(one.id)).map(({ id }) => id),
      )
      // Leases of dead workers at this place are released (I35), those of living ones kept (I20).
      for (const [id, token] of after) {
        const isDead = this.removedWorkers.some((owner) => token.startsWith(`${owner}:`))
        if (isDead) this.report('I35', `the lease of payment ${id} is held by the dead`)
      }
      for (const [id, token] of before) {
        const isAlive = living.some((owner) => token.startsWith(`${owner.id}:`))
        if (isAlive && !hasOtherRun && after.get(id) !== token) {
          this.report('I20', `the lease of payment ${id} is taken from ${token}, who lives`)
        }
      }
    }
  }

  close(): void {
    this.observer.close()
  }

  /** A claim ends within a minute of its worker's death, also where no process takes that worker's place (I35). */
  private claimsOfDead(): void {
    const { nowMs, scheduler } = this.world
    const dead = this.dead.filter(({ id, diedAt }) => diedAt < nowMs - MINUTE_MS && !this.removedWorkers.includes(id))
    if (dead.length === 0) return
    const sql = `select id, claimed_by from notifications where handled_at is null and next_attempt_at > ? union all
      select id, claimed_by from invoices where next_attempt_at > ?`
    const now = scheduler.now().toISOString()
    for (const { id, claimed_by } of this.rows<{ id: string; claimed_by: string | null }>(sql, now, now) ?? []) {
      if (dead.some((worker) => worker.id === claimed_by))
        this.report('I35', `${id} is claimed by ${claimed_by}, who is dead`)
    }
  }

  private atProviders(): void {
    const payable = new Set<string>()
    const made = new Set<string>()
    for (const session of this.world.sessions) {
      if (made.has(session.paymentId)) this.report('I15', `${session.paymentId} has two checkouts`)
      made.add(session.paymentId)
      if (!isPayable(session) || wasEndedBlindly(this.snapshot, session)) continue
      if (payable.has(session.linkId)) this.report('I6', `${session.linkId} can be paid twice`)
      payable.add(session.linkId)
    }
  }
}
