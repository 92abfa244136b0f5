import { PDFDocument, StandardFonts } from 'pdf-lib'
import type { Logo } from '../../accounts/accounts.repository.js'
import { formatMoney } from '../../html/format-money.js'
import { initialsOf } from '../../html/initials.js'
import { messagesOf } from '../../html/messages/messages.js'
import { IVA_PERCENT } from '../../kernel/money.js'
import type { ReceiptFacts } from './letter.js'
import { brandColours, LIGHT } from './letter-colours.js'
import { letterWords } from './letter-words.js'
import { embedLogo } from './pdf-logo.js'
import { PdfSheet } from './pdf-sheet.js'
import { Typeface } from './pdf-text.js'
import { invoicingText, paymentFacts } from './receipt-letter.js'
import { oneLine } from './subjects.js'

const MOST_TITLE = 200
const LOGO = { width: 180, height: 44 }

export async function drawReceipt(facts: ReceiptFacts, logo: Logo | null): Promise<Uint8Array> {
  // What it would note by itself is the moment at which it is drawn.
  const pdf = await PDFDocument.create({ updateMetadata: false })
  const sheet = new PdfSheet(pdf, {
    plain: new Typeface(pdf.embedStandardFont(StandardFonts.Helvetica)),
    bold: new Typeface(pdf.embedStandardFont(StandardFonts.HelveticaBold)),
  })
  describe(pdf, facts)
  await drawMerchant(sheet, pdf, facts, logo)
  drawAmount(sheet, facts)
  drawLines(sheet, facts)
  drawPayment(sheet, facts)
  drawInvoicing(sheet, facts)
  drawFoot(sheet, facts)
  return pdf.save()
}

function describe(pdf: PDFDocument, { locale, merchant, title, payment }: ReceiptFacts): void {
  const paidAt = new Date(payment.paidAt)
  const name = [letterWords(locale).pdf.heading, merchant.name, title].map((part) => oneLine(part, MOST_TITLE))
  pdf.setTitle(name.join(' · '), { showInWindowTitleBar: true })
  pdf.setAuthor(oneLine(merchant.name, MOST_TITLE))
  pdf.setLanguage(locale)
  pdf.setCreationDate(paidAt)
  pdf.setModificationDate(paidAt)
}

/** The logo or the initials; whose receipt it is; that it is one. */
async function drawMerchant(
  sheet: PdfSheet,
  pdf: PDFDocument,
  { locale, merchant }: ReceiptFacts,
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
  sheet.space(28)
  sheet.paragraph(letterWords(locale).pdf.heading, { size: 11, colour: LIGHT.muted })
}

function drawAmount(sheet: PdfSheet, { locale, title, amountCentavos, currency }: ReceiptFacts): void {
  const { figure, code } = formatMoney(locale, amountCentavos, currency)
  sheet.paragraph(title, { size: 13, isBold: true })
  sheet.space(4)
  sheet.amount(figure, code)
  sheet.space(14)
}

function drawLines(sheet: PdfSheet, facts: ReceiptFacts): void {
  const words = messagesOf(facts.locale).lines
  const money = (amountCentavos: number): string => formatMoney(facts.locale, amountCentavos, facts.currency).figure
  sheet.hairline()
  for (const { name, quantity, amountCentavos } of facts.lines) {
    sheet.row(quantity > 1 ? `${name} × ${quantity}` : name, money(amountCentavos))
  }
  if (facts.addedIvaCentavos > 0) {
    sheet.row(words.addedIva(IVA_PERCENT), money(facts.addedIvaCentavos), { colour: LIGHT.muted })
  }
  sheet.hairline()
  const total = facts.includesIva ? `${words.total} · ${words.includesIva}` : words.total
  sheet.row(total, money(facts.amountCentavos), { isBold: true })
}

function drawPayment(sheet: PdfSheet, facts: ReceiptFacts): void {
  sheet.space(14)
  sheet.hairline()
  const { customer } = letterWords(facts.locale).pdf
  if (facts.customerName !== null) sheet.fact(customer, facts.customerName)
  for (const { name, value } of paymentFacts(facts)) sheet.fact(name, value)
}

function drawInvoicing(sheet: PdfSheet, { locale, invoicing }: ReceiptFacts): void {
  if (invoicing === null) return
  sheet.space(14)
  sheet.paragraph(`${invoicingText(locale, invoicing)}:`)
  sheet.paragraph(invoicing.url)
}

/** On every page: what it is not, whether it is worth anything, and which of how many pages it is. */
function drawFoot(sheet: PdfSheet, { locale, livemode }: ReceiptFacts): void {
  const words = letterWords(locale).pdf
  const note = livemode ? words.notAnInvoice : `${words.testMark}. ${words.notAnInvoice}`
  sheet.finish({ note, page: words.page, mark: livemode ? null : words.testMark })
}
