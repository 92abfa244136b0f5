import type { Clock } from '../kernel/clock.js'
import type { Random } from '../kernel/random.js'
import { currentScope, inScope, type SpanContext } from '../kernel/scope.js'
import { type Attributes, type Span, type SpanKind, type SpanOptions, Tracer } from '../kernel/tracer.js'
import type { EndedSpan } from './ended-span.js'
import { readTraceparent } from './trace-parent.js'

const TRACE_ID_BYTES = 16
const SPAN_ID_BYTES = 8

/** Hands ended spans to an exporter. A caller whose trace is not sampled gets no spans. */
export class OtlpTracer extends Tracer {
  constructor(
    private readonly exporter: { add(span: EndedSpan): void },
    private readonly clock: Clock,
    private readonly random: Random,
  ) {
    super()
  }

  begin(name: string, kind: SpanKind, { attributes = {}, traceparent, isRoot = false }: SpanOptions = {}): Span {
    const scope = isRoot ? {} : currentScope()
    const parent = scope.span ?? readTraceparent(traceparent)
    const context: SpanContext = {
      traceId: parent?.traceId ?? this.id(TRACE_ID_BYTES),
      spanId: this.id(SPAN_ID_BYTES),
      isSampled: parent?.isSampled ?? true,
    }
    const beganAtMs = this.clock.now().getTime()
    const known = { name, kind, attributes: { ...attributes }, failure: null as string | null }
    return {
      run: (act) => inScope({ ...scope, span: context }, act),
      rename: (to) => void (known.name = to),
      set: (more: Attributes) => void Object.assign(known.attributes, more),
      fail: (reason) => void (known.failure ??= reason),
      end: () => {
        if (!context.isSampled) return
        const { traceId, spanId } = context
        const endedAtMs = Math.max(beganAtMs, this.clock.now().getTime())
        this.exporter.add({ traceId, spanId, parentSpanId: parent?.spanId ?? null, beganAtMs, endedAtMs, ...known })
      },
    }
  }

  private id(bytes: number): string {
    return Buffer.from(this.random.bytes(bytes)).toString('hex')
  }
}
