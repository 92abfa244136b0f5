import { brandColourOf } from '../web/brand-styles.js'
import { contrast, parseHex, type Rgb, withContrast, textOn, toHex } from '../web/contrast.js'
import { DARK, LIGHT } from '../web/theme.js'

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
  const brand = brandColourOf(color)
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
