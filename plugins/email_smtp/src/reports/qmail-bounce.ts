import type { MailReport } from '@paylink/plugin-api'
import { oneLine } from '../server-text.js'
import { isAddressGone } from './address-gone.js'
import { blocksOf } from './fields.js'
import { aboutWhich, type ReportMessage } from './report-message.js'

const OPENING = 'Hi. This is the '
const MAX_LENGTH = 64 * 1024

/**
 * The bounce format of qmail (QSBMF), in plain text: an opening, a paragraph per recipient that begins with the address, a
 * line of dashes, the mail. qmail bounces only permanent failures.
 *
 * Accepted only if the quoted mail has a Message-ID or Return-Path; otherwise it may be a person writing about a bounce.
 */
export function readQmailBounce(message: ReportMessage): MailReport[] {
  const text = message.text.slice(0, MAX_LENGTH).replaceAll('\r\n', '\n').trimStart()
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
      says: messageOf(paragraph),
    }))
}

function messageOf(paragraph: string): string | null {
  return oneLine(paragraph.replace(/^<[^>\n]*>:?/, '')) || null
}
