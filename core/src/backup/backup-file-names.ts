/** Sorts by time; without colons, which some file systems refuse. */
const timeOf = (at: Date): string => at.toISOString().replaceAll(/[:.]/g, '')

export const scheduledFileName = (at: Date): string => `paylink-${timeOf(at)}.backup`
export const snapshotFileName = (at: Date): string => `before-migrating-${timeOf(at)}.backup`

const OURS = /^(paylink|before-migrating)-\d{4}-\d\d-\d\dT\d{9}Z[.]backup$/

/** The files of a folder that are due for deletion when the newest `keep` are kept. Files with other names are left alone. */
export const outdated = (names: readonly string[], keep: number): string[] =>
  names
    .filter((name) => OURS.test(name))
    .sort()
    .slice(0, -keep)

/** What a backup that was interrupted has left. */
export const abandoned = (names: readonly string[]): string[] =>
  names.filter((name) => OURS.test(name.replace(/[.]partial$/, '')) && name.endsWith('.partial'))
