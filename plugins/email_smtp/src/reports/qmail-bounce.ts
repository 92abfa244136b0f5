import type { MailReport } from '@paylink/plugin-api'
import { oneLine } from '../words.js'
import { isAddressGone } from './address-gone.js'
import { blocksOf } from './fields.js'
import { aboutWhich, type ReportMessage } from './report-message.js'

const OPENING = 'Hi. This is the '
const LONGEST = 64 * 1024

/**
 * The bounce format of qmail (QSBMF), which is plain text: an opening, a paragraph for each recipient that begins with
 * its address, a line of dashes, the mail. qmail bounces only what it has given up.
 *
 * Read when the quoted mail names itself, or its sender: otherwise it could be anybody's letter about a bounce.
 */
export function readQmailBounce(message: ReportMessage): MailReport[] {
  const text = message.text.slice(0, LONGEST).replaceAll('\r\n', '\n').trimStart()
  if (!text.startsWith(OPENING)) return []
  const dashes = text.indexOf('\n\n---')
  const copyAt = dashes < 0 ? -1 : text.indexOf('\n\n', dashes + 2)
  if (copyAt < 0) return []

  const returned = blocksOf(Buffer.from(text.slice(copyAt)))[0] ?? []
  const isQuoted = returned.some(({ name }) => name === 'message-id' || name === 'return-path')
  if (!isQuoted) return []
  const about = aboutWhich(message, returned)
  return text
    .slice(0, dashes)
    .split('\n\n')
    .filter((paragraph) => paragraph.startsWith('<'))
    .map((paragraph) => ({
      fate: 'bounced',
      ...about,
      isAddressGone: isAddressGone('', paragraph),
      says: saysOf(paragraph),
    }))
}

function saysOf(paragraph: string): string | null {
  return oneLine(paragraph.replace(/^<[^>\n]*>:?/, '')) || null
}
