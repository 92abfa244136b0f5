/** Tells the kit's server which fault to inject into a request. A request without it did not come through `ctx.http`. */
export const TAG_HEADER = 'x-conformance'

/** Faults of a request to the provider; `_before` and `_after` refer to its effect there. */
export const FAULT_KINDS = [
  'reset_before',
  'reset_after',
  'error_before',
  'error_after',
  'hang_before',
  'hang_after',
  /** The connection breaks in the middle of the answer. */
  'cut',
  /** 200, and a web page. */
  'garbage',
  /** 200, and 50 MB. */
  'huge',
  /** 302, to somewhere else. */
  'redirect',
  /** 429. */
  'busy',
] as const

export type FaultKind = (typeof FAULT_KINDS)[number]
