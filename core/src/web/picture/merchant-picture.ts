import { brandColourOf } from '../brand-styles.js'
import { parseHex, textOn } from '../contrast.js'
import { initialsOf } from '../initials.js'
import { LIGHT } from '../theme.js'
import { Canvas } from './canvas.js'
import { drawCentred } from './drawn-text.js'
import { encodePng } from './png.js'

/** Messengers and social networks show this size uncropped. */
const SIZE = { width: 1200, height: 630 }
const BAND_HEIGHT = 90
const AMBER = { fill: parseHex(LIGHT.amber)!, ink: parseHex(LIGHT.onAmber)! }
const MAX_CACHED = 50

interface MerchantPicture {
  name: string
  color: string | null
  /** Text of a band at the top; null: no band. */
  band: string | null
}

const cache = new Map<string, Promise<Buffer>>()

/** Initials on the merchant's colour. The latest pictures are cached. */
export function merchantPicture({ name, color, band }: MerchantPicture): Promise<Buffer> {
  const initials = initialsOf(name)
  const key = JSON.stringify([initials, color, band])
  let picture = cache.get(key)
  if (!picture) {
    const [oldest] = cache.keys()
    if (cache.size >= MAX_CACHED && oldest !== undefined) cache.delete(oldest)
    picture = draw(initials, color, band)
    cache.set(key, picture)
  }
  return picture
}

async function draw(initials: string, color: string | null, band: string | null): Promise<Buffer> {
  const canvas = new Canvas(SIZE.width, SIZE.height)
  const brand = brandColourOf(color)
  const top = band === null ? 0 : BAND_HEIGHT
  const onBrand = canvas.fillRows(0, SIZE.height, brand, textOn(brand))
  await drawCentred(canvas, initials, { size: 300, y: (SIZE.height + top) / 2, ink: onBrand })
  if (band !== null) {
    const onBand = canvas.fillRows(0, BAND_HEIGHT, AMBER.fill, AMBER.ink)
    await drawCentred(canvas, band, { size: 40, y: BAND_HEIGHT / 2, ink: onBand })
  }
  return encodePng(canvas, canvas.palette)
}
