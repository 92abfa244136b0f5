import PostalMime, { type Email } from 'postal-mime'
import { addressesIn, blocksOf, messageIdsIn, valuesOf, type Field } from './fields.js'

/** A parsed message that may be a report. */
export interface ReportMessage {
  /** Content type of the message, such as `multipart/report`. */
  type: string
  header: Field[]
  text: string
  parts: readonly { type: string; content: Uint8Array }[]
}

/** Candidates for the mail that a message is about; core recognizes its own. */
export interface About {
  envelopeFrom: string[]
  messageIds: string[]
}

const MAX_BYTES = 2.5 * 1024 * 1024
/** Parsing time grows with the lines. Fits the longest message with lines of usual length. */
const MAX_LINES = 12_000
/** Each is compared with every line that may be a boundary. */
const MAX_MULTIPARTS = 20
const MAX_BOUNDARIES = 2000
const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 128 * 1024, forceRfc822Attachments: true }

const MAX_CANDIDATES = 20
const RETURNED = /^(message\/(rfc822|global)|(text\/rfc822|message\/global)-headers)$/

/** @throws RangeError too long or too deeply nested */
export async function parseMessage(raw: Uint8Array): Promise<ReportMessage> {
  requireBounded(raw)
  const email = await PostalMime.parse(raw, LIMITS).catch((cause: unknown) => {
    throw new RangeError('the message cannot be parsed', { cause })
  })
  const header = email.headers.map(({ key, value }) => ({ name: key, value }))
  return {
    type: /^[^;\s]*/.exec(valuesOf(header, 'content-type')[0] ?? '')?.[0].toLowerCase() ?? '',
    header,
    text: email.text ?? '',
    parts: email.attachments.map(({ mimeType, content }) => ({ type: mimeType, content: bytesOf(content) })),
  }
}

function requireBounded(raw: Uint8Array): void {
  if (raw.byteLength > MAX_BYTES) throw new RangeError('the message is too long')
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  if (countOf(bytes, '\n', MAX_LINES) > MAX_LINES) throw new RangeError('the message has too many lines')
  if (countOf(bytes, '\n--', MAX_BOUNDARIES) > MAX_BOUNDARIES) throw new RangeError('the message has too many parts')
  const text = bytes.toString('latin1').toLowerCase()
  if (countOf(text, 'multipart/', MAX_MULTIPARTS) > MAX_MULTIPARTS)
    throw new RangeError('the message has too many parts')
}

/** Stops counting above `max`. */
function countOf(text: Buffer | string, what: string, max: number): number {
  let count = 0
  for (let at = text.indexOf(what); at >= 0 && count <= max; at = text.indexOf(what, at + 1)) count++
  return count
}

function bytesOf(content: Email['attachments'][number]['content']): Uint8Array {
  if (typeof content === 'string') return Buffer.from(content)
  return content instanceof Uint8Array ? content : new Uint8Array(content)
}

/** The headers of the quoted mail, in order. */
export function returnedHeaders(message: ReportMessage): Field[] {
  return message.parts
    .filter(({ type }) => RETURNED.test(type))
    .slice(0, 3)
    .flatMap(({ content }) => blocksOf(content)[0] ?? [])
}

/** @param also envelope senders named in the report itself */
export function aboutWhich(message: ReportMessage, returned: readonly Field[], also: string[] = []): About {
  const sentTo = valuesOf(message.header, 'to', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to')
  const quoted = valuesOf(returned, 'return-path', 'from')
  return {
    envelopeFrom: distinct([...sentTo, ...also, ...quoted].flatMap(addressesIn)),
    messageIds: distinct(valuesOf(returned, 'message-id').flatMap(messageIdsIn)),
  }
}

function distinct(texts: string[]): string[] {
  return [...new Set(texts)].slice(0, MAX_CANDIDATES)
}
