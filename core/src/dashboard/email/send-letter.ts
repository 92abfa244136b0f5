import { fileHeaders } from '../../web/answer.js'
import type { Visit } from '../visit.js'

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; form-action 'none'; base-uri 'none'; sandbox"

/** A letter itself, for a frame. Mail programs know styles in the markup alone; nothing else runs or loads. */
export function sendLetter({ response }: Pick<Visit, 'response'>, html: string): void {
  response
    .status(200)
    .set({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'X-Frame-Options': 'SAMEORIGIN',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    })
    .send(html)
}

const TYPES = { pdf: 'application/pdf', xml: 'application/xml' } as const
export type AttachmentFormat = keyof typeof TYPES
export const ATTACHMENT_FORMATS = Object.keys(TYPES) as AttachmentFormat[]

/** What is attached to a letter. */
export function sendAttachment(
  { response, principal }: Pick<Visit, 'response' | 'principal'>,
  format: AttachmentFormat,
  { content, name }: { content: Uint8Array; name: string },
): void {
  const fileName = `${principal.livemode ? '' : 'PRUEBA-'}${name}.${format}`
  response
    .status(200)
    .set({
      ...fileHeaders(TYPES[format]),
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
    })
    .send(Buffer.from(content))
}
