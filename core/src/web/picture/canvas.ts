import type { Rgb } from '../contrast.js'
import type { Edge } from './outline.js'

/** Shades between a background and the ink on it, for smooth edges. */
const SHADES = 16
/** Scan lines per row of pixels. */
const SAMPLES = 4

/** A picture of a few flat colours. */
export class Canvas {
  readonly pixels: Uint8Array
  readonly palette: Rgb[] = []

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.pixels = new Uint8Array(width * height)
  }

  /** Fills the rows from `from` to before `to`. @returns the ink to draw on them */
  fillRows(from: number, to: number, background: Rgb, ink: Rgb): Ink {
    const first = this.palette.length
    for (let shade = 0; shade < SHADES; shade++) this.palette.push(mix(background, ink, shade / (SHADES - 1)))
    this.pixels.fill(first, from * this.width, to * this.width)
    return { first }
  }

  /** Fills the area that the outline encloses, with its origin at a point. */
  fillOutline(edges: readonly Edge[], at: { x: number; y: number }, { first }: Ink): void {
    const covered = new Float32Array(this.width)
    for (let y = 0; y < this.height; y++) {
      let isTouched = false
      for (let sample = 0; sample < SAMPLES; sample++) {
        const spans = spansAt(edges, y + (sample + 0.5) / SAMPLES - at.y)
        for (const [from, to] of spans) isTouched = cover(covered, from + at.x, to + at.x) || isTouched
      }
      if (!isTouched) continue
      for (let x = 0; x < this.width; x++) {
        const share = Math.min(1, (covered[x] ?? 0) / SAMPLES)
        if (share > 0) this.pixels[y * this.width + x] = first + Math.round(share * (SHADES - 1))
      }
      covered.fill(0)
    }
  }
}

/** Where in the palette the shades from the background to the ink begin. */
export interface Ink {
  first: number
}

/** The parts of a horizontal line inside the outline, by the non-zero winding rule. */
function spansAt(edges: readonly Edge[], y: number): [number, number][] {
  const crossings: { x: number; turn: number }[] = []
  for (const { from, to } of edges) {
    if (from.y <= y === to.y <= y) continue
    const x = from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x)
    crossings.push({ x, turn: from.y < to.y ? 1 : -1 })
  }
  crossings.sort((one, other) => one.x - other.x)
  const spans: [number, number][] = []
  let winding = 0
  let start = 0
  for (const { x, turn } of crossings) {
    if (winding === 0) start = x
    winding += turn
    if (winding === 0) spans.push([start, x])
  }
  return spans
}

/** Adds the share of each pixel that lies between the two. @returns whether any does */
function cover(covered: Float32Array, from: number, to: number): boolean {
  const [left, right] = [Math.max(0, from), Math.min(covered.length, to)]
  for (let x = Math.floor(left); x < right; x++) {
    covered[x] = (covered[x] ?? 0) + Math.min(right, x + 1) - Math.max(left, x)
  }
  return right > left
}

function mix(one: Rgb, other: Rgb, share: number): Rgb {
  const [r, g, b] = one.map((channel, index) => Math.round(channel + ((other[index] ?? 0) - channel) * share))
  return [r ?? 0, g ?? 0, b ?? 0]
}
