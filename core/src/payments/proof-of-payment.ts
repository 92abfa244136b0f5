import { invalid } from '../kernel/problem.js'

export interface ProofOfPayment {
  contentType: string
  content: Uint8Array
}

/** After decoding (R190, R256). */
const MAX_BYTES = 716_800

const ENDINGS: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
}

const DATA_URL = /^data:([a-z]+\/[a-z]+);base64,([A-Za-z0-9+/]+={0,2})$/i

export const proofEnding = (contentType: string): string => ENDINGS[contentType] ?? 'bin'

/**
 * Parses a proof of payment, which is kept byte for byte. It must be a complete file of the stated type. Trailing bytes
 * after a JPEG or PDF are accepted: phones append a motion photo's video, mail gateways their padding. It is only served
 * as an attachment, never rendered on our origin.
 *
 * @throws Problem `validation_error` on `reference`
 */
export function parseProof(dataUrl: string): ProofOfPayment {
  const [, type = '', encoded = ''] = DATA_URL.exec(dataUrl) ?? []
  const contentType = type.toLowerCase()
  if (!(contentType in ENDINGS)) {
    throw invalid('reference', 'must be a base64 data: URL of a PNG, JPEG, WebP or PDF')
  }
  const content = Buffer.from(encoded, 'base64')
  if (encoded.length % 4 !== 0 || content.toString('base64') !== encoded) {
    throw invalid('reference', 'is not valid base64')
  }
  if (content.length > MAX_BYTES) throw invalid('reference', `must be at most ${MAX_BYTES} bytes`)
  if (!isWhole(contentType, content)) throw invalid('reference', `is not a complete ${proofEnding(contentType)} file`)
  return { contentType, content }
}

const PNG_START = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const JPEG_START = Buffer.from('ffd8ff', 'hex')
const JPEG_END = Buffer.from('ffd9', 'hex')
const PDF_START = Buffer.from('%PDF-')
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex')

function isWhole(contentType: string, content: Buffer): boolean {
  switch (contentType) {
    case 'image/png':
      return startsWith(content, PNG_START) && content.indexOf(PNG_END) === content.length - PNG_END.length
    case 'image/jpeg':
      return startsWith(content, JPEG_START) && content.includes(JPEG_END, JPEG_START.length)
    case 'image/webp':
      return (
        startsWith(content, Buffer.from('RIFF')) &&
        content.subarray(8, 12).toString('latin1') === 'WEBP' &&
        content.readUInt32LE(4) + 8 === content.length
      )
    default:
      return startsWith(content, PDF_START) && content.includes('%%EOF', PDF_START.length)
  }
}

const startsWith = (content: Buffer, start: Buffer): boolean =>
  content.length > start.length && content.subarray(0, start.length).equals(start)
