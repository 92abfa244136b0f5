import type { ProblemCode } from '../kernel/problem.js'

/** What a problem means for the client's developer, and how to solve it. */
export interface ProblemWords {
  title: string
  meaning: string
  /** What to try, in this order. */
  remedy: readonly string[]
}

export interface ProblemPageWords {
  index: { title: string; lead: string }
  meaning: string
  remedy: string
  status: string
  all: string
  otherLanguage: string
  missing: { title: string; text: string }
}

/** A code without an explanation does not compile. */
export interface ProblemLanguage {
  page: ProblemPageWords
  problems: Record<ProblemCode, ProblemWords>
}
