/** A statement that is true of the database between transactions. */
export interface Invariant {
  id: string
  rule: string
  /** SQL for both engines that selects the `id` of each row that breaks it; `?` are values. */
  violations: string
  /** The values of the `?`, at a given moment. */
  values(now: Date): string[]
}

export const always = (id: string, sentence: string, violations: string): Invariant => ({
  ...{ id, violations, values: () => [] },
  rule: sentence,
})
