import type { VNode } from 'preact'
import { encode } from 'uqr'
import { encodePng } from '../../web/picture/png.js'

/** White around the code, in modules: scanners need it. */
const BORDER = 4
const BLACK = [0, 0, 0] as const
const WHITE = [255, 255, 255] as const

const modulesOf = (text: string): boolean[][] => encode(text, { ecc: 'M', border: BORDER }).data

/** As SVG paths of neighbouring black modules. */
const pathOf = (modules: readonly (readonly boolean[])[]): string =>
  modules.flatMap((row, y) => runsOf(row).map(([from, length]) => `M${from} ${y}h${length}v1h-${length}z`)).join('')

/** A file for print. */
export function qrSvg(text: string): string {
  const modules = modulesOf(text)
  const side = modules.length
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side * 8}" height="${side * 8}">` +
    `<rect width="${side}" height="${side}" fill="#fff"/><path d="${pathOf(modules)}"/></svg>`
  )
}

/** Black on white in every scheme. */
export function QrCode({ text, label }: { text: string; label: string }): VNode {
  const modules = modulesOf(text)
  return (
    <svg class="qr" viewBox={`0 0 ${modules.length} ${modules.length}`} role="img" aria-label={label}>
      <rect class="paper" width={modules.length} height={modules.length} />
      <path class="modules" d={pathOf(modules)} />
    </svg>
  )
}

/** Neighbouring black modules of a row: where they begin, and how many. */
function runsOf(row: readonly boolean[]): [number, number][] {
  const runs: [number, number][] = []
  row.forEach((isBlack, x) => {
    const last = runs.at(-1)
    if (!isBlack) return
    if (last && last[0] + last[1] === x) last[1]++
    else runs.push([x, 1])
  })
  return runs
}

/** The same as a picture for print: each module `scale` pixels wide. */
export async function qrPng(text: string, scale = 16): Promise<Buffer> {
  const modules = modulesOf(text)
  const side = modules.length * scale
  const pixels = new Uint8Array(side * side)
  for (let y = 0; y < side; y++) {
    const row = modules[Math.floor(y / scale)]!
    for (let x = 0; x < side; x++) pixels[y * side + x] = row[Math.floor(x / scale)] ? 0 : 1
  }
  return encodePng({ width: side, height: side, pixels }, [BLACK, WHITE])
}
