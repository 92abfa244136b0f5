import { encode } from 'uqr'
import type { Cfdi } from './cfdi.js'
import type { Placed } from './invoice-facts.js'
import { COLOURS, heightOf, MARGIN, type Paper, type Style, WIDTH } from './pdf-paper.js'
import { PROVIDER, type Taxpayer } from './taxpayers.js'

const CODE_SIZE = 118
const LABEL: Style = { size: 7.5, isBold: true }
const TINY: Style = { size: 6.2 }

const VERIFICATION = 'https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx'

/** The SAT's page that verifies an invoice. */
function verificationUrl({ placed, issuer, cfdi }: Stamped, total: string): string {
  const asked = {
    id: placed.uuid,
    re: issuer.rfc,
    rr: placed.receiver.rfc,
    tt: total,
    fe: cfdi.seal.slice(-8),
  }
  const query = Object.entries(asked).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `${VERIFICATION}?${query.join('&')}`
}

interface Stamped {
  cfdi: Cfdi
  placed: Placed
  issuer: Taxpayer
}

/** The QR code, and beside it the signatures and certificates. */
export function drawStamp(paper: Paper, stamped: Stamped, total: string): void {
  const { cfdi } = stamped
  const x = MARGIN + CODE_SIZE + 14
  const width = WIDTH - CODE_SIZE - 14
  const texts: [string, Style][] = [
    ['Números de certificado', LABEL],
    [
      `Del emisor: ${certificateOf(cfdi)} · Del SAT: ${PROVIDER.number} · RFC del proveedor de certificación: ${PROVIDER.rfc}`,
      TINY,
    ],
    ['Sello digital del CFDI', LABEL],
    [cfdi.seal, TINY],
    ['Sello digital del SAT', LABEL],
    [cfdi.satSeal, TINY],
    ['Cadena original del complemento de certificación digital del SAT', LABEL],
    [cfdi.stampCadena, TINY],
  ]
  const height = texts.reduce(
    (sum, [text, style]) => sum + paper.linesOf(text, width, style).length * heightOf(style),
    0,
  )
  paper.keep(Math.max(height, CODE_SIZE) + 12)
  paper.rule()
  paper.top -= 10
  drawCode(paper, verificationUrl(stamped, total))
  const end = paper.column(x, paper.top, width, texts)
  paper.top = Math.min(end, paper.top - CODE_SIZE)
}

/** A single path with one square per dark module: small, and sharp at any size. */
function drawCode(paper: Paper, text: string): void {
  const { size, data } = encode(text, { ecc: 'M', border: 0 })
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
  paper.page.drawSvgPath(squares.join(''), {
    x: MARGIN,
    y: paper.top,
    scale: CODE_SIZE / size,
    color: COLOURS.ink,
    borderWidth: 0,
  })
}

const certificateOf = ({ document }: Cfdi): string => document.attributes!['NoCertificado']!
