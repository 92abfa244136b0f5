import { degrees, type PDFDocument, type PDFImage, type PDFPage, type RGB, rgb } from 'pdf-lib'
import { parseHex } from '../web/contrast.js'
import { LIGHT } from '../web/theme.js'
import type { Typeface } from './pdf-text.js'

/** US Letter, in points. */
const PAGE = { width: 612, height: 792 }
const MARGIN = 64
const WIDTH = PAGE.width - 2 * MARGIN
const BOTTOM = MARGIN + 24
const LEADING = 1.35
const BODY = 10.5
/** Above and below a row. */
const ROW_PADDING = 2
/** Between a name and its value. */
const GAP = 24
export const HAIRLINE_HEIGHT = 13

const nameWidth = ({ value, detail }: AmountColumns): number => WIDTH - value - GAP - (detail > 0 ? detail + GAP : 0)

interface Faces {
  plain: Typeface
  bold: Typeface
}

interface Style {
  size?: number
  isBold?: boolean
  colour?: string
}

/** One line of a table of amounts. */
export interface AmountRow {
  name: string
  value: string
  /** Before the amount, in grey: `10 × $350.00`. */
  detail?: string
  style?: Style
}

/** Column widths of a table of amounts. */
export interface AmountColumns {
  value: number
  detail: number
}

/** Writes pages from top to bottom and adds a page when a line does not fit. */
export class PdfSheet {
  private page!: PDFPage
  /** Where the next line begins. */
  private top = PAGE.height - MARGIN

  constructor(
    private readonly pdf: PDFDocument,
    private readonly faces: Faces,
  ) {
    this.addPage()
  }

  space(height: number): void {
    this.top -= height
  }

  paragraph(text: string, style: Style = {}): void {
    for (const line of this.face(style).lines(text, style.size ?? BODY, WIDTH)) this.line(line, style)
  }

  /** The figure large, the currency small beside it. */
  amount(figure: string, code: string): void {
    const size = 30
    const { bold } = this.faces
    const baseline = this.take(size * LEADING) + size * 0.3
    this.write(bold.shown(figure), MARGIN, baseline, { size, isBold: true })
    const after = MARGIN + bold.widthOf(bold.shown(figure), size) + 8
    this.write(bold.shown(code), after, baseline, { size: 12, isBold: true, colour: LIGHT.muted })
  }

  /** The columns that these rows share. */
  columnsOf(rows: readonly AmountRow[]): AmountColumns {
    const widest = (texts: readonly string[], face: Typeface): number =>
      Math.max(0, ...texts.map((text) => face.widthOf(face.shown(text), BODY)))
    const { plain, bold } = this.faces
    return {
      value: widest(
        rows.map(({ value }) => value),
        bold,
      ),
      detail: widest(
        rows.flatMap(({ detail }) => detail ?? []),
        plain,
      ),
    }
  }

  /** Name on the left; on its first line the amount on the right, and the detail before it. */
  row({ name, value, detail, style = {} }: AmountRow, columns: AmountColumns): void {
    const face = this.face(style)
    const shown = face.shown(value)
    const lines = face.lines(name, BODY, nameWidth(columns))
    this.keepTogether(lines.length * BODY * LEADING + 2 * ROW_PADDING)
    this.space(ROW_PADDING)
    lines.forEach((line, index) => {
      const baseline = this.line(line, style)
      if (index > 0) return
      const right = MARGIN + WIDTH
      this.write(shown, right - face.widthOf(shown, BODY), baseline, { ...style, colour: LIGHT.ink })
      if (detail === undefined) return
      const { plain } = this.faces
      const before = plain.shown(detail)
      const x = right - columns.value - GAP - plain.widthOf(before, BODY)
      this.write(before, x, baseline, { colour: LIGHT.muted })
    })
    this.space(ROW_PADDING)
  }

  heightOf(rows: readonly AmountRow[], columns: AmountColumns): number {
    return rows.reduce((height, { name, style = {} }) => {
      const lines = this.face(style).lines(name, BODY, nameWidth(columns))
      return height + lines.length * BODY * LEADING + 2 * ROW_PADDING
    }, 0)
  }

  /** Name in grey on the left, value on the right, wrapped if necessary. */
  fact(name: string, value: string): void {
    const { plain } = this.faces
    const shown = plain.shown(name)
    const lines = plain.lines(value, BODY, WIDTH - plain.widthOf(shown, BODY) - GAP)
    this.keepTogether(lines.length * BODY * LEADING + 2 * ROW_PADDING)
    this.space(ROW_PADDING)
    lines.forEach((line, index) => {
      const baseline = this.take(BODY * LEADING) + BODY * 0.35
      if (index === 0) this.write(shown, MARGIN, baseline, { colour: LIGHT.muted })
      this.write(line, MARGIN + WIDTH - plain.widthOf(line, BODY), baseline, {})
    })
    this.space(ROW_PADDING)
  }

  hairline(): void {
    const y = this.take(HAIRLINE_HEIGHT) + 6
    const [start, end] = [
      { x: MARGIN, y },
      { x: MARGIN + WIDTH, y },
    ]
    this.page.drawLine({ start, end, thickness: 0.75, color: toRgb(LIGHT.line) })
  }

  image(image: PDFImage, max: { width: number; height: number }): void {
    const { width, height } = image.scaleToFit(max.width, max.height)
    this.page.drawImage(image, { x: MARGIN, y: this.take(height), width, height })
  }

  /** Initials on the merchant's colour. */
  badge(initials: string, { size, fill, ink }: { size: number; fill: string; ink: string }): void {
    const { bold } = this.faces
    const y = this.take(size)
    const shown = bold.shown(initials)
    const x = MARGIN + (size - bold.widthOf(shown, 17)) / 2
    this.page.drawRectangle({ x: MARGIN, y, width: size, height: size, color: toRgb(fill) })
    this.write(shown, x, y + size / 2 - 6, { size: 17, isBold: true, colour: ink })
  }

  /** Like a rubber stamp in the upper right corner; takes no space. */
  seal(text: string, colour: string): void {
    const { bold } = this.faces
    const size = 20
    const shown = bold.shown(text)
    const box = { width: bold.widthOf(shown, size) + 28, height: 38 }
    const angle = degrees(-7)
    const tilt = { cos: Math.cos((angle.angle * Math.PI) / 180), sin: Math.sin((angle.angle * Math.PI) / 180) }
    const at = { x: MARGIN + WIDTH - box.width - 4, y: PAGE.height - MARGIN - 40 }
    const color = toRgb(colour)
    this.page.drawRectangle({ ...at, ...box, borderColor: color, borderWidth: 2.5, rotate: angle, opacity: 0 })
    const [right, up] = [14, (box.height - size * 0.73) / 2]
    this.page.drawText(shown, {
      x: at.x + right * tilt.cos - up * tilt.sin,
      y: at.y + right * tilt.sin + up * tilt.cos,
      size,
      font: bold.font,
      color,
      rotate: angle,
    })
  }

  /** Starts a new page unless this height fits, or exceeds any page. */
  keepTogether(height: number): void {
    if (this.top - height >= BOTTOM || height > PAGE.height - MARGIN - BOTTOM) return
    this.addPage()
  }

  /** Writes the footer of every page, once their number is known. */
  finish(foot: { note: string; page: (number: number, of: number) => string; mark: string | null }): void {
    const pages = this.pdf.getPages()
    const small = { size: 9, colour: LIGHT.muted }
    pages.forEach((page, index) => {
      this.page = page
      this.write(this.faces.plain.shown(foot.note), MARGIN, MARGIN - 8, small)
      if (pages.length > 1) {
        const number = this.faces.plain.shown(foot.page(index + 1, pages.length))
        this.write(number, MARGIN + WIDTH - this.faces.plain.widthOf(number, 9), MARGIN - 8, small)
      }
      if (foot.mark !== null) this.markAcross(this.faces.bold.shown(foot.mark))
    })
  }

  /** From the lower left to the upper right, light enough to read what is below it. */
  private markAcross(mark: string): void {
    const { bold } = this.faces
    const angle = Math.atan2(PAGE.height, PAGE.width)
    const size = (Math.hypot(PAGE.width, PAGE.height) * 0.72) / bold.widthOf(mark, 1)
    const along = bold.widthOf(mark, size) / 2
    this.page.drawText(mark, {
      x: PAGE.width / 2 - along * Math.cos(angle) + size * 0.35 * Math.sin(angle),
      y: PAGE.height / 2 - along * Math.sin(angle) - size * 0.35 * Math.cos(angle),
      size,
      font: bold.font,
      color: toRgb(LIGHT.onAmber),
      opacity: 0.16,
      rotate: degrees((angle * 180) / Math.PI),
    })
  }

  private line(text: string, style: Style): number {
    const size = style.size ?? BODY
    const baseline = this.take(size * LEADING) + size * 0.35
    this.write(text, MARGIN, baseline, style)
    return baseline
  }

  /** Reserves this height and returns its lower edge. */
  private take(height: number): number {
    this.keepTogether(height)
    this.top -= height
    return this.top
  }

  private write(text: string, x: number, y: number, style: Style): void {
    const { size = BODY, colour = LIGHT.ink } = style
    this.page.drawText(text, { x, y, size, font: this.face(style).font, color: toRgb(colour) })
  }

  private face({ isBold = false }: Style): Typeface {
    return isBold ? this.faces.bold : this.faces.plain
  }

  private addPage(): void {
    this.page = this.pdf.addPage([PAGE.width, PAGE.height])
    this.top = PAGE.height - MARGIN
  }
}

function toRgb(hex: string): RGB {
  const [red, green, blue] = parseHex(hex) ?? [0, 0, 0]
  return rgb(red / 255, green / 255, blue / 255)
}
