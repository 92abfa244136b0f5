/** The colours of pages, letters and PDFs, named by meaning. Brand colours are computed: see `brand-styles`. */
export const LIGHT = {
  page: '#f4f5f7',
  card: '#ffffff',
  ink: '#16181d',
  muted: '#5a606c',
  line: '#e3e5ea',
  control: '#c6cad2',
  /** Waits for a person, or test mode. */
  amber: '#fff3dc',
  onAmber: '#7a4b00',
  /** Went wrong, or takes something away. */
  red: '#b3261e',
  redTint: '#fdeceb',
  onRed: '#ffffff',
  /** Paid, or works. */
  green: '#126b38',
  greenTint: '#e5f4ea',
  /** In progress. */
  blue: '#1d4fb8',
  blueTint: '#e7effd',
}

export type Palette = Record<keyof typeof LIGHT, string>

export const DARK: Palette = {
  page: '#111317',
  card: '#1a1d22',
  ink: '#f1f2f5',
  muted: '#a4abb7',
  line: '#2c3038',
  control: '#4a505c',
  amber: '#382a0b',
  onAmber: '#fbd38a',
  red: '#ffb4ab',
  redTint: '#3a1715',
  onRed: '#410e0b',
  green: '#83dda4',
  greenTint: '#14301f',
  blue: '#a9c7ff',
  blueTint: '#172a4c',
}

const variables = (palette: Palette): string =>
  Object.entries(palette)
    .map(([name, colour]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${colour}`)
    .join(';')

/** Declares the colours as variables (`onAmber` is `--on-amber`), light or dark by the reader's setting. */
export const THEME_RULES =
  `:root{${variables(LIGHT)}}` + `@media screen and (prefers-color-scheme:dark){:root{${variables(DARK)}}}`
