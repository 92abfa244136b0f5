import type { Request } from 'express'

const MAX_SEGMENTS = 8
/** Shorter than any slug or token. */
const WORD = /^[a-z0-9_.-]{1,20}$/i
const ID = /^[a-z]{2,6}_[0-9a-z]{26}$/

/**
 * What may be logged of an address. Slugs and signed addresses open something by themselves, so it is the route's
 * pattern where one was found. Paths of the API hold ids only; of any other path what could be a secret is left out.
 */
export function loggedPath(request: Request): string {
  const [path = ''] = request.originalUrl.split('?', 1)
  const route = request.route as { path?: unknown } | undefined
  if (!path.startsWith('/v1/') && typeof route?.path === 'string') return route.path
  const segments = path.split('/').slice(1)
  const told = segments.slice(0, MAX_SEGMENTS).map((segment) => (isPublic(segment) ? segment : '…'))
  return `/${told.join('/')}${segments.length > MAX_SEGMENTS ? '/…' : ''}`
}

const isPublic = (segment: string): boolean => segment === '' || WORD.test(segment) || ID.test(segment)
