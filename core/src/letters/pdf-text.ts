import type { PDFFont } from 'pdf-lib'
import { oneLine } from '../mail/one-line.js'

/** Replaces a character that the font lacks, a Chinese one for example. */
const UNKNOWN = '□'

/** The font has its letters, but fontkit cannot shape them (`regeneratorRuntime is not defined`). */
const UNSHAPEABLE = /\p{Script=Tifinagh}/u

/** A font that is given only text it can show. */
export class Typeface {
  private readonly known: ReadonlySet<number>
  /** Glyph widths at size 1. Kerning is off, so the width of a text is their sum. */
  private readonly widths = new Map<string, number>()

  constructor(readonly font: PDFFont) {
    this.known = new Set(font.getCharacterSet())
  }

  /** One line of what the font can show. Emoji are dropped; other characters lose their marks or become a box. */
  shown(text: string): string {
    const nearest = [...oneLine(text, Infinity).normalize('NFC')].map((character) => this.nearest(character)).join('')
    // Collapses plain spaces only: a no-break space stays.
    return nearest.replace(/ {2,}/g, ' ').replace(/^ | $/g, '')
  }

  widthOf(text: string, size: number): number {
    let width = 0
    for (const character of text) width += this.widthOfOne(character)
    return width * size
  }

  /** Breaks at spaces, and inside words that are wider than a line. */
  lines(text: string, size: number, width: number): string[] {
    const rows: string[] = []
    let row = ''
    for (const word of this.shown(text).split(' ')) {
      const longer = row === '' ? word : `${row} ${word}`
      if (this.widthOf(longer, size) <= width) row = longer
      else {
        if (row !== '') rows.push(row)
        const pieces = this.pieces(word, size, width)
        row = pieces.pop() ?? ''
        rows.push(...pieces)
      }
    }
    return [...rows, row]
  }

  private pieces(word: string, size: number, width: number): string[] {
    const pieces: string[] = []
    let piece = ''
    for (const character of word) {
      if (piece !== '' && this.widthOf(piece + character, size) > width) {
        pieces.push(piece)
        piece = ''
      }
      piece += character
    }
    return [...pieces, piece]
  }

  private nearest(character: string): string {
    // Invisible: joiners and variation selectors.
    if (/^[\p{Cf}\p{Variation_Selector}\u20e3]$/u.test(character)) return ''
    if (this.knows(character)) return character
    if (/^\p{M}$/u.test(character)) return ''
    if (/^[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Co}]$/u.test(character)) return ''
    const bare = [...character.normalize('NFKD')].filter((part) => !/\p{M}/u.test(part))
    return bare.length > 0 && bare.every((part) => this.knows(part)) ? bare.join('') : UNKNOWN
  }

  private knows(character: string): boolean {
    return this.known.has(character.codePointAt(0) ?? 0) && !UNSHAPEABLE.test(character)
  }

  private widthOfOne(character: string): number {
    let width = this.widths.get(character)
    if (width === undefined) {
      width = this.font.widthOfTextAtSize(character, 1)
      this.widths.set(character, width)
    }
    return width
  }
}
