import type { ProblemCode } from '../kernel/problem.js'

/** What a problem means for whoever called the API, and what to do about it. */
export interface ProblemWords {
  title: string
  meaning: string
  /** In order: what to try first stands first. */
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
