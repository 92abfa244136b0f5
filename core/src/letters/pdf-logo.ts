import type { PDFDocument, PDFImage } from 'pdf-lib'
import { cleanJpeg } from '../accounts/jpeg.js'
import type { Logo } from '../accounts/logo.js'
import { pixelsOnly } from '../accounts/png.js'

/**
 * Checked again: an older version stored logos as they were uploaded, and pdf-lib checks nothing.
 *
 * Undefined: a format that PDF does not support (WebP), or a damaged image.
 */
export async function embedLogo(pdf: PDFDocument, { type, bytes }: Logo): Promise<PDFImage | undefined> {
  try {
    return await embed(pdf, type, Buffer.from(bytes))
  } catch {
    // A receipt without a logo is still a receipt.
    return undefined
  }
}

async function embed(pdf: PDFDocument, type: string, bytes: Buffer): Promise<PDFImage | undefined> {
  if (type === 'image/png') return pdf.embedPng(pixelsOnly(bytes))
  // A copy: pdf-lib reads from the start of the underlying buffer.
  if (type === 'image/jpeg') return pdf.embedJpg(new Uint8Array(cleanJpeg(bytes)))
  return undefined
}
