import type { PageLocale } from '../kernel/choose-locale.js'
import type { Problem } from '../kernel/problem.js'
import { en } from './problem-words.en.js'
import { esMx, type ProblemWords } from './problem-words.es-mx.js'

export const problemWords = (locale: PageLocale): ProblemWords => (locale === 'en' ? en : esMx)

/** Why an act was refused, for the page of its form. An invoicing provider's own sentence, which the SAT's faults are in, is kept. */
export function refusalText(locale: PageLocale, { code, detail }: Problem): string {
  const words = problemWords(locale)
  if (code === 'invoicing_rejected' && detail !== undefined) return detail
  return (words.codes[code] ?? words.refused).text
}
