import { type PaymentProvider, type PluginContext, ProviderUnavailableError } from '@paylink/plugin-api'
import type { Tx } from '../database/engine.js'
import { isConnectionFailure } from '../database/outage.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso, later, SECOND_MS } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import type { ProcessId } from '../kernel/named.js'
import { Problem } from '../kernel/problem.js'
import type { Timer } from '../kernel/timer.js'
import { type DueRows, DueTable } from '../work/due-rows.js'
import type { LaneQuota } from '../work/lanes.js'

/** Longer than the deadline of a provider's call, shorter than a minute (I20). */
const LEASE_MS = 30 * SECOND_MS

export interface Lease {
  token: string
  until: string
}

/** How often a lease is released anew whose release failed: the database is away, for seconds or for minutes. */
const RELEASE_EVERY_MS = SECOND_MS

const RETRY_SOON = { 'Retry-After': '2' }

/** A payment that was due for verification, and the lease under which it was claimed. */
export interface DuePayment {
  id: string
  connectionId: string
  lease: Lease
}

const PAYMENTS = new DueTable<{ id: string; connection_id: string }>({
  table: 'payments',
  dueAt: 'reconcile_after',
  holder: 'verifying_token',
  until: 'verifying_until',
  lane: { column: 'connection_id', of: 'connections' },
  columns: ['id', 'connection_id'],
})

type AskProvider<T> = (provider: PaymentProvider, ctx: PluginContext) => Promise<T>

/** A provider answers within seconds, so a repeat soon succeeds. */
export const verificationInProgress = (detail: string): Problem =>
  new Problem('request_in_flight', { detail, headers: RETRY_SOON })

/** Another worker has taken over the verification: the result must not be recorded. */
export class LeaseLostError extends Problem {
  constructor() {
    super('request_in_flight', { detail: 'Another worker has taken over this verification.', headers: RETRY_SOON })
    this.name = 'LeaseLostError'
  }
}

/** One verification of a payment at a time, from whatever source. */
export class VerificationLease {
  /** Leases of which the work has failed, and which are not released yet, each with its payment. */
  private readonly abandoned = new Map<Lease, string>()
  private isReleasing = false
  private isStopped = false

  constructor(
    private readonly dueRows: DueRows,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly processId: ProcessId,
    private readonly timer: Timer,
  ) {}

  /** A lease for a payment that is about to be inserted. */
  create(): Lease {
    return { token: `${this.processId}:${this.ids.uuid()}`, until: iso(later(this.clock.now(), LEASE_MS)) }
  }

  connectionsWithDue(): Promise<string[]> {
    return this.dueRows.lanesWithDue(PAYMENTS)
  }

  /** Claims due payments that hold no lease, of each connection the longest due first. */
  async claimDue(quotas: readonly LaneQuota[]): Promise<DuePayment[]> {
    if (quotas.length === 0) return []
    const lease = this.create()
    const rows = await this.dueRows.claim(PAYMENTS, quotas, { holder: lease.token, until: lease.until })
    return rows.map((row) => ({ id: row.id, connectionId: row.connection_id, lease }))
  }

  /** Null: another worker holds it. `record`: what is stored with it. */
  async claim(paymentId: string, record?: (tx: Tx) => Promise<void>): Promise<Lease | null> {
    const lease = this.create()
    const now = iso(this.clock.now())
    return this.guard(paymentId, lease, () =>
      this.unitOfWork.run(async (tx) => {
        const taken = await tx('payments')
          .where({ id: paymentId })
          .where((free) => void free.whereNull('verifying_until').orWhere('verifying_until', '<=', now))
          .update({ verifying_token: lease.token, verifying_until: lease.until })
        if (taken !== 1) return null
        await record?.(tx)
        return lease
      }),
    )
  }

  /**
   * Runs work under a lease, which this work releases. If it loses its connection to the database, the lease is released
   * in the background, once the database is back: no payment waits for the end of a lease whose work is over. After other
   * errors it does wait, so that a verification that always fails is not repeated at once.
   */
  async guard<T>(paymentId: string, lease: Lease, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (isConnectionFailure(error)) this.releaseLater(paymentId, lease)
      throw error
    }
  }

  /** Retries in the background until the lease is released, or has expired. Returns at once. */
  releaseLater(paymentId: string, lease: Lease): void {
    this.abandoned.set(lease, paymentId)
    if (!this.isReleasing) void this.releaseAbandoned()
  }

  /** What is not released by then expires. */
  stop(): void {
    this.isStopped = true
  }

  async release(paymentId: string, { token }: Lease): Promise<void> {
    await this.unitOfWork.run((tx) =>
      tx('payments')
        .where({ id: paymentId, verifying_token: token })
        .update({ verifying_token: null, verifying_until: null }),
    )
  }

  /** Releases the leases of dead workers on pending payments; settled ones wait for the lease to expire. */
  async releaseAllOf(processIds: readonly string[]): Promise<void> {
    for (const processId of processIds) {
      await this.unitOfWork.run((tx) =>
        tx('payments')
          .where({ status: 'pending' })
          .whereLike('verifying_token', `${processId}:%`)
          .update({ verifying_token: null, verifying_until: null }),
      )
    }
  }

  private async releaseAbandoned(): Promise<void> {
    this.isReleasing = true
    while (this.abandoned.size > 0 && !this.isStopped) {
      await this.timer.sleep(RELEASE_EVERY_MS)
      for (const [lease, paymentId] of this.abandoned) {
        const isHeld = iso(this.clock.now()) < lease.until
        // Mostly the database is still away, and would fail the others too.
        if (isHeld && !(await this.isReleased(paymentId, lease))) break
        this.abandoned.delete(lease)
      }
    }
    this.isReleasing = false
  }

  private isReleased(paymentId: string, lease: Lease): Promise<boolean> {
    return this.release(paymentId, lease).then(
      () => true,
      () => false,
    )
  }

  /**
   * A provider call that is made only while the lease is valid: a worker that was suspended past the lease must not call;
   * the next holder does (I20).
   */
  whileValid<T>({ until }: Lease, ask: AskProvider<T>): AskProvider<T> {
    return (provider, ctx) => {
      if (iso(this.clock.now()) < until) return ask(provider, ctx)
      throw new ProviderUnavailableError('the lease expired before the call: nothing was sent')
    }
  }
}
