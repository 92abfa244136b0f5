import type { PDFFont } from 'pdf-lib'

/**
 * A standard PDF font, so nothing is embedded. It covers Western European letters only: other characters lose their
 * diacritics or become `?`.
 */
export class Face {
  private readonly known: ReadonlySet<number>

  constructor(readonly font: PDFFont) {
    this.known = new Set(font.getCharacterSet())
  }

  widthOf(text: string, size: number): number {
    return this.font.widthOfTextAtSize(text, size)
  }

  shown(text: string): string {
    const line = text.normalize('NFC').replace(/\s+/gu, ' ').trim()
    return [...line].map((character) => this.nearest(character)).join('')
  }

  /** Breaks at spaces, and inside words that are wider than a line. */
  lines(text: string, size: number, width: number): string[] {
    const rows: string[] = []
    let row = ''
    for (const word of this.shown(text).split(' ')) {
      const longer = row === '' ? word : `${row} ${word}`
      if (this.widthOf(longer, size) <= width) {
        row = longer
        continue
      }
      if (row !== '') rows.push(row)
      const pieces = this.pieces(word, size, width)
      row = pieces.pop()!
      rows.push(...pieces)
    }
    return [...rows, row]
  }

  private pieces(word: string, size: number, width: number): string[] {
    const pieces = ['']
    for (const character of word) {
      const last = pieces.at(-1)!
      if (last !== '' && this.widthOf(last + character, size) > width) pieces.push(character)
      else pieces[pieces.length - 1] = last + character
    }
    return pieces
  }

  private nearest(character: string): string {
    if (this.knows(character)) return character
    if (/^[\p{Cf}\p{M}]$/u.test(character)) return ''
    const bare = [...character.normalize('NFKD')].filter((part) => !/\p{M}/u.test(part))
    return bare.length > 0 && bare.every((part) => this.knows(part)) ? bare.join('') : '?'
  }

  private knows(character: string): boolean {
    return this.known.has(character.codePointAt(0)!)
  }
}
