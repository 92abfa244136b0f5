import { OWN_COLOUR } from '../brand-styles.js'
import { parseHex, textOn } from '../contrast.js'
import { initialsOf } from '../initials.js'
import { Canvas } from './canvas.js'
import { drawCentred } from './drawn-text.js'
import { encodePng } from './png.js'

/** As messengers and social networks show it, without cutting anything off. */
const SIZE = { width: 1200, height: 630 }
const BAND_HEIGHT = 90
/** The colours of the test banner; `styles.ts` has the same ones. */
const AMBER = { fill: parseHex('#fff3dc')!, ink: parseHex('#7a4b00')! }
const MAX_KEPT = 50

export interface MerchantPicture {
  name: string
  color: string | null
  /** The text of a band at the top; null: there is none. */
  band: string | null
}

const kept = new Map<string, Promise<Buffer>>()

/** Initials on the merchant's colour. The same picture is drawn once, as long as it is among the latest. */
export function merchantPicture({ name, color, band }: MerchantPicture): Promise<Buffer> {
  const initials = initialsOf(name)
  const key = JSON.stringify([initials, color, band])
  let picture = kept.get(key)
  if (!picture) {
    const [oldest] = kept.keys()
    if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest)
    picture = draw(initials, color, band)
    kept.set(key, picture)
  }
  return picture
}

async function draw(initials: string, color: string | null, band: string | null): Promise<Buffer> {
  const canvas = new Canvas(SIZE.width, SIZE.height)
  const brand = (color === null ? null : parseHex(color)) ?? OWN_COLOUR
  const top = band === null ? 0 : BAND_HEIGHT
  const onBrand = canvas.fillRows(0, SIZE.height, brand, textOn(brand))
  await drawCentred(canvas, initials, { size: 300, y: (SIZE.height + top) / 2, ink: onBrand })
  if (band !== null) {
    const onBand = canvas.fillRows(0, BAND_HEIGHT, AMBER.fill, AMBER.ink)
    await drawCentred(canvas, band, { size: 40, y: BAND_HEIGHT / 2, ink: onBand })
  }
  return encodePng(canvas, canvas.palette)
}
