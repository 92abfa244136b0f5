import { DEFAULT_BRAND_COLOUR } from '../../web/brand-styles.js'
import { contrast, parseHex, type Rgb, withContrast, textOn, toHex } from '../../web/contrast.js'

/** Mail clients know no CSS variables, so each colour is written out where it is used. Same palette as `web/styles.ts`. */
export const LIGHT = {
  page: '#f4f5f7',
  card: '#ffffff',
  ink: '#16181d',
  muted: '#5a606c',
  line: '#e3e5ea',
  control: '#c6cad2',
  amber: '#fff3dc',
  onAmber: '#7a4b00',
}
export const DARK: typeof LIGHT = {
  page: '#111317',
  card: '#1a1d22',
  ink: '#f1f2f5',
  muted: '#a4abb7',
  line: '#2c3038',
  control: '#4a505c',
  amber: '#382a0b',
  onAmber: '#fbd38a',
}

/** Contrast of a button against its card (WCAG 1.4.11), and of text. */
const MIN_SHAPE_CONTRAST = 3
const MIN_TEXT_CONTRAST = 4.5

export interface BrandColours {
  fill: string
  /** Text on `fill`. */
  on: string
  /** Border, which sets a pale button off from its card. */
  edge: string
  /** Text on the card. */
  mark: string
}

/** The account's colour on the light card and on the dark one. Anything but `#rrggbb` is ignored. */
export function brandColours(color: string | null): { light: BrandColours; dark: BrandColours } {
  const brand = (color === null ? null : parseHex(color)) ?? DEFAULT_BRAND_COLOUR
  const [light, dark] = [parseHex(LIGHT.card)!, parseHex(DARK.card)!]
  return { light: coloursOn(light, brand), dark: coloursOn(dark, withContrast(brand, dark, MIN_SHAPE_CONTRAST)) }
}

function coloursOn(card: Rgb, fill: Rgb): BrandColours {
  return {
    fill: toHex(fill),
    on: toHex(textOn(fill)),
    edge: toHex(contrast(fill, card) >= 1.4 ? fill : withContrast(fill, card, MIN_SHAPE_CONTRAST)),
    mark: toHex(withContrast(fill, card, MIN_TEXT_CONTRAST)),
  }
}
