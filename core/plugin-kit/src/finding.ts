/** A failed check, worded so that the plugin's author knows what to do. */
export class Finding extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Finding'
  }
}

/** @throws Finding with the advice if the condition does not hold */
export function insist(condition: unknown, advice: string): asserts condition {
  if (!condition) throw new Finding(advice)
}

/** @throws Finding with all faults at once, if there are any */
export function insistNone(faults: Iterable<string>): void {
  const all = [...faults]
  if (all.length > 0) throw new Finding(all.join('\n    '))
}
