import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { PageLocale } from '../../kernel/choose-locale.js'
import { basePathOf } from '../../web/base-path.js'
import { type AssetName, assetPath } from '../assets/assets.js'

interface DocumentParts {
  locale: PageLocale
  title: string
  icon: string
  baseUrl: string
  body: VNode
}

/** Its times are those of the words about waiting; a failure on our side leaves the form as it is. */
const HTMX_CONFIG = JSON.stringify({
  history: 'reload',
  defaultTimeout: 30_000,
  includeIndicatorCSS: false,
  noSwap: [204, 304, '5xx'],
})

/** One more script, of a few pages only: in the body, so that it also comes with a page that htmx swaps in. */
export const PageScript = ({ name, baseUrl }: { name: AssetName; baseUrl: string }): VNode => (
  <script src={basePathOf(baseUrl) + assetPath(name)} defer />
)

/** One more style sheet, of a few pages only: in the body, for the same reason. */
export const PageStyles = ({ name, baseUrl }: { name: AssetName; baseUrl: string }): VNode => (
  <link rel="stylesheet" href={basePathOf(baseUrl) + assetPath(name)} />
)

/** The whole document. Text from outside goes through preact, which escapes it. */
export function renderDocument({ locale, title, icon, baseUrl, body }: DocumentParts): string {
  const addressOf = (name: AssetName): string => basePathOf(baseUrl) + assetPath(name)
  const head = (
    <>
      <link rel="icon" href={icon} />
      <title>{title}</title>
      <link rel="stylesheet" href={addressOf('dashboard.css')} />
      <meta name="htmx-config" content={HTMX_CONFIG} />
      <script src={addressOf('htmx.js')} defer />
      <script src={addressOf('dashboard.js')} defer />
    </>
  )
  return (
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    '<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">' +
    `${renderToString(head)}</head>${renderToString(body)}</html>`
  )
}
