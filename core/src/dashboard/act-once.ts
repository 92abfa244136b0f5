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

  private async run<T>(
    { principal, ...form }: Pick<Visit, 'principal' | 'fields' | 'formKey'>,
    operation: string,
    work: Parameters<UnitOfWork['run']>[0],
  ): Promise<T> {
    const request = {
      scope: { accountId: principal.accountId, livemode: principal.livemode },
      key: keyOf(form),
      operation,
      fingerprint: fingerprint(operation, null, null),
    }
    let result: unknown
    const { replayed } = await this.runOnce.inOneTransaction(request, 200, async (tx) => {
      result = await work(tx)
      return null
    })
    if (replayed === true) throw new RepeatedForm()
    return result as T
  }
}
