import { invalid } from '../kernel/problem.js'

const MAX_LENGTH = 1000

/** The reason that a person gave for an act, as the audit log keeps it. @throws Problem `validation_error` on `reason` */
export function statedReason(text: string): string {
  const reason = text.trim()
  const length = [...reason].length
  if (length === 0 || length > MAX_LENGTH) throw invalid('reason', `must have 1 to ${MAX_LENGTH} characters`)
  return reason
}
