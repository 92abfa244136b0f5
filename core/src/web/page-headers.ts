import type { RenderedPage } from './layout.js'

/** For what is shown to anyone who knows its address, such as that of a payment page. */
const COMMON = {
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
}

/** For the data of a page, which are not a page. */
export const DATA_HEADERS: Readonly<Record<string, string>> = {
  ...COMMON,
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
}

/** Lets a page show itself and post its forms to these targets, and nothing else. */
export function pageHeaders(
  { styleHashes, refresh }: Pick<RenderedPage, 'styleHashes' | 'refresh'>,
  formTargets: readonly string[] = [],
): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src ${styleHashes.join(' ')}`,
    "img-src 'self' data:",
    // Chromium also applies it to the redirect that answers a form.
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    ...COMMON,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy.join('; '),
    Vary: 'Accept-Language',
    ...(refresh && { Refresh: `${refresh.seconds}; url=${refresh.address}` }),
  }
}

/** The distinct origins of these addresses; those that are not http(s) are skipped. */
export function originsOf(addresses: readonly (string | null | undefined)[]): string[] {
  const origins = addresses.flatMap((address) => {
    const url = address ? URL.parse(address) : null
    return url && /^https?:$/.test(url.protocol) ? url.origin : []
  })
  return [...new Set(origins)]
}
