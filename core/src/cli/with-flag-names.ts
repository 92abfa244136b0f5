import { Problem } from '../kernel/problem.js'
import { UsageError } from './options.js'

/**
 * Runs a check whose problems name fields.
 *
 * @param flags the flag of each field, e.g. `{ title: '--title' }`
 * @throws UsageError with the flag or field of every fault
 */
export async function withFlagNames<T>(flags: Record<string, string>, check: () => T | Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof Problem) || !error.errors) throw error
    throw new UsageError(error.errors.map(({ path, message }) => `${nameOf(path, flags)} ${message}`).join('; '))
  }
}

/** `items[0].quantity` → `--item (items[0].quantity)`. */
function nameOf(path: string, flags: Record<string, string>): string {
  const [field = path] = path.split(/[.[]/)
  const flag = flags[field]
  if (flag === undefined) return path
  return field === path ? flag : `${flag} (${path})`
}

/** Event types, before the database is opened. @throws UsageError */
export async function checkEventFlag(events: readonly string[] | undefined): Promise<void> {
  if (events === undefined) return
  const { checkEvents } = await import('../webhooks/event.js')
  await withFlagNames({ events: '--events' }, () => checkEvents(events))
}

/** A reason that the audit log keeps, before the database is opened. @throws UsageError */
export async function checkReason(reason: string): Promise<void> {
  const { statedReason } = await import('../audit/stated-reason.js')
  await withFlagNames({ reason: '--reason' }, () => statedReason(reason))
}
