import type { PDFFont } from 'pdf-lib'
import { oneLine } from './subjects.js'

/** A font that only ever meets text it can show. */
export class Typeface {
  private readonly known: ReadonlySet<number>

  constructor(readonly font: PDFFont) {
    this.known = new Set(font.getCharacterSet())
  }

  /** One line of what the font can show: other letters without their marks, or `?`. */
  shown(text: string): string {
    return [...oneLine(text, Infinity).normalize('NFC')].map((character) => this.nearest(character)).join('')
  }

  widthOf(text: string, size: number): number {
    return this.font.widthOfTextAtSize(text, size)
  }

  /** Breaks at spaces, and words that are wider than a line wherever they must. */
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
    if (this.knows(character)) return character
    // What is not seen needs no letter: joiners, and what tells an emoji how to look.
    if (/^[\p{Cf}\p{M}]$/u.test(character)) return ''
    const bare = [...character.normalize('NFKD')].filter((part) => !/\p{M}/u.test(part))
    return bare.length > 0 && bare.every((part) => this.knows(part)) ? bare.join('') : '?'
  }

  private knows(character: string): boolean {
    return this.known.has(character.codePointAt(0) ?? 0)
  }
}
