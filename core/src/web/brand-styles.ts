import { contrast, parseHex, type Rgb, withContrast, textOn, toHex } from './contrast.js'
import { type Stylesheet, toStylesheet } from './stylesheet.js'
import { DARK, LIGHT, type Palette } from './theme.js'

/** For an account that chose no colour. */
export const DEFAULT_BRAND_COLOUR: Rgb = [15, 118, 110]

/** An account's colour; the default one for null and for anything that is not `#rrggbb`. */
export const brandColourOf = (color: string | null): Rgb =>
  (color === null ? null : parseHex(color)) ?? DEFAULT_BRAND_COLOUR

interface Surfaces {
  page: Rgb
  card: Rgb
  ink: Rgb
}

const surfacesOf = ({ page, card, ink }: Palette): Surfaces => ({
  page: parseHex(page)!,
  card: parseHex(card)!,
  ink: parseHex(ink)!,
})
const MAX_GREY_CHROMA = 24

/** Minimum contrast of a focus ring, an icon or a button with its background (WCAG 1.4.11). */
const MIN_CONTRAST = 3

/**
 * The account's colour as variables: `--brand` fills, `--on-brand` is text on it, `--edge` outlines a pale button
 * on its card, `--ring` is for focus rings and icons. A value that is not `#rrggbb` is ignored.
 */
export function brandStyles(color: string | null): Stylesheet {
  const brand = brandColourOf(color)
  const [light, dark] = [surfacesOf(LIGHT), surfacesOf(DARK)]
  const onDark = blendsInto(brand, dark.card) ? dark.ink : withContrast(brand, dark.card, MIN_CONTRAST)
  const onLight = blendsInto(brand, light.card) ? light.ink : brand
  const darkRules = `@media screen and (prefers-color-scheme:dark){:root{${variables(onDark, dark)}}}`
  return toStylesheet(`:root{${variables(onLight, light)}}${darkRules}`)
}

/** A grey close to the card's. Raising its contrast would give a middle grey, which looks like a disabled button. */
const blendsInto = (colour: Rgb, card: Rgb): boolean =>
  Math.max(...colour) - Math.min(...colour) <= MAX_GREY_CHROMA && contrast(colour, card) < MIN_CONTRAST

function variables(fill: Rgb, { page, card }: Surfaces): string {
  const onCard = withContrast(fill, card, MIN_CONTRAST)
  const ring = contrast(onCard, page) >= MIN_CONTRAST ? onCard : withContrast(fill, page, MIN_CONTRAST)
  return [
    `--brand:${toHex(fill)}`,
    `--on-brand:${toHex(textOn(fill))}`,
    `--edge:${toHex(contrast(fill, card) >= 1.4 ? fill : ring)}`,
    `--ring:${toHex(ring)}`,
  ].join(';')
}
