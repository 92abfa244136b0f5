import type { RenderedPage } from './layout.js'

/** What a page may do in the browser: show itself and post its forms to where we say, nothing else. */
export function pageHeaders(
  { styleHashes, refresh }: Pick<RenderedPage, 'styleHashes' | 'refresh'>,
  formTargets: readonly string[] = [],
): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src ${styleHashes.join(' ')}`,
    "img-src 'self' data:",
    // Chromium applies it to where the answer of a form redirects as well (F21).
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy.join('; '),
    'X-Frame-Options': 'DENY',
    // The address of a payment page is all it takes to see it.
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    Vary: 'Accept-Language',
    ...(refresh && { Refresh: `${refresh.seconds}; url=${refresh.address}` }),
  }
}

/** The origins of these addresses, each once; what is no web address is left out. */
export function originsOf(addresses: readonly (string | null | undefined)[]): string[] {
  const origins = addresses.flatMap((address) => {
    const url = address ? URL.parse(address) : null
    return url && /^https?:$/.test(url.protocol) ? url.origin : []
  })
  return [...new Set(origins)]
}
