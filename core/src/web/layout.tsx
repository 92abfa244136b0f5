import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { PageLocale } from '../kernel/choose-locale.js'
import { brandColourOf, brandStyles } from './brand-styles.js'
import { toHex } from './contrast.js'
import { dataBlock } from './data-block.js'
import { DEFAULT_ICON } from './merchant-icon.js'
import type { Stylesheet } from './stylesheet.js'
import { PAGE_STYLES } from './styles.js'

export interface PageParts {
  locale: PageLocale
  title: string
  body: VNode
  /** `#rrggbb`; null: the default. */
  brandColor?: string | null
  /** Added after the styles that all pages share. */
  styles?: readonly Stylesheet[]
  /** Reload after this many seconds. */
  refreshSeconds?: number
  /** When the browser reloads the page. */
  refresh?: PageRefresh | null
  icon?: string
  /** More elements for the head, such as Open Graph properties. */
  head?: VNode
  /** The page for programs, as JSON-LD. */
  jsonLd?: object
}

/** Sent as a header with an address: the page may be the answer to a form, at the address of another page. */
export interface PageRefresh {
  seconds: number
  /** Path and query, on this server. */
  address: string
}

export interface RenderedPage extends Pick<PageParts, 'refresh'> {
  html: string
  /** Hashes of its styles for the Content-Security-Policy. */
  styleHashes: readonly string[]
}

/** The whole document. Text from outside is escaped by preact, or as JSON; styles are constants. */
export function renderPage({
  locale,
  title,
  body,
  brandColor = null,
  styles = [],
  refreshSeconds,
  refresh,
  icon = DEFAULT_ICON,
  head,
  jsonLd,
}: PageParts): RenderedPage {
  const sheets = [PAGE_STYLES, ...styles, brandStyles(brandColor)]
  const html =
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    '<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">' +
    (refreshSeconds === undefined ? '' : `<meta http-equiv="refresh" content="${refreshSeconds}">`) +
    renderToString(
      <>
        <link rel="icon" href={icon} />
        <meta name="theme-color" content={toHex(brandColourOf(brandColor))} />
        <title>{title}</title>
        {head}
      </>,
    ) +
    (jsonLd === undefined ? '' : dataBlock(jsonLd)) +
    `${sheets.map(({ text }) => `<style>${text}</style>`).join('')}</head><body>${renderToString(body)}</body></html>`
  return { html, refresh, styleHashes: sheets.map(({ hash }) => hash) }
}
