/** Assigning these on a plain object would lose them, or worse. */
export const REFUSED_METADATA_KEYS: readonly string[] = ['__proto__', 'prototype', 'constructor']
