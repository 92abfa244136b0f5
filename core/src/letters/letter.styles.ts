import { toStylesheet } from '../web/stylesheet.js'
import { DARK, LIGHT } from '../web/theme.js'
import type { BrandColours } from './letter-colours.js'

/** Segoe UI first: Word's engine reads only the first name and falls back to Times. */
export const FONT =
  "font-family:'Segoe UI',-apple-system,BlinkMacSystemFont,Roboto,'Noto Sans',Helvetica,Arial,sans-serif"

/** Wide enough for an item with its amount, as narrow as a receipt. */
export const COLUMN_PX = 520

/** Inline styles: some clients drop the head. */
export const INK = `color:${LIGHT.ink}`
export const MUTED = `color:${LIGHT.muted}`
export const BODY = 'font-size:16px;line-height:24px'
export const SMALL = 'font-size:14px;line-height:21px'
export const FINE = 'font-size:13px;line-height:20px'
export const HAIRLINE = `border-top:1px solid ${LIGHT.line}`
/** A long word breaks rather than widen the mail. */
export const BREAK = 'word-wrap:break-word;word-break:break-word;overflow-wrap:anywhere'
export const FIGURES = 'font-variant-numeric:tabular-nums;white-space:nowrap'

/** Shown in the inbox preview only. `mso-hide` is for Word, the rest for clients that show hidden elements. */
export const HIDDEN =
  'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;mso-hide:all;font-size:1px;line-height:1px'

type Rule = readonly [name: string, property: 'color' | 'background-color' | 'border-color', value: string]

const darkRules = (brand: BrandColours): Rule[] => [
  ['page', 'background-color', DARK.page],
  ['card', 'background-color', DARK.card],
  ['card', 'border-color', DARK.line],
  ['line', 'border-color', DARK.line],
  ['ink', 'color', DARK.ink],
  ['muted', 'color', DARK.muted],
  ['outlined', 'background-color', DARK.card],
  ['outlined', 'border-color', DARK.control],
  ['amber', 'background-color', DARK.amber],
  ['on-amber', 'color', DARK.onAmber],
  ['brand', 'background-color', brand.fill],
  ['brand', 'border-color', brand.edge],
  ['on-brand', 'color', brand.on],
  ['mark', 'color', brand.mark],
]

const ruled = (rules: Rule[], before = ''): string =>
  rules.map(([name, property, value]) => `${before}.${name}{${property}:${value}!important}`).join('')

/** What inline styles cannot do: narrow screens and dark mode. Outlook has one attribute for text and one for backgrounds. */
export function letterStyles(dark: BrandColours): string {
  const rules = darkRules(dark)
  return toStylesheet(`
    :root { color-scheme: light dark; supported-color-schemes: light dark }
    table, td { mso-table-lspace: 0pt; mso-table-rspace: 0pt }
    td, p, h1, a, b, span { ${FONT} }
    a[x-apple-data-detectors] { color: inherit!important; text-decoration: inherit!important }
    @media (max-width: 480px) {
      .around { padding: 20px 16px!important }
      .card { padding: 24px 20px!important }
    }
    @media (max-width: 360px) {
      .around { padding: 16px 10px!important }
      .card { padding: 20px 16px!important }
      .amount { font-size: 30px!important; line-height: 38px!important }
    }
    @media (prefers-color-scheme: dark) { ${ruled(rules)} }
    ${ruled(
      rules.filter(([, property]) => property === 'color'),
      '[data-ogsc] ',
    )}
    ${ruled(
      rules.filter(([, property]) => property !== 'color'),
      '[data-ogsb] ',
    )}
  `).text
}
