/** Below the base. */
export const APPROVALS = '/settings/approvals'

/** The field that carries the hash of what the person saw. */
export const HASH_FIELD = 'argumentsHash'
