import type { Canvas, Ink } from './canvas.js'
import { outlineOf } from './outline.js'

/** Height of a capital letter of DejaVu Sans, of the size of its letters. */
const CAPITAL = 0.729
/** Of the width of the picture, at most. */
const WIDEST = 0.86

/** One line in the middle of the picture, its capitals around a height; smaller where it would not fit. */
export async function drawCentred(
  canvas: Canvas,
  text: string,
  { size, y, ink }: { size: number; y: number; ink: Ink },
): Promise<void> {
  const wide = await outlineOf(text, size)
  const scale = Math.min(1, (canvas.width * WIDEST) / Math.max(wide.width, 1))
  const { edges, width } = scale < 1 ? await outlineOf(text, size * scale) : wide
  canvas.fillOutline(edges, { x: (canvas.width - width) / 2, y: y + (size * scale * CAPITAL) / 2 }, ink)
}
