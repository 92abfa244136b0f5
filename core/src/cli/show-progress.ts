import type { OnStep } from '../backup/back-up.js'
import { type Clock, SECOND_MS } from '../kernel/clock.js'

/** Prints what is being done, at most once a second, on standard error. */
export function showProgress(clock: Clock): OnStep {
  let printedAt = clock.now().getTime()
  return (step) => (table, rows) => {
    const now = clock.now().getTime()
    if (now - printedAt < SECOND_MS) return
    printedAt = now
    process.stderr.write(`${step} ${table}: ${rows} rows\n`)
  }
}
