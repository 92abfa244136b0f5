import type { MailReport } from '@paylink/plugin-api'
import { oneLine } from '../words.js'
import { blocksOf, valuesOf } from './fields.js'
import { aboutWhich, type ReportMessage, returnedHeaders } from './report-message.js'

/** RFC 5965 and RFC 6591: somebody took it out of the spam folder; our signature did not verify. No reader complains. */
const NO_COMPLAINTS = /^(not-spam|auth-failure|dmarc|dkim)/i

/** Abuse, fraud, opt-out and whatever else: the reader wants no such mail. */
export function readFeedback(content: Uint8Array, message: ReportMessage): MailReport[] {
  const fields = blocksOf(content).flat()
  const [type] = valuesOf(fields, 'feedback-type')
  if (!type || NO_COMPLAINTS.test(type)) return []
  const about = aboutWhich(message, returnedHeaders(message), valuesOf(fields, 'original-mail-from'))
  return [complaint(about, [type, ...valuesOf(fields, 'user-agent')].join(', '))]
}

/**
 * Outlook's Junk Mail Reporting, in its own format: the mail as it came, under a subject of its own, with a header that
 * is put in at delivery.
 */
export function readJunkReport(message: ReportMessage): MailReport[] {
  const returned = returnedHeaders(message)
  const isFromOutlook = valuesOf(message.header, 'from').some((from) =>
    /@(hotmail|outlook|microsoft)\.com>?\s*$/i.test(from),
  )
  if (!isFromOutlook || valuesOf(returned, 'x-hmxmroriginalrecipient').length === 0) return []
  return [complaint(aboutWhich(message, returned), valuesOf(message.header, 'subject')[0] ?? '')]
}

function complaint(about: ReturnType<typeof aboutWhich>, says: string): MailReport {
  return { fate: 'complained', ...about, isAddressGone: false, says: oneLine(says) || null }
}
