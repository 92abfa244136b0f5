import { explanationOf } from '../database/outage-remedy.js'
import { SchemaMismatchError } from '../database/schema-mismatch.js'
import { Problem, type ProblemCode } from '../kernel/problem.js'

/** The command that resolves a problem. */
const REMEDIES: Partial<Record<ProblemCode, string>> = {
  forbidden: 'paylink accounts verify',
  subscription_required: 'paylink accounts subscription activate',
}

/** What is wrong, and the command that resolves it. */
export function describeError(error: unknown): string {
  const explanation = explanationOf(error)
  if (explanation !== null) return explanation
  const message = error instanceof Error ? error.message : String(error)
  const remedy = remedyFor(error)
  return remedy === undefined ? message : `${message} Run: ${remedy}`
}

function remedyFor(error: unknown): string | undefined {
  if (error instanceof Problem) return REMEDIES[error.code]
  return error instanceof SchemaMismatchError && error.unknown.length === 0 ? 'paylink migrate up' : undefined
}

/** The same without line breaks. */
export const describedInLine = (error: unknown): string => describeError(error).replace(/\s*\n\s*/g, ' ')
