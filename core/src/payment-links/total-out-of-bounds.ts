import type { AmountLimits } from '@paylink/plugin-api'
import { Problem } from '../kernel/problem.js'

/** No connected provider takes this total. */
export class TotalOutOfBoundsProblem extends Problem {
  constructor(
    message: string,
    /** In minor units. */
    readonly totalCentavos: number,
    /** The smallest and the largest total that any of them takes, in minor units. */
    readonly limits: AmountLimits,
  ) {
    super('validation_error', { detail: `items: ${message}`, errors: [{ path: 'items', message }] })
    this.name = 'TotalOutOfBoundsProblem'
  }
}
