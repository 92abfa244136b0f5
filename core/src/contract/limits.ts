/** The limits of metadata: in the served schema, its description and what validates it. */
export const METADATA_LIMITS = { keys: 50, keyLength: 40, textLength: 500 } as const
