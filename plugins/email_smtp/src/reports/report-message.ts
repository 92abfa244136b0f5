import PostalMime, { type Email } from 'postal-mime'
import { addressesIn, blocksOf, messageIdsIn, valuesOf, type Field } from './fields.js'

/** A message that may be a report, in its parts. */
export interface ReportMessage {
  /** The type of the whole, like `multipart/report`. */
  type: string
  header: Field[]
  text: string
  parts: readonly { type: string; content: Uint8Array }[]
}

/** Which mail a message is about: every candidate, for core to recognise its own. */
export interface About {
  envelopeFrom: string[]
  messageIds: string[]
}

const LARGEST = 2.5 * 1024 * 1024
/** Reading costs by the line. As many as the longest message has, in lines of the usual length. */
const MOST_LINES = 12_000
/** Each costs a look at every line that could be a boundary. */
const MOST_MULTIPARTS = 20
const MOST_BOUNDARIES = 2000
const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 128 * 1024, forceRfc822Attachments: true }

const MOST_CANDIDATES = 20
const RETURNED = /^(message\/(rfc822|global)|(text\/rfc822|message\/global)-headers)$/

/** @throws RangeError it is too deep or too long to be read */
export async function parseMessage(raw: Uint8Array): Promise<ReportMessage> {
  requireBounded(raw)
  const email = await PostalMime.parse(raw, LIMITS).catch((cause: unknown) => {
    throw new RangeError('the message cannot be read', { cause })
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
  if (raw.byteLength > LARGEST) throw new RangeError('the message is too long')
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  if (countOf(bytes, '\n', MOST_LINES) > MOST_LINES) throw new RangeError('the message has too many lines')
  if (countOf(bytes, '\n--', MOST_BOUNDARIES) > MOST_BOUNDARIES) throw new RangeError('the message has too many parts')
  const text = bytes.toString('latin1').toLowerCase()
  if (countOf(text, 'multipart/', MOST_MULTIPARTS) > MOST_MULTIPARTS)
    throw new RangeError('the message has too many parts')
}

/** No further than one more than `enough`. */
function countOf(text: Buffer | string, what: string, enough: number): number {
  let count = 0
  for (let at = text.indexOf(what); at >= 0 && count <= enough; at = text.indexOf(what, at + 1)) count++
  return count
}

function bytesOf(content: Email['attachments'][number]['content']): Uint8Array {
  if (typeof content === 'string') return Buffer.from(content)
  return content instanceof Uint8Array ? content : new Uint8Array(content)
}

/** What the message quotes of the mail that it is about, in the order in which it came. */
export function returnedHeaders(message: ReportMessage): Field[] {
  return message.parts
    .filter(({ type }) => RETURNED.test(type))
    .slice(0, 3)
    .flatMap(({ content }) => blocksOf(content)[0] ?? [])
}

/** @param also addresses that the report itself names as the envelope sender */
export function aboutWhich(message: ReportMessage, returned: readonly Field[], also: string[] = []): About {
  const sentTo = valuesOf(message.header, 'to', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to')
  const quoted = valuesOf(returned, 'return-path', 'from')
  return {
    envelopeFrom: distinct([...sentTo, ...also, ...quoted].flatMap(addressesIn)),
    messageIds: distinct(valuesOf(returned, 'message-id').flatMap(messageIdsIn)),
  }
}

function distinct(texts: string[]): string[] {
  return [...new Set(texts)].slice(0, MOST_CANDIDATES)
}
