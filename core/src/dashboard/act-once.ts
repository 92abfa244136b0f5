import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { fingerprint } from '../idempotency/fingerprint.js'
import type { RunOnce } from '../idempotency/run-once.js'
import { keyOf, type Visit } from './visit.js'

/** The form was sent before, and has acted. What that answer showed once cannot be shown again. */
export class RepeatedForm extends Error {
  constructor() {
    super('the form has acted before')
    this.name = 'RepeatedForm'
  }
}

/** So that it fits with what is added. */
const MAX_KEY = 160

/** For use cases without an idempotency key of their own: a form that is sent twice acts once, also when both come together. */
export class ActOnce {
  constructor(private readonly runOnce: RunOnce) {}

  /**
   * The unit of work to hand to the use case, whose transaction it runs once per form. Sent again, the form throws
   * `RepeatedForm` in place of the transaction. Nothing of the answer is stored, so a secret is not either.
   *
   * @param operation names the act and what it is about
   */
  of(visit: Pick<Visit, 'principal' | 'fields' | 'formKey'>, operation: string): Pick<UnitOfWork, 'run'> {
    return { run: (work) => this.run(visit, operation, work) }
  }

  /**
   * For a use case of several transactions, counted from 0: each runs once per form and what was typed. Sent again, the
   * form gets what they returned, and goes on after them.
   *
   * @param operation names the act and what it is about
   */
  batches(visit: Pick<Visit, 'principal' | 'fields' | 'formKey'>, operation: string, typed: object) {
    const mark = fingerprint(operation, null, typed)
    return async <T>(at: number, work: (tx: Tx) => Promise<T>): Promise<T> => {
      const key = `${keyOf(visit).slice(0, MAX_KEY)}.${mark}.${at}`
      const { body } = await this.runOnce.inOneTransaction({ ...this.requestOf(visit, operation), key }, 200, work)
      return body
    }
  }

  private async run<T>(
    visit: Pick<Visit, 'principal' | 'fields' | 'formKey'>,
    operation: string,
    work: Parameters<UnitOfWork['run']>[0],
  ): Promise<T> {
    const request = this.requestOf(visit, operation)
    let result: unknown
    const { replayed } = await this.runOnce.inOneTransaction(request, 200, async (tx) => {
      result = await work(tx)
      return null
    })
    if (replayed === true) throw new RepeatedForm()
    return result as T
  }
  private requestOf({ principal, ...form }: Pick<Visit, 'principal' | 'fields' | 'formKey'>, operation: string) {
    return {
      scope: { accountId: principal.accountId, livemode: principal.livemode },
      key: keyOf(form),
      operation,
      fingerprint: fingerprint(operation, null, null),
    }
  }
}
