import { type Problem, PROBLEMS } from '../kernel/problem.js'

/** A problem on the wire: the six members of the specification and no others (R156). */
export interface ProblemView {
  /** @format uri */
  type: string
  title: string
  /** @isInt */
  status: number
  code: string
  detail?: string
  errors?: { path: string; message: string }[]
}

export function toProblemView(problem: Problem, baseUrl: string): ProblemView {
  return {
    type: `${baseUrl}/problems/${problem.code}`,
    title: PROBLEMS[problem.code].title,
    status: problem.status,
    code: problem.code,
    ...(problem.detail === undefined ? {} : { detail: problem.detail }),
    ...(problem.errors === undefined ? {} : { errors: problem.errors }),
  }
}
