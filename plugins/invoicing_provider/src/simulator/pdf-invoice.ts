import { PDFDocument, StandardFonts } from 'pdf-lib'
import { type Amounts, amountsOf, centavosText, type Line, micros, microsText } from './amounts.js'
import { amountInWords } from './amount-in-words.js'
import type { Cfdi } from './cfdi.js'
import type { Placed } from './invoice-facts.js'
import { Face } from './pdf-face.js'
import { COLOURS, heightOf, MARGIN, Paper, type Style, WIDTH } from './pdf-paper.js'
import { drawStamp } from './pdf-stamp.js'
import { PAYMENT_FORMS, REGIMES, USES } from './sat-tables.js'
import type { Taxpayer } from './taxpayers.js'

interface PrintedInvoice {
  cfdi: Cfdi
  placed: Placed
  issuer: Taxpayer
  isCancelled: boolean
}

const SMALL: Style = { size: 7.5, colour: COLOURS.soft }
const BODY: Style = { size: 9 }
const STRONG: Style = { size: 9, isBold: true }

/** Left edges of the text columns, right edges of the number columns. */
const COLUMNS = {
  quantity: MARGIN + 36,
  codes: MARGIN + 44,
  text: MARGIN + 111,
  price: MARGIN + WIDTH - 96,
  amount: MARGIN + WIDTH - 6,
}
/** Leaves room for the longest unit price. */
const TEXT_WIDTH = COLUMNS.price - 90 - COLUMNS.text

/** Draws the *representación impresa*, the printed form of a CFDI. Deterministic: the same invoice gives the same bytes. */
export async function drawInvoice(invoice: PrintedInvoice): Promise<Uint8Array> {
  const { placed, issuer, isCancelled } = invoice
  const pdf = await PDFDocument.create({ updateMetadata: false })
  const [plain, bold] = [await pdf.embedFont(StandardFonts.Helvetica), await pdf.embedFont(StandardFonts.HelveticaBold)]
  const faces = { plain: new Face(plain), bold: new Face(bold) }
  pdf.setTitle(`CFDI ${placed.uuid}`)
  pdf.setCreationDate(new Date(placed.stampedAt))
  const amounts = amountsOf(placed.lines)
  const paper = new Paper(pdf, faces, (next) => {
    next.top = next.column(MARGIN, next.top, WIDTH, [[`Folio fiscal ${placed.uuid} (continuación)`, SMALL]]) - 8
  })
  drawHead(paper, invoice)
  drawReceiver(paper, invoice)
  drawLines(paper, placed, amounts)
  drawTotals(paper, placed, amounts)
  drawStamp(paper, invoice, centavosText(amounts.total))
  paper.finish(`Este documento es una representación impresa de un CFDI. Emisor: ${issuer.rfc}`, [
    { text: 'PRUEBA – SIN VALIDEZ FISCAL', colour: COLOURS.mark },
    ...(isCancelled ? [{ text: 'CANCELADO', colour: COLOURS.cancelled }] : []),
  ])
  return pdf.save()
}

function drawHead(paper: Paper, { cfdi, placed, issuer, isCancelled }: PrintedInvoice): void {
  const regime = issuer.regimes[0]!
  const left = paper.column(MARGIN, paper.top, 270, [
    [issuer.name, { size: 14, isBold: true }],
    [`RFC ${issuer.rfc}`, BODY],
    [`Régimen fiscal: ${regime} ${REGIMES.get(regime)!.name}`, BODY],
    [`Lugar de expedición: ${issuer.zip}`, BODY],
  ])
  const x = MARGIN + 290
  const right = paper.column(x, paper.top, WIDTH - 290, [
    [
      isCancelled ? 'Factura CANCELADA' : 'Factura',
      { size: 14, isBold: true, colour: isCancelled ? COLOURS.cancelled : COLOURS.ink },
    ],
    ['CFDI 4.0 · I Ingreso · Exportación: 01 No aplica', SMALL],
    ['Folio fiscal', SMALL],
    [placed.uuid, { size: 9.5, isBold: true }],
    ['Fecha y hora de emisión', SMALL],
    [spaced(cfdi.issuedAt), BODY],
    ['Fecha y hora de certificación', SMALL],
    [spaced(cfdi.stampedAt), BODY],
  ])
  paper.top = Math.min(left, right) - 10
}

function drawReceiver(paper: Paper, { placed }: PrintedInvoice): void {
  const { receiver, use, paymentForm } = placed
  const top = paper.top - 6
  const half = WIDTH / 2 - 14
  const receiverTexts: (readonly [string, Style?])[] = [
    ['Receptor', SMALL],
    [receiver.name, { size: 10, isBold: true }],
    [`RFC ${receiver.rfc}`, BODY],
    [`Domicilio fiscal (C.P.): ${receiver.zip}`, BODY],
    [`Régimen fiscal: ${receiver.regime} ${REGIMES.get(receiver.regime)!.name}`, BODY],
    [`Uso del CFDI: ${use} ${USES.get(use)!.name}`, BODY],
  ]
  const exchange =
    placed.currency === 'MXN' ? 'MXN Peso mexicano' : `${placed.currency}, tipo de cambio ${placed.exchange}`
  const paymentTexts: (readonly [string, Style?])[] = [
    ['Pago', SMALL],
    [`Forma de pago: ${paymentForm} ${PAYMENT_FORMS.get(paymentForm)!}`, BODY],
    ['Método de pago: PUE Pago en una sola exhibición', BODY],
    [`Moneda: ${exchange}`, BODY],
  ]
  const heights = [receiverTexts, paymentTexts].map((texts) => textHeight(paper, texts, half))
  const height = Math.max(...heights)
  paper.band(height + 14)
  paper.column(MARGIN + 8, top, half, receiverTexts)
  paper.column(MARGIN + WIDTH / 2 + 8, top, half, paymentTexts)
  paper.top = top - height - 18
}

function textHeight(paper: Paper, texts: readonly (readonly [string, Style?])[], width: number): number {
  return texts.reduce((sum, [text, style = {}]) => sum + paper.linesOf(text, width, style).length * heightOf(style), 0)
}

function drawLines(paper: Paper, { lines }: Placed, amounts: Amounts): void {
  drawTableHead(paper)
  lines.forEach((line, index) => drawLine(paper, line, amounts.lines[index]!))
}

function drawTableHead(paper: Paper): void {
  paper.keep(60)
  paper.band(18)
  const y = paper.top - 12
  const style: Style = { size: 7.5, isBold: true }
  paper.write('Cantidad', COLUMNS.quantity, y, { ...style, isRight: true })
  paper.write('Claves', COLUMNS.codes, y, style)
  paper.write('Descripción', COLUMNS.text, y, style)
  paper.write('Valor unitario', COLUMNS.price, y, { ...style, isRight: true })
  paper.write('Importe', COLUMNS.amount, y, { ...style, isRight: true })
  paper.top -= 24
}

/** A long description may continue on the next page; the figures are beside its first line. */
function drawLine(paper: Paper, line: Line, { amount, base, tax }: Amounts['lines'][number]): void {
  const taxText =
    line.tax === 'exempt'
      ? `IVA (002) exento · Base ${money(microsText(base))}`
      : `IVA (002) Tasa ${Number(line.tax.rate) * 100} % · Base ${money(microsText(base))} · Importe ${money(microsText(tax!))}`
  const rows = [
    ...paper.linesOf(line.description, TEXT_WIDTH, BODY).map((text) => [text, BODY] as const),
    ...paper.linesOf(taxText, TEXT_WIDTH, SMALL).map((text) => [text, SMALL] as const),
  ]
  rows.forEach(([text, style], index) => {
    const { page } = paper
    paper.keep(index === 0 ? 40 : heightOf(style))
    if (paper.page !== page) drawTableHead(paper)
    paper.top -= heightOf(style)
    const y = paper.top + 3
    paper.write(text, COLUMNS.text, y, style)
    if (index === 0) {
      paper.write(line.quantity, COLUMNS.quantity, y, { ...BODY, isRight: true })
      paper.write(line.productKey, COLUMNS.codes, y, BODY)
      paper.write(money(microsText(micros(line.price))), COLUMNS.price, y, { ...BODY, isRight: true })
      paper.write(money(microsText(amount)), COLUMNS.amount, y, { ...BODY, isRight: true })
    }
    if (index === 1) paper.write(`${line.unitKey} · Obj. imp. 02`, COLUMNS.codes, y, SMALL)
  })
  paper.top -= 4
  paper.rule()
  paper.top -= 4
}

function drawTotals(paper: Paper, { currency }: Placed, { groups, subtotal, total }: Amounts): void {
  const rows: [string, string, Style][] = [
    ['Subtotal', centavosText(subtotal), BODY],
    ...groups.map(({ rate, tax }): [string, string, Style] =>
      rate === undefined
        ? ['IVA exento', '0.00', BODY]
        : [`IVA trasladado ${Number(rate) * 100} %`, centavosText(tax!), BODY],
    ),
    [`Total ${currency}`, centavosText(total), { size: 12, isBold: true }],
  ]
  paper.keep(rows.length * 18 + 30)
  const top = paper.top
  for (const [name, amount, style] of rows) {
    paper.top -= heightOf(style) + 2
    paper.write(name, COLUMNS.price, paper.top + 3, { ...style, isRight: true })
    paper.write(money(amount), COLUMNS.amount, paper.top + 3, { ...style, isRight: true })
  }
  paper.column(MARGIN + 6, top - 2, 270, [
    ['Importe con letra', SMALL],
    [amountInWords(total, currency), STRONG],
  ])
  paper.top -= 14
}

/** With thousands separators. */
function money(decimal: string): string {
  const [whole = '', places = ''] = decimal.split('.')
  return `$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${places}`
}

const spaced = (moment: string): string => moment.replace('T', ' ')
