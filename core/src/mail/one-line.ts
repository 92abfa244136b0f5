/** Line breaks, control characters and changes of text direction. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** Untrusted text as one line, for headers above all: at most `max` characters, possibly none. */
export function oneLine(text: string, max: number): string {
  const line = text.toWellFormed().replace(CONTROLS, ' ').replace(/\s+/g, ' ').trim()
  const characters = [...line]
  if (characters.length <= max) return line
  return `${characters
    .slice(0, max - 1)
    .join('')
    .trimEnd()}…`
}
