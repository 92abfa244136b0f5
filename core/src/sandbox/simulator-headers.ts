import type { SimulatorResponse } from '@paylink/plugin-api'

/** The headers that a simulator may set itself. */
const PASSED = new Set(['content-type', 'content-language', 'location', 'allow'])

/**
 * The headers of a simulator's page. Because it is served on our origin, it runs no scripts, cannot be framed and sets no
 * cookies, whatever the plugin sends. Its forms may lead to itself and to the redirect targets that the page allows:
 * Chromium applies `form-action` to redirects too.
 */
export function simulatorHeaders({ headers = {} }: SimulatorResponse): Record<string, string> {
  const given = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const targets = ["'self'", ...formTargets(given.get('content-security-policy') ?? '')]
  return {
    ...Object.fromEntries([...given].filter(([name]) => PASSED.has(name))),
    'content-security-policy': [
      "default-src 'none'",
      "style-src 'unsafe-inline'",
      'img-src data:',
      `form-action ${targets.join(' ')}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
  }
}

/** The origins in the policy's form-action; other kinds of sources are left out. */
function formTargets(policy: string): string[] {
  const directive = policy.split(';').find((part) => /^\s*form-action\s/i.test(part)) ?? ''
  return directive
    .trim()
    .split(/\s+/)
    .slice(1)
    .filter((source) => /^https?:\/\/[\w.:[\]-]+$/.test(source))
}
