import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { Workers } from '../jobs/workers.repository.js'
import type { Scope } from '../kernel/caller.js'
import { type Clock, DAY_MS, iso, later, MINUTE_MS } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import { Problem } from '../kernel/problem.js'
import type { IdempotencyKeys, RememberedKey } from './idempotency.repository.js'

/** A request that may be sent again under the same key. */
export interface OnceRequest {
  scope: Scope
  /** Undefined: the caller gave none, and every request is a new one. */
  key: string | undefined
  operation: string
  fingerprint: string
}

export interface Answer<T> {
  body: T
  /** Null without a key (R101). */
  replayed: boolean | null
}

/** What work in several steps is given to make its transactions safe under the key. */
export interface Steps<T> {
  /** What an earlier try under this key, which died or never heard the answer, had begun on; null: nothing. */
  resumed: string | null
  /** A transaction on the way, about `subject`: what a later try under the key is `resumed` with. */
  step: <R>(subject: string, effect: (tx: Tx) => Promise<R>) => Promise<R>
  /** The last transaction: the effect and the answer become durable together. */
  finish: (effect: (tx: Tx) => Promise<T>) => Promise<T>
}

/** How long an answer is remembered (R177). */
export const REPLAY_WINDOW_MS = DAY_MS
const LEASE_MS = MINUTE_MS
const IN_FLIGHT = {
  detail: 'A request with this Idempotency-Key is still being worked on. Try again shortly with the same key.',
  headers: { 'Retry-After': '1' },
}

/** Somebody with the same key came first. */
class KeyTakenError extends Error {}

/** Another process has taken the key over; what was done under it must not become durable. */
export class KeyLostError extends Problem {
  constructor() {
    super('request_in_flight', IN_FLIGHT)
    this.name = 'KeyLostError'
  }
}

/**
 * One effect for one key, whatever dies, repeats or races (I30–I35). Only successes are remembered, in
 * the transaction of their effect; what failed runs again.
 */
export class RunOnce {
  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly unitOfWork: UnitOfWork,
    private readonly workers: Workers,
    private readonly processId: string,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * The answer given before, if any.
   *
   * @throws Problem `idempotency_key_reuse`: the key was used for something else (R166)
   * @throws Problem `request_in_flight`: the first request is still being worked on (R164)
   */
  async lookUp<T>(request: OnceRequest): Promise<Answer<T> | undefined> {
    const found = await this.find(request)
    if (!found) return undefined
    if (found.state === 'completed') return { body: JSON.parse(found.body ?? 'null') as T, replayed: true }
    if (await this.isHeld(found)) throw stillInFlight()
    return undefined
  }

  /** For an effect that is one transaction. */
  async inOneTransaction<T>(request: OnceRequest, status: number, effect: (tx: Tx) => Promise<T>): Promise<Answer<T>> {
    const { key, scope } = request
    if (key === undefined) return { body: await this.unitOfWork.run(effect), replayed: null }
    for (;;) {
      const before = await this.lookUp<T>(request)
      if (before) return before
      try {
        const body = await this.unitOfWork.run(async (tx) => {
          const { token } = await this.claim(tx, request, key)
          const result = await effect(tx)
          await this.complete(tx, scope, key, token, status, result)
          return result
        })
        return { body, replayed: false }
      } catch (error) {
        if (!(error instanceof KeyTakenError)) throw error
      }
    }
  }

  /**
   * For work that calls somebody else on the way. `work` hands its last transaction to `finish`, which
   * makes the effect and the answer durable together, or throws when another process has taken over. Work that changes
   * something before the last transaction does so in `step`, under the same condition.
   */
  async inSteps<T>(
    request: OnceRequest,
    status: number,
    work: (finish: Steps<T>['finish'], steps: Omit<Steps<T>, 'finish'>) => Promise<T>,
  ): Promise<Answer<T>> {
    const { key, scope } = request
    if (key === undefined) {
      const run = <R>(effect: (tx: Tx) => Promise<R>): Promise<R> => this.unitOfWork.run(effect)
      return { body: await work(run, { resumed: null, step: (_, effect) => run(effect) }), replayed: null }
    }
    const before = await this.lookUp<T>(request)
    if (before) return before
    const { token, resumed } = await this.unitOfWork
      .run((tx) => this.claim(tx, request, key))
      .catch((error: unknown) => {
        throw error instanceof KeyTakenError ? stillInFlight() : error
      })
    const whileHeld = <R>(effect: (tx: Tx) => Promise<R>): Promise<R> =>
      this.unitOfWork.run(async (tx) => {
        // First: a caller that has lost the key must learn that, and not the result of the work, which it could act upon.
        const leaseUntil = iso(later(this.clock.now(), LEASE_MS))
        if (!(await this.keys.takeOver(tx, scope, key, token, token, leaseUntil))) throw new KeyLostError()
        return effect(tx)
      })
    const finish: Steps<T>['finish'] = (effect) =>
      whileHeld(async (tx) => {
        const result = await effect(tx)
        await this.complete(tx, scope, key, token, status, result)
        return result
      })
    let hasBegun = resumed !== null
    const step: Steps<T>['step'] = async (subject, effect) => {
      const result = await whileHeld(async (tx) => {
        await this.keys.noteSubject(tx, scope, key, token, subject)
        return effect(tx)
      })
      hasBegun = true
      return result
    }
    try {
      const body = await work(finish, { resumed, step })
      return { body, replayed: false }
    } catch (error) {
      await this.giveUp(scope, key, token, error, hasBegun)
      throw error
    }
  }

  /** Makes room for a new use of a key whose window has passed (R177). */
  async forgetOutlived({ scope, key }: OnceRequest): Promise<void> {
    if (key === undefined) return
    await this.unitOfWork.run((tx) => this.keys.forgetOne(tx, scope, key, this.windowStart()))
  }

  /** Forgets answers whose window has passed. */
  async reap(): Promise<void> {
    const before = iso(later(this.clock.now(), -REPLAY_WINDOW_MS - 60 * MINUTE_MS))
    await this.unitOfWork.run((tx) => this.keys.forget(tx, before))
  }

  private async find(request: OnceRequest, tx?: Tx): Promise<RememberedKey | undefined> {
    if (request.key === undefined) return undefined
    const found = await this.keys.find(request.scope, request.key, tx)
    if (!found || found.createdAt < this.windowStart()) return undefined
    if (found.operation === request.operation && found.fingerprint === request.fingerprint) return found
    throw new Problem('idempotency_key_reuse', {
      detail: 'This Idempotency-Key was already used with another body or operation. Use a new one.',
    })
  }

  private async claim(
    tx: Tx,
    request: OnceRequest,
    key: string,
  ): Promise<{ token: string; resumed: Steps<unknown>['resumed'] }> {
    const { scope, operation, fingerprint } = request
    const now = this.clock.now()
    const ownerToken = `${this.processId}:${this.ids.uuid()}`
    const leaseUntil = iso(later(now, LEASE_MS))
    await this.keys.forgetOne(tx, scope, key, this.windowStart())
    if (await this.keys.claim(tx, scope, { key, operation, fingerprint, ownerToken, leaseUntil, at: iso(now) })) {
      return { token: ownerToken, resumed: null }
    }
    // What the dead owner had begun is not repeated blindly: the work itself looks at the state it finds.
    const found = await this.find(request, tx)
    const from = found?.state === 'in_flight' && !(await this.isHeld(found, tx)) ? found.ownerToken : null
    if (found && from && (await this.keys.takeOver(tx, scope, key, from, ownerToken, leaseUntil))) {
      return { token: ownerToken, resumed: found.subject }
    }
    throw new KeyTakenError()
  }

  /** In the transaction in which the key was claimed, or found to be still ours: nobody can take it meanwhile. */
  private async complete(
    tx: Tx,
    scope: Scope,
    key: string,
    token: string,
    status: number,
    result: unknown,
  ): Promise<void> {
    const answer = { status, body: JSON.stringify(result), at: iso(this.clock.now()) }
    await this.keys.completeClaimed(tx, scope, key, token, answer)
  }

  /**
   * Only what certainly had no effect gives the key back. Whoever it was taken over from had none either, and cannot
   * have one any more: what it does last finds the key lost. That rows are busy says nothing of what was done before.
   */
  private async giveUp(scope: Scope, key: string, token: string, error: unknown, hasBegun: boolean): Promise<void> {
    const isBusy = error instanceof Problem && error.code === 'request_in_flight'
    const hadNoEffect = error instanceof Problem && error.status < 500 && !(hasBegun && isBusy)
    await this.unitOfWork.run((tx) =>
      hadNoEffect
        ? this.keys.release(tx, scope, key, token)
        : this.keys.endLease(tx, scope, key, token, iso(this.clock.now())),
    )
  }

  /** Does somebody who lives still work on it? */
  private async isHeld(found: RememberedKey, tx?: Tx): Promise<boolean> {
    if (found.leaseUntil === null || found.leaseUntil <= iso(this.clock.now())) return false
    return this.workers.isAlive(found.ownerToken?.split(':')[0] ?? '', tx)
  }

  private windowStart(): string {
    return iso(later(this.clock.now(), -REPLAY_WINDOW_MS))
  }
}

const stillInFlight = (): Problem => new Problem('request_in_flight', IN_FLIGHT)
