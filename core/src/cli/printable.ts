/** Control characters, including line breaks, and those that change the direction of text. */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * Untrusted text for a terminal, on one line: otherwise a title could move the cursor, recolour the screen or rename
 * the window. Unprintable characters are shown as `\u001b`.
 */
export const printable = (text: string): string => text.replace(UNPRINTABLE, escaped)

/** The same for text with several lines. */
export const printableLines = (text: string): string => text.split(/\r?\n/).map(printable).join('\n')

/** A JSON document: JSON itself escapes only some of the control characters. */
export const printableJson = (value: unknown): string => JSON.stringify(value).replace(UNPRINTABLE, escaped)

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
