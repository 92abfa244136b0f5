import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { ProcessId } from '../kernel/named.js'
import type { Scope } from '../kernel/principal.js'
import type { Quarantine } from '../quarantine/quarantine.js'
import type { Workers } from '../work/workers.repository.js'
import { type Clock, DAY_MS, iso, later, MINUTE_MS } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import { Problem } from '../kernel/problem.js'
import type { IdempotencyKeys, StoredKey } from './idempotency.repository.js'

/** A request with an idempotency key. */
export interface IdempotentRequest {
  scope: Scope
  /** Undefined: the client gave none, and every request is a new one. */
  key: string | undefined
  operation: string
  fingerprint: string
}

export interface Answer<T> {
  body: T
  /** Null without a key (R101). */
  replayed: boolean | null
}

/** The transactions of an operation in several steps, each of which requires that the key is still held. */
export interface Steps<T> {
  /** The subject of an earlier attempt under this key whose response was lost; null: none. */
  resumed: string | null
  /** An intermediate transaction. A later attempt under the key has its `subject` as `resumed`. */
  step: <R>(subject: string, effect: (tx: Tx) => Promise<R>) => Promise<R>
  /** The last transaction: effect and response become durable together. */
  finish: (effect: (tx: Tx) => Promise<T>) => Promise<T>
}

/** How long a response is replayed (R177). */
const REPLAY_WINDOW_MS = DAY_MS
const LEASE_MS = MINUTE_MS
const IN_FLIGHT = {
  detail: 'A request with this Idempotency-Key is still in progress. Try again shortly with the same key.',
  headers: { 'Retry-After': '1' },
}

/** Another request has already taken the key. */
class KeyTakenError extends Error {}

/** Another process has taken over the key, so the transaction must be rolled back. */
export class KeyLostError extends Problem {
  constructor() {
    super('request_in_flight', IN_FLIGHT)
    this.name = 'KeyLostError'
  }
}

/**
 * One effect per key, whatever crashes, repeats or races (I30–I35). Only successes are stored, in the transaction of
 * their effect; a failed request runs again.
 */
export class RunOnce {
  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly quarantine: Quarantine,
    private readonly unitOfWork: UnitOfWork,
    private readonly workers: Workers,
    private readonly processId: ProcessId,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * The stored response, if any.
   *
   * @throws Problem `idempotency_key_reuse`: the key was used for another request (R166)
   * @throws Problem `request_in_flight`: the first request is still in progress (R164)
   */
  async lookUp<T>(request: IdempotentRequest): Promise<Answer<T> | undefined> {
    const found = await this.find(request)
    if (!found) return undefined
    if (found.state === 'completed') return { body: JSON.parse(found.body ?? 'null') as T, replayed: true }
    if (await this.isHeld(found)) throw stillInFlight()
    return undefined
  }

  /**
   * For an effect that is one transaction.
   *
   * @throws Problem `service_unavailable`: in quarantine nothing can be changed
   */
  async inOneTransaction<T>(
    request: IdempotentRequest,
    status: number,
    effect: (tx: Tx) => Promise<T>,
  ): Promise<Answer<T>> {
    const { key, scope } = request
    if (key === undefined) return { body: await this.unkeyed(effect), replayed: null }
    for (;;) {
      const before = await this.lookUp<T>(request)
      if (before) return before
      await this.quarantine.assertOff()
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
   * For an operation that calls a provider between transactions. `work` runs its last transaction through `finish`, which
   * makes effect and response durable together, and earlier ones through `step`. Both throw `KeyLostError` if another
   * process has taken over the key.
   */
  async inSteps<T>(
    request: IdempotentRequest,
    status: number,
    work: (finish: Steps<T>['finish'], steps: Omit<Steps<T>, 'finish'>) => Promise<T>,
  ): Promise<Answer<T>> {
    const { key, scope } = request
    if (key === undefined) {
      const run = <R>(effect: (tx: Tx) => Promise<R>): Promise<R> => this.unkeyed(effect)
      return { body: await work(run, { resumed: null, step: (_, effect) => run(effect) }), replayed: null }
    }
    const before = await this.lookUp<T>(request)
    if (before) return before
    await this.quarantine.assertOff()
    const { token, resumed } = await this.unitOfWork
      .run((tx) => this.claim(tx, request, key))
      .catch((error: unknown) => {
        throw error instanceof KeyTakenError ? stillInFlight() : error
      })
    const whileHeld = <R>(effect: (tx: Tx) => Promise<R>): Promise<R> =>
      this.unitOfWork.run(async (tx) => {
        // First, so that a process that has lost the key never acts on the result of `effect`.
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
        await this.keys.recordSubject(tx, scope, key, token, subject)
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

  /** Frees a key whose replay window has passed (R177). */
  async freeExpiredKey({ scope, key }: IdempotentRequest): Promise<void> {
    if (key === undefined) return
    await this.unitOfWork.run((tx) => this.keys.freeExpired(tx, scope, key, this.windowStart()))
  }

  /** Deletes responses whose replay window has passed. */
  async deleteExpired(): Promise<void> {
    const before = iso(later(this.clock.now(), -REPLAY_WINDOW_MS - 60 * MINUTE_MS))
    await this.unitOfWork.run((tx) => this.keys.deleteBefore(tx, before))
  }

  private async unkeyed<T>(effect: (tx: Tx) => Promise<T>): Promise<T> {
    await this.quarantine.assertOff()
    return this.unitOfWork.run(effect)
  }

  private async find(request: IdempotentRequest, tx?: Tx): Promise<StoredKey | undefined> {
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
    request: IdempotentRequest,
    key: string,
  ): Promise<{ token: string; resumed: Steps<unknown>['resumed'] }> {
    const { scope, operation, fingerprint } = request
    const now = this.clock.now()
    const ownerToken = `${this.processId}:${this.ids.uuid()}`
    const leaseUntil = iso(later(now, LEASE_MS))
    await this.keys.freeExpired(tx, scope, key, this.windowStart())
    if (await this.keys.claim(tx, scope, { key, operation, fingerprint, ownerToken, leaseUntil, at: iso(now) })) {
      return { token: ownerToken, resumed: null }
    }
    // The operation of the dead owner is resumed, not repeated: `work` checks the state it finds.
    const found = await this.find(request, tx)
    const from = found?.state === 'in_flight' && !(await this.isHeld(found, tx)) ? found.ownerToken : null
    if (found && from && (await this.keys.takeOver(tx, scope, key, from, ownerToken, leaseUntil))) {
      return { token: ownerToken, resumed: found.subject }
    }
    throw new KeyTakenError()
  }

  /** In the transaction that claimed the key or renewed its lease, whose lock keeps other processes out. */
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
   * Frees the key only if the operation certainly had no effect. A former owner cannot have one either: its last
   * transaction finds the key lost. Busy rows (`request_in_flight`) do not prove that earlier steps had no effect.
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

  /** Is its owner alive and within the lease? */
  private async isHeld(found: StoredKey, tx?: Tx): Promise<boolean> {
    if (found.leaseUntil === null || found.leaseUntil <= iso(this.clock.now())) return false
    return this.workers.isAlive(found.ownerToken?.split(':')[0] ?? '', tx)
  }

  private windowStart(): string {
    return iso(later(this.clock.now(), -REPLAY_WINDOW_MS))
  }
}

const stillInFlight = (): Problem => new Problem('request_in_flight', IN_FLIGHT)
