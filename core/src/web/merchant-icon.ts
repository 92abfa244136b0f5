import { brandColourOf } from './brand-styles.js'
import { textOn, toHex } from './contrast.js'
import { initialsOf } from './initials.js'

/** Initials on the merchant's colour, as a data URL: the page stays one request. */
export function merchantIcon({ name, color }: { name: string; color: string | null }): string {
  return iconOf(initialsOf(name), color)
}

/** For a page without a merchant. */
export const DEFAULT_ICON = iconOf('$', null)

function iconOf(text: string, color: string | null): string {
  const fill = brandColourOf(color)
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<rect width="32" height="32" rx="8" fill="${toHex(fill)}"/>` +
    `<text x="16" y="21.5" font-family="system-ui,sans-serif" font-size="15" font-weight="700" text-anchor="middle" fill="${toHex(textOn(fill))}">${text}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
