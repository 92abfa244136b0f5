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
  green: '#0b6638',
  greenTint: '#e4f4ea',
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
  green: '#86dfa9',
  greenTint: '#12301f',
  blue: '#a9c7ff',
  blueTint: '#172a4c',
}

/** What the dashboard adds: there the interface is ink and grey, and a colour only ever tells a state. */
const DASHBOARD_LIGHT = {
  /** Tracks, words to remove, plates of icons. */
  soft: '#eceef2',
  /** Edges of inputs, boxes and switches. */
  field: '#868c98',
  /** Over, without money. */
  grey: '#434955',
  greyTint: '#eceef2',
  /** Icons, strips and edges; never text. */
  greenMark: '#15803d',
  blueMark: '#2563eb',
  amberMark: '#b45309',
  redMark: '#b3261e',
  /** The first button, and chosen boxes. */
  action: '#16181d',
  actionHover: '#343943',
  onAction: '#ffffff',
  /** Confirms what takes something away. */
  danger: LIGHT.red,
  onDanger: LIGHT.onRed,
  /** Blue, because the merchant's colour could look like a state. */
  ring: '#2563eb',
  /** Bars of a chart, in the order of stacking. */
  data1: '#0d4a43',
  data2: '#2f9c90',
  data3: '#5f6672',
}

const DASHBOARD_DARK: Record<keyof typeof DASHBOARD_LIGHT, string> = {
  soft: '#252930',
  field: '#717886',
  grey: '#c8cdd6',
  greyTint: '#2a2e36',
  greenMark: '#4ade80',
  blueMark: '#7fb0ff',
  amberMark: '#f5b84b',
  redMark: '#ff8a7d',
  action: '#f1f2f5',
  actionHover: '#d5d8df',
  onAction: '#16181d',
  danger: DARK.red,
  onDanger: DARK.onRed,
  ring: '#8ab4ff',
  data1: '#8fe5da',
  data2: '#2e9488',
  data3: '#9aa2af',
}

const variables = (palette: Record<string, string>): string =>
  Object.entries(palette)
    .map(([name, colour]) => `--${name.replace(/[A-Z]|\d/g, (sign) => `-${sign.toLowerCase()}`)}:${colour}`)
    .join(';')

const rules = (light: Record<string, string>, dark: Record<string, string>): string =>
  `:root{${variables(light)}}` + `@media screen and (prefers-color-scheme:dark){:root{${variables(dark)}}}`

/** Declares the colours as variables (`onAmber` is `--on-amber`), light or dark by the reader's setting. */
export const THEME_RULES = rules(LIGHT, DARK)

/** The same with the dashboard's own. */
export const DASHBOARD_THEME_RULES = rules({ ...LIGHT, ...DASHBOARD_LIGHT }, { ...DARK, ...DASHBOARD_DARK })
