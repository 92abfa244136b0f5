/** Sorts by time; without colons, which some file systems refuse. */
const timeOf = (at: Date): string => at.toISOString().replaceAll(/[:.]/g, '')

export const scheduledFileName = (at: Date): string => `paylink-${timeOf(at)}.backup`
/** `migration`: the newest of those that the schema consists of. */
export const snapshotFileName = (at: Date, migration: string): string =>
  `before-migrating-${timeOf(at)}-from-${migration.slice(0, NUMBER_DIGITS)}.backup`

const NUMBER_DIGITS = 4
const OURS = /^(paylink|before-migrating)-\d{4}-\d\d-\d\dT\d{9}Z(-from-\d{4})?[.]backup$/

/** The files of a folder that are due for deletion when the newest `keep` are kept. Files with other names are left alone. */
export const outdated = (names: readonly string[], keep: number): string[] =>
  names
    .filter((name) => OURS.test(name))
    .sort()
    .slice(0, -keep)

/**
 * The same for snapshots, of which each schema has only its newest: a migration that fails at every restart must not drive
 * out the snapshot of the schema before it.
 */
export function outdatedSnapshots(names: readonly string[], keep: number): string[] {
  const snapshots = names.filter((name) => OURS.test(name)).sort()
  const newest = new Map(snapshots.map((name) => [OURS.exec(name)?.[2] ?? name, name]))
  const kept = [...newest.values()].sort().slice(-keep)
  return snapshots.filter((name) => !kept.includes(name))
}
