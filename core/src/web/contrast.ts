/** A colour as three numbers from 0 to 255. */
export type Rgb = readonly [number, number, number]

const HEX = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i

const BLACK: Rgb = [0, 0, 0]
const WHITE: Rgb = [255, 255, 255]

/** Null: not a colour of the form `#rrggbb`. */
export function parseHex(text: string): Rgb | null {
  const [, red, green, blue] = HEX.exec(text) ?? []
  return red && green && blue ? [parseInt(red, 16), parseInt(green, 16), parseInt(blue, 16)] : null
}

export const toHex = (colour: Rgb): string =>
  `#${colour.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

/** WCAG 2: from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Black or white, whichever reads better; one of them always reaches 4.5. */
export const textOn = (background: Rgb): Rgb =>
  contrast(WHITE, background) >= contrast(BLACK, background) ? WHITE : BLACK

/** The colour, lightened or darkened as little as possible to reach this contrast with the background. */
export function withContrast(colour: Rgb, background: Rgb, ratio: number): Rgb {
  const end = textOn(background)
  for (let step = 0; step < 20; step++) {
    const mixed = mix(colour, end, step / 20)
    if (contrast(mixed, background) >= ratio) return mixed
  }
  return end
}

function mix([r, g, b]: Rgb, [toR, toG, toB]: Rgb, share: number): Rgb {
  const channel = (from: number, to: number): number => Math.round(from + (to - from) * share)
  return [channel(r, toR), channel(g, toG), channel(b, toB)]
}

function luminance(colour: Rgb): number {
  const [r, g, b] = colour.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
