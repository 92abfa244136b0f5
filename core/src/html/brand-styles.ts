import { contrast, parseHex, type Rgb, standingOut, textOn, toHex } from './contrast.js'
import { type Stylesheet, toStylesheet } from './stylesheet.js'

/** Ours, for an account that chose none. */
export const OWN_COLOUR: Rgb = [15, 118, 110]

/** Backgrounds of a page and its card; `styles.ts` has the same ones. */
const LIGHT = { page: parseHex('#f4f5f7')!, card: parseHex('#ffffff')! }
const DARK = { page: parseHex('#111317')!, card: parseHex('#1a1d22')! }

const PALE = parseHex('#f1f2f5')!
const INK = parseHex('#16181d')!
const MAX_GREY_CHROMA = 24

/** Of a focus ring, an icon or a button against what is behind it (WCAG 1.4.11). */
const SEEN = 3

/**
 * The account's colour as variables: `--brand` fills, `--on-brand` is text on it, `--edge` keeps a pale button
 * apart from its card, `--ring` is what must be seen on the page. A value that is no `#rrggbb` is not used.
 */
export function brandStyles(color: string | null): Stylesheet {
  const brand = (color === null ? null : parseHex(color)) ?? OWN_COLOUR
  const onDark = isLostOn(brand, DARK.card) ? PALE : standingOut(brand, DARK.card, SEEN)
  const onLight = isLostOn(brand, LIGHT.card) ? INK : brand
  const dark = `@media screen and (prefers-color-scheme:dark){:root{${variables(onDark, DARK)}}}`
  return toStylesheet(`:root{${variables(onLight, LIGHT)}}${dark}`)
}

/** A grey that is near the card's would have to become a middle grey, as which buttons look disabled. */
const isLostOn = (colour: Rgb, card: Rgb): boolean =>
  Math.max(...colour) - Math.min(...colour) <= MAX_GREY_CHROMA && contrast(colour, card) < SEEN

function variables(fill: Rgb, { page, card }: { page: Rgb; card: Rgb }): string {
  const onCard = standingOut(fill, card, SEEN)
  const ring = contrast(onCard, page) >= SEEN ? onCard : standingOut(fill, page, SEEN)
  return [
    `--brand:${toHex(fill)}`,
    `--on-brand:${toHex(textOn(fill))}`,
    `--edge:${toHex(contrast(fill, card) >= 1.4 ? fill : ring)}`,
    `--ring:${toHex(ring)}`,
  ].join(';')
}
