import { contrast, parseHex, type Rgb, withContrast, textOn, toHex } from './contrast.js'
import { type Stylesheet, toStylesheet } from './stylesheet.js'

/** For an account that chose no colour. */
export const DEFAULT_BRAND_COLOUR: Rgb = [15, 118, 110]

/** Backgrounds of a page and its card; `styles.ts` has the same ones. */
const LIGHT = { page: parseHex('#f4f5f7')!, card: parseHex('#ffffff')! }
const DARK = { page: parseHex('#111317')!, card: parseHex('#1a1d22')! }

const PALE = parseHex('#f1f2f5')!
const INK = parseHex('#16181d')!
const MAX_GREY_CHROMA = 24

/** Minimum contrast of a focus ring, an icon or a button with its background (WCAG 1.4.11). */
const MIN_CONTRAST = 3

/**
 * The account's colour as variables: `--brand` fills, `--on-brand` is text on it, `--edge` outlines a pale button
 * on its card, `--ring` is for focus rings and icons. A value that is not `#rrggbb` is ignored.
 */
export function brandStyles(color: string | null): Stylesheet {
  const brand = (color === null ? null : parseHex(color)) ?? DEFAULT_BRAND_COLOUR
  const onDark = blendsInto(brand, DARK.card) ? PALE : withContrast(brand, DARK.card, MIN_CONTRAST)
  const onLight = blendsInto(brand, LIGHT.card) ? INK : brand
  const dark = `@media screen and (prefers-color-scheme:dark){:root{${variables(onDark, DARK)}}}`
  return toStylesheet(`:root{${variables(onLight, LIGHT)}}${dark}`)
}

/** A grey close to the card's. Raising its contrast would give a middle grey, which looks like a disabled button. */
const blendsInto = (colour: Rgb, card: Rgb): boolean =>
  Math.max(...colour) - Math.min(...colour) <= MAX_GREY_CHROMA && contrast(colour, card) < MIN_CONTRAST

function variables(fill: Rgb, { page, card }: { page: Rgb; card: Rgb }): string {
  const onCard = withContrast(fill, card, MIN_CONTRAST)
  const ring = contrast(onCard, page) >= MIN_CONTRAST ? onCard : withContrast(fill, page, MIN_CONTRAST)
  return [
    `--brand:${toHex(fill)}`,
    `--on-brand:${toHex(textOn(fill))}`,
    `--edge:${toHex(contrast(fill, card) >= 1.4 ? fill : ring)}`,
    `--ring:${toHex(ring)}`,
  ].join(';')
}
