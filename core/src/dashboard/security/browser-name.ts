/** In this order: most browsers also name the ones they descend from. */
const BROWSERS = [
  ['Edge', /Edg/],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser/],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrome|CriOS/],
  ['Safari', /Safari/],
] as const

const SYSTEMS = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['Mac', /Macintosh/],
  ['Linux', /Linux|X11/],
] as const

export interface BrowserName {
  browser: string
  system: string
  isPhone: boolean
}

/** The browser that a session was opened with, by its User-Agent; null: not known. */
export function browserNameOf(userAgent: string): BrowserName | null {
  const browser = BROWSERS.find(([, pattern]) => pattern.test(userAgent))?.[0]
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0]
  return browser && system ? { browser, system, isPhone: ['iPhone', 'Android'].includes(system) } : null
}
