const YEAR_SECONDS = 365 * 24 * 60 * 60

/** On every answer. Over https, browsers are told to stay there. */
export function baseHeaders(requestId: string, baseUrl: string): Record<string, string> {
  return {
    'X-Request-Id': requestId,
    'X-Content-Type-Options': 'nosniff',
    ...(baseUrl.startsWith('https:') ? { 'Strict-Transport-Security': `max-age=${YEAR_SECONDS}` } : {}),
  }
}
