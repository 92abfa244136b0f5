import { type ProblemCode, PROBLEMS } from '@paylink/core/kernel/problem'
import { PROBLEM_WORDS } from '@paylink/core/reference/problem-words'
import { code, page, table } from './markdown.js'

/** Of `kernel/problem` and of the pages at `/problems`. */
export function errorsPage(): string {
  const { page: words, problems } = PROBLEM_WORDS.en
  const codes = Object.keys(PROBLEMS) as ProblemCode[]
  return page(
    '# Errors',
    `${words.index.lead} An installation serves the same at \`/problems\`, in Spanish as well. How to handle them:
     [integrate](../integrate.md#errors).`,
    table(
      ['status', '`code`', 'title'],
      codes.map((name) => [`${PROBLEMS[name].status}`, `[${code(name)}](#${name})`, problems[name].title]),
    ),
    ...codes.flatMap((name) => {
      const { meaning, remedy } = problems[name]
      return [`## ${name}`, `${PROBLEMS[name].status}. ${meaning}`, remedy.map((step) => `- ${step}`).join('\n')]
    }),
  )
}
