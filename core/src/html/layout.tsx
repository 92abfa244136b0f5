import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { PageLocale } from '../kernel/choose-locale.js'
import { brandStyles, OWN_COLOUR } from './brand-styles.js'
import { parseHex, toHex } from './contrast.js'
import { OWN_ICON } from './merchant-icon.js'
import type { Stylesheet } from './stylesheet.js'
import { BASE_STYLES } from './styles.js'

export interface PageParts {
  locale: PageLocale
  title: string
  body: VNode
  /** `#rrggbb`; null: the page's own. */
  brandColor?: string | null
  /** Of this kind of page, after those of every page. */
  styles?: readonly Stylesheet[]
  /** The page asks for itself again after so long: for what happens without anybody pressing anything. */
  refreshSeconds?: number
  /** An address that holds the page's icon. */
  icon?: string
  /** More of the head: what a link to this page is shown as elsewhere. */
  head?: VNode
}

/** Sent as a header, because a page may be shown at an address that is not its own: as the answer of a form. */
export interface PageRefresh {
  seconds: number
  /** Path and query, on this server. */
  address: string
}

export interface RenderedPage {
  html: string
  /** When the browser is to ask again, without anything being pressed. */
  refresh?: PageRefresh | null
  /** What its policy must name for its styles to hold. */
  styleHashes: readonly string[]
}

/** The whole document. All that comes from outside goes through preact, which escapes it; styles are our own text. */
export function renderPage({
  locale,
  title,
  body,
  brandColor = null,
  styles = [],
  refreshSeconds,
  icon = OWN_ICON,
  head,
}: PageParts): RenderedPage {
  const sheets = [BASE_STYLES, ...styles, brandStyles(brandColor)]
  const html =
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    '<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">' +
    (refreshSeconds === undefined ? '' : `<meta http-equiv="refresh" content="${refreshSeconds}">`) +
    renderToString(
      <>
        <link rel="icon" href={icon} />
        <meta name="theme-color" content={toHex((brandColor === null ? null : parseHex(brandColor)) ?? OWN_COLOUR)} />
        <title>{title}</title>
        {head}
      </>,
    ) +
    `${sheets.map(({ text }) => `<style>${text}</style>`).join('')}</head><body>${renderToString(body)}</body></html>`
  return { html, styleHashes: sheets.map(({ hash }) => hash) }
}
