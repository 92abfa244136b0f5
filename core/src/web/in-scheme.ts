import type { RenderedPage } from './layout.js'
import { toStylesheet } from './stylesheet.js'

export const COLOR_SCHEMES = ['light', 'dark'] as const
export type ColorScheme = (typeof COLOR_SCHEMES)[number]

/** True on every screen, and on none. */
const QUERIES: Readonly<Record<ColorScheme, string>> = { dark: '(min-width:0)', light: '(max-width:0)' }

/** The page as readers with this setting see it, whatever the reader's own is. */
export function inScheme<Page extends Pick<RenderedPage, 'html'>>(
  page: Page,
  scheme: ColorScheme,
): Page & Pick<RenderedPage, 'styleHashes'> {
  const styleHashes: string[] = []
  const html = page.html
    .replace(/(<meta name="(?:supported-)?color-schemes?" content=")light dark"/g, `$1${scheme}"`)
    .replace(/<style>([^<]*)<\/style>/g, (_, styles: string) => {
      const { text, hash } = toStylesheet(
        styles
          .replace(/\(prefers-color-scheme: ?dark\)/g, QUERIES[scheme])
          .replace(/color-schemes?: ?light dark/g, `color-scheme:${scheme}`),
      )
      styleHashes.push(hash)
      return `<style>${text}</style>`
    })
  return { ...page, html, styleHashes }
}
