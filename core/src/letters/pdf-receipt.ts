import fontkit from '@pdf-lib/fontkit'
import { PDFDocument, type PDFFont } from 'pdf-lib'
import type { Logo } from '../accounts/logo.js'
import { fontFile } from '../web/font-files.js'
import { formatMoney } from '../web/format-money.js'
import { initialsOf } from '../web/initials.js'
import { lineItems } from '../web/line-items.js'
import { LIGHT } from '../web/theme.js'
import type { ReceiptSheetFacts } from './letter.js'
import { brandColours } from './letter-colours.js'
import { letterWords } from './letter-words.js'
import { embedLogo } from './pdf-logo.js'
import { type AmountRow, HAIRLINE_HEIGHT, PdfSheet } from './pdf-sheet.js'
import { Typeface } from './pdf-text.js'
import { invoicingText, paymentFacts } from './receipt-letter.js'
import { oneLine } from '../mail/one-line.js'

const MAX_TITLE_LENGTH = 200
const LOGO = { width: 180, height: 44 }
/** Line items kept on the same page as the total. */
const LINES_WITH_TOTAL = 2
/** Only the glyphs used are embedded. No ligatures or kerning, so that the width of a text is the sum of its glyphs. */
const EMBEDDING = { subset: true, features: { liga: false, kern: false } }

/**
 * The receipt as a PDF: the same facts give the same bytes. Characters that the font lacks are dropped or become a box.
 * Import this file when a receipt is drawn: it loads two megabytes of code.
 */
export async function receiptPdf(facts: ReceiptSheetFacts, logo: Logo | null): Promise<Uint8Array> {
  // Otherwise pdf-lib writes the current time, and the same receipt would have different bytes.
  const pdf = await PDFDocument.create({ updateMetadata: false })
  pdf.registerFontkit(fontkit)
  const embedded = (weight: 'plain' | 'bold'): Promise<PDFFont> => pdf.embedFont(fontFile(weight), EMBEDDING)
  const sheet = new PdfSheet(pdf, {
    plain: new Typeface(await embedded('plain')),
    bold: new Typeface(await embedded('bold')),
  })
  describe(pdf, facts)
  sheet.seal(letterWords(facts.locale).pdf.paid, LIGHT.green)
  await drawMerchant(sheet, pdf, facts, logo)
  drawAmount(sheet, facts)
  drawLines(sheet, facts)
  drawPayment(sheet, facts)
  drawInvoicing(sheet, facts)
  drawFoot(sheet, facts)
  return pdf.save()
}

function describe(pdf: PDFDocument, { locale, merchant, title, payment }: ReceiptSheetFacts): void {
  const paidAt = new Date(payment.paidAt)
  const name = [letterWords(locale).pdf.heading, merchant.name, title].map((part) => oneLine(part, MAX_TITLE_LENGTH))
  pdf.setTitle(name.join(' · '), { showInWindowTitleBar: true })
  pdf.setAuthor(oneLine(merchant.name, MAX_TITLE_LENGTH))
  pdf.setLanguage(locale)
  pdf.setCreationDate(paidAt)
  pdf.setModificationDate(paidAt)
}

/** Logo or initials, merchant, heading. */
async function drawMerchant(
  sheet: PdfSheet,
  pdf: PDFDocument,
  { locale, merchant }: ReceiptSheetFacts,
  logo: Logo | null,
): Promise<void> {
  const image = logo && (await embedLogo(pdf, logo))
  if (image) sheet.image(image, LOGO)
  else {
    const { fill, on } = brandColours(merchant.color).light
    sheet.badge(initialsOf(merchant.name), { size: LOGO.height, fill, ink: on })
  }
  sheet.space(16)
  sheet.paragraph(merchant.name, { size: 15, isBold: true })
  const contact = [merchant.supportEmail, merchant.supportPhone].filter((way) => way !== null)
  if (contact.length > 0) sheet.paragraph(contact.join(' · '), { size: 10, colour: LIGHT.muted })
  sheet.space(22)
  sheet.paragraph(letterWords(locale).pdf.heading, { size: 11, colour: LIGHT.muted })
}

function drawAmount(sheet: PdfSheet, { locale, title, amountCentavos, currency }: ReceiptSheetFacts): void {
  const { figure, code } = formatMoney(locale, amountCentavos, currency)
  sheet.paragraph(title, { size: 13, isBold: true })
  sheet.space(4)
  sheet.amount(figure, code)
  sheet.space(14)
}

function drawLines(sheet: PdfSheet, facts: ReceiptSheetFacts): void {
  const { items, added, total } = lineItems(facts)
  const rows = items.map(({ name, quantity, unitPrice, amount }): AmountRow => ({
    name,
    value: amount,
    ...(quantity > 1 && { detail: `${quantity} × ${unitPrice}` }),
  }))
  const totals = [
    ...(added ? [added.subtotal, added.iva].map((row) => amountRow(row, { colour: LIGHT.muted })) : []),
    amountRow(total.note === null ? total : { ...total, label: `${total.label} · ${total.note}` }, { isBold: true }),
  ]
  const columns = sheet.columnsOf([...rows, ...totals])
  sheet.hairline()
  const last = Math.max(rows.length - LINES_WITH_TOTAL, 0)
  rows.slice(0, last).forEach((row) => sheet.row(row, columns))
  sheet.keepTogether(sheet.heightOf([...rows.slice(last), ...totals], columns) + HAIRLINE_HEIGHT)
  rows.slice(last).forEach((row) => sheet.row(row, columns))
  sheet.hairline()
  totals.forEach((row) => sheet.row(row, columns))
}

const amountRow = ({ label, amount }: { label: string; amount: string }, style: AmountRow['style']): AmountRow => ({
  name: label,
  value: amount,
  style,
})

function drawPayment(sheet: PdfSheet, facts: ReceiptSheetFacts): void {
  sheet.space(14)
  sheet.hairline()
  const { customer } = letterWords(facts.locale).pdf
  if (facts.customerName !== null) sheet.fact(customer, facts.customerName)
  for (const { name, value } of paymentFacts(facts)) sheet.fact(name, value)
}

function drawInvoicing(sheet: PdfSheet, { locale, invoicing }: ReceiptSheetFacts): void {
  if (invoicing === null) return
  sheet.space(14)
  sheet.paragraph(invoicingText(locale, invoicing))
  sheet.paragraph(invoicing.url)
}

/** On every page: the disclaimer, the test mark and the page number. */
function drawFoot(sheet: PdfSheet, { locale, livemode }: ReceiptSheetFacts): void {
  const words = letterWords(locale).pdf
  const note = livemode ? words.notAnInvoice : `${words.testMark}. ${words.notAnInvoice}`
  sheet.finish({ note, page: words.page, mark: livemode ? null : words.testMark })
}
