/** The limits of metadata: in the served schema, its description and what validates it. */
export const METADATA_LIMITS = { keys: 50, keyLength: 40, textLength: 500 } as const

/** Keywords of the served schema that its operation checks, so that all faults come in one response. */
export const CHECKED_LATER = {
  'InvoiceRequest.name': { minLength: 1, maxLength: 300 },
  'InvoiceRequest.zip': { pattern: '^\\d{5}$' },
} as const
