import type { Canvas, Ink } from './canvas.js'
import { outlineOf } from './outline.js'

/** Cap height of DejaVu Sans, as a share of the font size. */
const CAP_HEIGHT = 0.729
/** Share of the picture's width. */
const MAX_WIDTH = 0.86

/** One line, centred, with its capitals around `y`; smaller if it would not fit. */
export async function drawCentred(
  canvas: Canvas,
  text: string,
  { size, y, ink }: { size: number; y: number; ink: Ink },
): Promise<void> {
  const wide = await outlineOf(text, size)
  const scale = Math.min(1, (canvas.width * MAX_WIDTH) / Math.max(wide.width, 1))
  const { edges, width } = scale < 1 ? await outlineOf(text, size * scale) : wide
  canvas.fillOutline(edges, { x: (canvas.width - width) / 2, y: y + (size * scale * CAP_HEIGHT) / 2 }, ink)
}
