import type { Request } from 'express'

const MAX_SEGMENTS = 8
/** Shorter than any slug or token. */
const WORD = /^[a-z0-9_.-]{1,20}$/i
const ID = /^[a-z]{2,6}_[0-9a-z]{26}$/

/**
 * The path as it may be logged. Slugs and signed URLs grant access, so outside the API the route's pattern is logged
 * if one matched, and segments that could be secrets are left out if none did. API paths contain ids only.
 */
export function loggedPath(request: Request): string {
  const [path = ''] = request.originalUrl.split('?', 1)
  const route = routeOf(request)
  if (!path.startsWith('/v1/') && route !== null) return route
  const segments = path.split('/').slice(1)
  const logged = segments.slice(0, MAX_SEGMENTS).map((segment) => (isPublic(segment) ? segment : '…'))
  return `/${logged.join('/')}${segments.length > MAX_SEGMENTS ? '/…' : ''}`
}

/** The pattern of the matched route; null: none matched. */
export function routeOf(request: Request): string | null {
  const route = request.route as { path?: unknown } | undefined
  return typeof route?.path === 'string' ? route.path : null
}

const isPublic = (segment: string): boolean => segment === '' || WORD.test(segment) || ID.test(segment)
