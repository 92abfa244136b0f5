import type { SimulatorContext, SimulatorResponse } from '../simulator.js'
import { Html, html, NOTHING } from './html.js'
import { PAGE_STYLE } from './style.js'
import { SIMULATOR_WORDS } from './words.js'

/**
 * A page of a simulator, under the banner of test mode.
 *
 * @param targets addresses that a form of the page may redirect to: browsers apply `form-action` to redirects too
 * @param provider the name of the simulated provider
 */
export function pageAnswer(
  status: number,
  content: Html,
  locale: SimulatorContext['locale'],
  targets: readonly string[] = [],
  provider?: string,
): SimulatorResponse {
  const formAction = new Set(["'self'", ...targets.map((url) => new URL(url).origin)])
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action ${[...formAction].join(' ')}; frame-ancestors 'none'; base-uri 'none'`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    },
    body: documentOf(content, locale, provider),
  }
}

/** The answer to a form: the browser follows with GET. */
export function seeOther(location: string): SimulatorResponse {
  return { status: 303, headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' } }
}

function documentOf(content: Html, locale: SimulatorContext['locale'], provider?: string): string {
  const words = SIMULATOR_WORDS[locale]
  const imitates = provider === undefined ? NOTHING : html`<strong>${words.simulatorOf(provider)}</strong> · `
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${words.documentTitle}</title>
        <style>
          ${new Html(PAGE_STYLE)}
        </style>
      </head>
      <body>
        <header class="test">${imitates}${words.testMode}</header>
        <main>
          <div class="card">${content}</div>
        </main>
      </body>
    </html> `.text
}
