import type { Attributes, SpanKind } from '../kernel/tracer.js'

export interface EndedSpan {
  traceId: string
  spanId: string
  parentSpanId: string | null
  name: string
  kind: SpanKind
  beganAtMs: number
  endedAtMs: number
  attributes: Attributes
  /** Null: it did not fail. */
  failure: string | null
}

/** Of the process that the spans are from. */
export type Resource = Attributes

/** As OTLP numbers them. */
const KINDS: Record<SpanKind, number> = { server: 2, client: 3, consumer: 5 }
const STATUS_ERROR = 2
const NANOSECONDS_PER_MS = 1_000_000n

/** The body of an OTLP/HTTP request in JSON (`ExportTraceServiceRequest`). */
export const toOtlp = (resource: Resource, spans: readonly EndedSpan[]): string =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: toKeyValues(resource) },
        scopeSpans: [{ scope: { name: 'paylink' }, spans: spans.map(toSpan) }],
      },
    ],
  })

const toSpan = (span: EndedSpan): object => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentSpanId === null ? {} : { parentSpanId: span.parentSpanId }),
  name: span.name,
  kind: KINDS[span.kind],
  startTimeUnixNano: toNanoseconds(span.beganAtMs),
  endTimeUnixNano: toNanoseconds(span.endedAtMs),
  attributes: toKeyValues(span.attributes),
  status: span.failure === null ? {} : { code: STATUS_ERROR, message: span.failure },
})

/** Longer than a JSON number can be. */
const toNanoseconds = (ms: number): string => String(BigInt(ms) * NANOSECONDS_PER_MS)

const toKeyValues = (attributes: Attributes): object[] =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: toAnyValue(value) }))

function toAnyValue(value: Attributes[string]): object {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
