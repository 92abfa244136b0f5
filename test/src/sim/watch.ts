import type { CreateCheckoutInput } from '@paylink/plugin-api'
import { compareKeys } from './key-history.js'
import { compareLinks, comparePayments } from './history.js'
import { compareInvoices, isOdd, judgeBooks } from './invoice-history.js'
import { wasEndedBlindly } from './decided.js'
import type { SimProcess } from './process.js'
import { isPayable } from './provider-world.js'
import { type Decided, NOTHING, type Onlooker, type PaymentRow } from './snapshot.js'
import { tellChanges } from './tell.js'
import type { World } from './world.js'

export interface Finding {
  invariant: string
  says: string
}

const DEADLINE_MS = 10_000

interface LiveCall {
  name: string
  by: object
  lease: string | null
  paymentId: string
  until: number
}

/** Looks after every step whether all that must hold does. The first thing that does not ends the run. */
export class Watch {
  finding: Finding | null = null
  snapshot = NOTHING
  private readonly requests = new Map<string, string>()
  private calls: LiveCall[] = []
  /** Ids of processes that died, and whose successor has found that out. */
  readonly buried: string[] = []
  private readonly dead: { id: string; place: string }[] = []

  constructor(
    private readonly world: World,
    private readonly onlooker: Onlooker,
  ) {
    this.snapshot = onlooker.look() ?? this.snapshot
  }

  blame(invariant: string, says: string): void {
    this.finding ??= { invariant, says }
  }

  /** What a person last decided about a payment. */
  lastDecision(paymentId: string): Decided | undefined {
    return this.snapshot.decisions.get(paymentId)?.at(-1)
  }

  /** After a step. */
  look(): void {
    this.atProviders()
    const after = this.onlooker.look()
    if (!after) return judgeBooks(this.world)
    const before = this.snapshot
    this.snapshot = after
    tellChanges(this.world, before, after)
    const broken = this.onlooker.violated(this.world.scheduler.now(), (id) => isOdd(this.world, id))
    if (broken) this.blame(broken.id, broken.says)
    compareLinks(this.world, before, after)
    comparePayments(this.world, before, after)
    compareKeys(this.world, before, after)
    compareInvoices(this.world, before, after)
    judgeBooks(this.world)
  }

  /** Null: the database cannot be asked in between. */
  rows<Row>(sql: string, ...values: unknown[]): Row[] | null {
    return this.onlooker.rows<Row>(sql, ...values)
  }

  /** The provider hears of a payment only after it was written down, and always the same (I15). True: not the first time. */
  beforeCreate(input: CreateCheckoutInput): boolean {
    const sql = 'select provider_ref, status from payments where id = ?'
    const rows = this.rows<{ provider_ref: string; status: string }>(sql, input.paymentId)
    const row = rows?.[0]
    if (rows && row?.provider_ref !== `creating:${input.paymentId}`) {
      this.blame('I15', `a checkout of ${input.paymentId} is asked for while it is ${JSON.stringify(row)}`)
    }
    const request = JSON.stringify(input)
    const first = this.requests.get(input.paymentId)
    this.requests.set(input.paymentId, first ?? request)
    if (first !== undefined && first !== request) {
      this.blame('I15', `the repeat for ${input.paymentId} differs: ${first} ${request}`)
    }
    return first !== undefined
  }

  /** A provider is asked about a payment, under a lease (I20). Returns what to call when that is over. */
  call(by: object, name: string, paymentId: string | null): () => void {
    if (paymentId === null) return () => undefined
    const now = this.world.nowMs
    const sql = 'select verifying_token, verifying_until from payments where id = ?'
    const rows = this.rows<Pick<PaymentRow, 'verifying_token' | 'verifying_until'>>(sql, paymentId)
    if (!rows) return () => undefined
    // Whoever was held up so long that the lease has ended may still ask; what it learns is not written down.
    const { verifying_token: lease = null, verifying_until: leasedUntil = null } = rows[0] ?? {}
    this.calls = this.calls.filter(({ until }) => until > now)
    const other = this.calls.find((one) => one.paymentId === paymentId && one.lease !== lease)
    if (other) this.blame('I20', `${paymentId} is verified twice at once: ${name}, and ${other.name}`)
    const call = { by, paymentId, name, lease, until: Math.min(now + DEADLINE_MS, Date.parse(leasedUntil ?? '')) }
    this.calls.push(call)
    return () => {
      this.calls = this.calls.filter((other) => other !== call)
    }
  }

  /** Is the provider being asked about it just now? */
  isAsked(paymentId: string): boolean {
    return this.calls.some((call) => call.paymentId === paymentId)
  }

  crashed(dead: SimProcess): void {
    this.calls = this.calls.filter(({ by }) => by !== dead)
    this.dead.push({ id: dead.id, place: dead.place })
  }

  /** A new process is about to start. Returns what to call when it has, and has done nothing else. */
  boots(at: string, living: readonly SimProcess[]): (hasAnybodyGoneOn: boolean) => void {
    const leases = (): Map<string, string> => {
      const sql = "select id, verifying_token as token from payments where status = 'pending' and verifying_until > ?"
      const rows = this.rows<{ id: string; token: string }>(sql, this.world.scheduler.now().toISOString()) ?? []
      return new Map(rows.map(({ id, token }) => [id, token]))
    }
    const before = leases()
    // One that was silent for very long is not remembered; its leases end by themselves.
    const remembered = (this.rows<{ id: string }>('select id from workers') ?? []).map(({ id }) => id)
    return (hasAnybodyGoneOn) => {
      const after = leases()
      this.buried.push(
        ...this.dead.filter((one) => one.place === at && remembered.includes(one.id)).map(({ id }) => id),
      )
      // What was held in its place by the dead, nobody holds (I35), and what the living hold is theirs (I20).
      for (const [id, token] of after) {
        const isDead = this.buried.some((owner) => token.startsWith(`${owner}:`))
        if (isDead) this.blame('I35', `the lease of payment ${id} is held by the dead`)
      }
      for (const [id, token] of before) {
        const isAlive = living.some((owner) => token.startsWith(`${owner.id}:`))
        if (isAlive && !hasAnybodyGoneOn && after.get(id) !== token) {
          this.blame('I20', `the lease of payment ${id} is taken from ${token}, who lives`)
        }
      }
    }
  }

  close(): void {
    this.onlooker.close()
  }

  private atProviders(): void {
    const payable = new Set<string>()
    const made = new Set<string>()
    for (const session of this.world.sessions) {
      if (made.has(session.paymentId)) this.blame('I15', `${session.paymentId} has two checkouts`)
      made.add(session.paymentId)
      if (!isPayable(session) || wasEndedBlindly(this.snapshot, session)) continue
      if (payable.has(session.linkId)) this.blame('I6', `${session.linkId} can be paid twice`)
      payable.add(session.linkId)
    }
  }
}
