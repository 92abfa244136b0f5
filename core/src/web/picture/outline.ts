import type { Font } from '@pdf-lib/fontkit'
import { fontFile } from '../font-files.js'

/** A straight piece of an outline. Horizontal ones are left out: they enclose nothing. */
export interface Edge {
  from: { x: number; y: number }
  to: { x: number; y: number }
}

interface TextOutline {
  edges: Edge[]
  width: number
}

/** Missing in the types of fontkit. */
interface Outlined {
  advanceWidth: number
  path: { commands: { command: string; args: number[] }[] }
}

const PIECES_OF_CURVE = 8

let font: Promise<Font & { unitsPerEm: number }> | undefined

/** The outline of a text in bold, with its baseline at 0 and y downwards. Letters that the font lacks are skipped. */
export async function outlineOf(text: string, size: number): Promise<TextOutline> {
  // A megabyte of code: loaded for the first picture.
  font ??= import('@pdf-lib/fontkit').then(({ default: { create } }) => create(fontFile('bold')))
  const { unitsPerEm, ...face } = await font.then((loaded) => ({
    unitsPerEm: loaded.unitsPerEm,
    has: (point: number) => loaded.hasGlyphForCodePoint(point),
    glyph: (point: number) => loaded.glyphForCodePoint(point) as unknown as Outlined,
  }))
  const scale = size / unitsPerEm
  const outline: TextOutline = { edges: [], width: 0 }
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    if (!face.has(point)) continue
    const { path, advanceWidth } = face.glyph(point)
    outline.edges.push(...edgesOf(path.commands, scale, outline.width))
    outline.width += advanceWidth * scale
  }
  return outline
}

function edgesOf(commands: Outlined['path']['commands'], scale: number, left: number): Edge[] {
  const edges: Edge[] = []
  let at = { x: 0, y: 0 }
  let start = at
  const placed = (x = 0, y = 0) => ({ x: left + x * scale, y: -y * scale })
  const lineTo = (to: Edge['to']): void => {
    if (to.y !== at.y) edges.push({ from: at, to })
    at = to
  }
  for (const { command, args } of commands) {
    const [a, b, c, d] = args
    if (command === 'moveTo') start = at = placed(a, b)
    else if (command === 'lineTo') lineTo(placed(a, b))
    else if (command === 'quadraticCurveTo') {
      const [from, control, to] = [at, placed(a, b), placed(c, d)]
      for (let piece = 1; piece <= PIECES_OF_CURVE; piece++) lineTo(onCurve(from, control, to, piece / PIECES_OF_CURVE))
    } else if (command === 'closePath') lineTo(start)
    else throw new Error(`A TrueType outline has no ${command}.`)
  }
  return edges
}

function onCurve(from: Edge['from'], control: Edge['from'], to: Edge['from'], share: number): Edge['from'] {
  const [before, between, after] = [(1 - share) ** 2, 2 * (1 - share) * share, share ** 2]
  return {
    x: before * from.x + between * control.x + after * to.x,
    y: before * from.y + between * control.y + after * to.y,
  }
}
