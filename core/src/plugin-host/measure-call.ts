import type { Clock } from '../kernel/clock.js'
import type { Meter } from '../kernel/meter.js'
import type { Tracer } from '../kernel/tracer.js'

interface Measured {
  provider: string
  operation: string
}

/** Makes one call of a plugin a span, and counts it with its outcome and time. `faultOf`: null of a success. */
export class MeasureCall {
  constructor(
    private readonly clock: Clock,
    private readonly meter: Meter,
    private readonly tracer: Tracer,
  ) {}

  run<T>({ provider, operation }: Measured, call: () => Promise<T>, faultOf: (result: T) => string | null): Promise<T> {
    const attributes = { provider, operation }
    return this.tracer.within(`${provider} ${operation}`, 'client', { attributes }, async (span) => {
      const begun = this.clock.now().getTime()
      const result = await call()
      const ms = Math.max(0, this.clock.now().getTime() - begun)
      const fault = faultOf(result)
      this.meter.countProviderCall({ provider, operation, outcome: fault ?? 'ok', ms })
      if (fault !== null) span.fail(fault)
      return result
    })
  }
}
