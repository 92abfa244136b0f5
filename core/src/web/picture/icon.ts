import { DEFAULT_BRAND_COLOUR } from '../brand-styles.js'
import { textOn } from '../contrast.js'
import { Canvas } from './canvas.js'
import { drawCentred } from './drawn-text.js'
import { encodePng } from './png.js'

export const ICON_TYPE = 'image/png'
const SIZE = 64
const SIGN = '$'

let drawn: Promise<Buffer> | undefined

/** The server's icon, without a brand. Drawn once. */
export function iconPng(): Promise<Buffer> {
  drawn ??= draw()
  return drawn
}

async function draw(): Promise<Buffer> {
  const canvas = new Canvas(SIZE, SIZE)
  const ink = canvas.fillRows(0, SIZE, DEFAULT_BRAND_COLOUR, textOn(DEFAULT_BRAND_COLOUR))
  await drawCentred(canvas, SIGN, { size: 48, y: SIZE / 2, ink })
  return encodePng(canvas, canvas.palette)
}
