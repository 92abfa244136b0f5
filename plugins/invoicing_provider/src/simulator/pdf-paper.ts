import { degrees, type PDFDocument, type PDFPage, type RGB, rgb } from 'pdf-lib'
import type { Face } from './pdf-face.js'

/** Letter, in points. */
const PAGE = { width: 612, height: 792 }
export const MARGIN = 40
export const WIDTH = PAGE.width - 2 * MARGIN
const BOTTOM = MARGIN + 22
const LEADING = 1.32

export const COLOURS = {
  ink: rgb(0.09, 0.1, 0.11),
  soft: rgb(0.38, 0.41, 0.45),
  line: rgb(0.82, 0.84, 0.86),
  band: rgb(0.95, 0.955, 0.96),
  mark: rgb(0.72, 0.5, 0.1),
  cancelled: rgb(0.75, 0.1, 0.1),
}

export interface Style {
  size?: number
  isBold?: boolean
  colour?: RGB
  /** Right-aligned at `x`. */
  isRight?: boolean
}

/** Pages filled from top to bottom; adds a page when something does not fit. */
export class Paper {
  page!: PDFPage
  /** The current vertical position. */
  top = 0

  constructor(
    readonly pdf: PDFDocument,
    private readonly faces: { plain: Face; bold: Face },
    /** Draws the header of every page after the first. */
    private readonly continued: (paper: Paper) => void,
  ) {
    this.addPage()
  }

  /** Keeps the next `height` points on one page. */
  keep(height: number): void {
    if (this.top - height >= BOTTOM) return
    this.addPage()
    this.continued(this)
  }

  /** Writes one line at a fixed position. */
  write(text: string, x: number, y: number, style: Style = {}): void {
    const { size = 9, colour = COLOURS.ink, isRight = false } = style
    const face = this.face(style)
    const shown = face.shown(text)
    const left = isRight ? x - face.widthOf(shown, size) : x
    this.page.drawText(shown, { x: left, y, size, font: face.font, color: colour })
  }

  linesOf(text: string, width: number, style: Style = {}): string[] {
    return this.face(style).lines(text, style.size ?? 9, width)
  }

  /** From `y` downwards; returns where it ends. */
  column(x: number, y: number, width: number, texts: readonly (readonly [text: string, style?: Style])[]): number {
    let at = y
    for (const [text, style = {}] of texts) {
      for (const line of this.linesOf(text, width, style)) {
        at -= heightOf(style)
        this.write(line, x, at + descentOf(style), style)
      }
    }
    return at
  }

  rule(): void {
    const [start, end] = [MARGIN, MARGIN + WIDTH].map((x) => ({ x, y: this.top }))
    this.page.drawLine({ start: start!, end: end!, thickness: 0.75, color: COLOURS.line })
  }

  band(height: number): void {
    this.page.drawRectangle({ x: MARGIN, y: this.top - height, width: WIDTH, height, color: COLOURS.band })
  }

  /** Adds the footer with page numbers and the watermarks to every page. */
  finish(note: string, marks: readonly { text: string; colour: RGB }[]): void {
    const pages = this.pdf.getPages()
    pages.forEach((page, index) => {
      this.page = page
      const style = { size: 7.5, colour: COLOURS.soft }
      this.write(note, MARGIN, MARGIN - 8, style)
      this.write(`Página ${index + 1} de ${pages.length}`, MARGIN + WIDTH, MARGIN - 8, { ...style, isRight: true })
      marks.forEach(({ text, colour }, row) => this.markAcross(text, colour, row - (marks.length - 1) / 2))
    })
  }

  /** Diagonal and translucent. */
  private markAcross(text: string, color: RGB, row: number): void {
    const { bold } = this.faces
    const angle = Math.atan2(PAGE.height, PAGE.width)
    const size = Math.min(80, (Math.hypot(PAGE.width, PAGE.height) * 0.78) / bold.widthOf(text, 1))
    const along = bold.widthOf(text, size) / 2
    const across = size * 0.35 + row * 100
    this.page.drawText(text, {
      x: PAGE.width / 2 - along * Math.cos(angle) + across * Math.sin(angle),
      y: PAGE.height / 2 - along * Math.sin(angle) - across * Math.cos(angle),
      ...{ size, font: bold.font, color, opacity: 0.15, rotate: degrees((angle * 180) / Math.PI) },
    })
  }

  private addPage(): void {
    this.page = this.pdf.addPage([PAGE.width, PAGE.height])
    this.top = PAGE.height - MARGIN
  }

  private face({ isBold = false }: Style): Face {
    return isBold ? this.faces.bold : this.faces.plain
  }
}

export const heightOf = ({ size = 9 }: Style): number => size * LEADING
const descentOf = ({ size = 9 }: Style): number => size * 0.32
