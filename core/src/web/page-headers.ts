import type { RenderedPage } from './layout.js'

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
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy.join('; '),
    'X-Frame-Options': 'DENY',
    // Anyone who knows the address of a payment page can see it.
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

/** The distinct origins of these addresses; those that are not http(s) are skipped. */
export function originsOf(addresses: readonly (string | null | undefined)[]): string[] {
  const origins = addresses.flatMap((address) => {
    const url = address ? URL.parse(address) : null
    return url && /^https?:$/.test(url.protocol) ? url.origin : []
  })
  return [...new Set(origins)]
}
