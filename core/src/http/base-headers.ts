const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Sent with every response; HSTS where the service is served over https. */
export function baseHeaders(requestId: string, baseUrl: string): Record<string, string> {
  return {
    'X-Request-Id': requestId,
    'X-Content-Type-Options': 'nosniff',
    ...(baseUrl.startsWith('https:') ? { 'Strict-Transport-Security': `max-age=${YEAR_SECONDS}` } : {}),
  }
}
