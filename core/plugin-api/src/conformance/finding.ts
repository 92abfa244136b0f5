/** What a plugin does wrong, in words that tell its author what to do. */
export class Finding extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Finding'
  }
}

/** @throws Finding with the advice, unless the condition holds. */
export function insist(condition: unknown, advice: string): asserts condition {
  if (!condition) throw new Finding(advice)
}

/** @throws Finding with all faults at once. */
export function insistNone(faults: Iterable<string>): void {
  const all = [...faults]
  if (all.length > 0) throw new Finding(all.join('\n    '))
}
