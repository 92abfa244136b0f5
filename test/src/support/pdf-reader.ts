import { inflateSync } from 'node:zlib'

/** The lines of text of one of our PDFs in the order in which they are drawn, and all that the file is made of. */
export function readPdf(bytes: Uint8Array): { text: string[]; source: string } {
  const pdf = Buffer.from(bytes).toString('latin1')
  let source = ''
  let from = 0
  for (const found of pdf.matchAll(/\/Length (\d+)[^>]*>>\s*stream\r?\n/g)) {
    const [start, end] = [found.index + found[0].length, found.index + found[0].length + Number(found[1])]
    const head = pdf.slice(from, start)
    const isDrawn = head.includes('/FlateDecode') && !head.includes('/Subtype /Image')
    source += head + (isDrawn ? inflateSync(Buffer.from(pdf.slice(start, end), 'latin1')).toString('latin1') : '')
    from = end
  }
  const text = [...source.matchAll(/<([0-9A-F]*)> Tj/g)].map(([, hex = '']) => fromWinAnsi(Buffer.from(hex, 'hex')))
  return { text, source }
}

export const pagesOf = (source: string): number => [...source.matchAll(/\/Type \/Page\b/g)].length

/** Latin-1, but for 0x80 to 0x9f. */
const fromWinAnsi = (bytes: Buffer): string =>
  bytes.toString('latin1').replace(/[\u0080-\u009f]/g, (byte) => HIGH.charAt(byte.charCodeAt(0) - 0x80))

const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
