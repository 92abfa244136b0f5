import type { SpanContext } from '../kernel/scope.js'

/** W3C Trace Context, level 1: version, trace id, parent id, flags. Later versions may add fields after these. */
const TRACEPARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/
const ZEROS = /^0+$/
const SAMPLED = 1

/** Null: there is none, or it is malformed; then a new trace begins. */
export function readTraceparent(header: string | undefined): SpanContext | null {
  const [, version, traceId = '', spanId = '', flags = '', more] = TRACEPARENT.exec(header ?? '') ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return null
  if (ZEROS.test(traceId) || ZEROS.test(spanId)) return null
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED }
}
