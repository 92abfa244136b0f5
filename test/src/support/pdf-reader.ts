import { decodePDFRawStream, PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream } from 'pdf-lib'
import { inflateSync } from 'node:zlib'

const IS_TRUE_TYPE = /^(\0\x01\0\0|true)/

/** The lines of text of one of our PDFs in the order in which they are drawn, and all that the file is made of but fonts. */
export async function readPdf(bytes: Uint8Array): Promise<{ text: string[]; source: string }> {
  const pdf = Buffer.from(bytes).toString('latin1')
  let source = ''
  let from = 0
  for (const found of pdf.matchAll(/\/Length (\d+)[^>]*>>\s*stream\r?\n/g)) {
    const [start, end] = [found.index + found[0].length, found.index + found[0].length + Number(found[1])]
    const head = pdf.slice(from, start)
    const isDrawn = head.includes('/FlateDecode') && !head.includes('/Subtype /Image')
    const drawn = isDrawn ? inflateSync(Buffer.from(pdf.slice(start, end), 'latin1')).toString('latin1') : ''
    source += head + (IS_TRUE_TYPE.test(drawn) ? '' : drawn)
    from = end
  }
  return { text: await textOf(bytes), source }
}

export const pagesOf = (source: string): number => [...source.matchAll(/\/Type \/Page\b/g)].length

/** As a reader copies it: by the table that each font brings along. */
async function textOf(bytes: Uint8Array): Promise<string[]> {
  const lines: string[] = []
  for (const page of (await PDFDocument.load(bytes, { updateMetadata: false })).getPages()) {
    const fonts = page.node.Resources()?.lookup(PDFName.of('Font'), PDFDict)
    const decoders = new Map(
      fonts?.entries().map(([name]) => [name.asString(), decoderOf(fonts.lookup(name, PDFDict))]) ?? [],
    )
    let decode = fromWinAnsi
    for (const content of contentsOf(page.node.Contents())) {
      for (const [, font, hex] of content.matchAll(/(\/\S+) [\d.]+ Tf|<([0-9A-F]*)> Tj/g)) {
        if (font !== undefined) decode = decoders.get(font) ?? fromWinAnsi
        else lines.push(decode(hex ?? ''))
      }
    }
  }
  return lines
}

function contentsOf(contents: unknown): string[] {
  if (contents instanceof PDFRawStream) return [streamText(contents)]
  if (!(contents instanceof PDFArray)) return []
  return contents.asArray().map((_, index) => streamText(rawStream(contents.lookup(index))))
}

function rawStream(object: unknown): PDFRawStream {
  if (object instanceof PDFRawStream) return object
  throw new Error('It is no stream.')
}

const streamText = (stream: PDFRawStream): string => Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1')

function decoderOf(font: PDFDict): (hex: string) => string {
  const stream = font.lookup(PDFName.of('ToUnicode'))
  if (!stream) return fromWinAnsi
  const table = new Map(
    [...streamText(rawStream(stream)).matchAll(/<([0-9A-F]{4})> <([0-9A-F]+)>/g)].map(([, glyph = '', text = '']) => [
      glyph,
      Buffer.from(text, 'hex').swap16().toString('utf16le'),
    ]),
  )
  return (hex) => (hex.match(/.{4}/g) ?? []).map((glyph) => table.get(glyph) ?? '\ufffd').join('')
}

/** Latin-1, but for 0x80 to 0x9f. */
const fromWinAnsi = (hex: string): string =>
  Buffer.from(hex, 'hex')
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (byte) => HIGH.charAt(byte.charCodeAt(0) - 0x80))

const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
