import type { PageLocale } from '../kernel/choose-locale.js'
import type { RenderedPage } from '../web/layout.js'
import { messagePage } from '../web/message-page.js'
import { ERROR_WORDS, type ErrorWords } from './error-words.js'
import { toOAuthProblem } from './oauth-problem.js'

const MAX_DETAIL = 300

/** What went wrong, for the person whom a program sent here, and a line for its maker. */
export function errorPage(locale: PageLocale, error: unknown): { page: RenderedPage; status: number } {
  const words = ERROR_WORDS[locale]
  const { title, text } = words[kindOf(error)]
  const { code, description, status } = detailOf(error)
  const detail = status >= 500 ? '' : ` ${words.detail} ${`${code}: ${description}`.slice(0, MAX_DETAIL)}`
  return { page: messagePage(locale, { title, text: text + detail }), status }
}

interface LibraryError extends Error {
  error: string
  error_description?: string
  statusCode: number
}

/** Those of the library that it does not hide. */
const isOfLibrary = (error: unknown): error is LibraryError =>
  error instanceof Error && 'error' in error && 'expose' in error && error.expose === true

function detailOf(error: unknown): { code: string; description: string; status: number } {
  if (isOfLibrary(error)) {
    return { code: error.error, description: error.error_description ?? '', status: error.statusCode }
  }
  const { error: code, description, status } = toOAuthProblem(error)
  return { code, description, status }
}

function kindOf(error: unknown): Exclude<keyof ErrorWords, 'detail'> {
  const { code, status } = detailOf(error)
  if (status === 429) return 'tooMany'
  if (status === 503) return 'unavailable'
  if (status >= 500) return 'broken'
  if (error instanceof Error && error.name === 'SessionNotFound') return 'ended'
  if (code === 'invalid_client' || code === 'invalid_client_metadata') return 'client'
  return code === 'invalid_redirect_uri' ? 'redirect' : 'refused'
}
