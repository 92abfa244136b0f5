import type { MailReport } from '@paylink/plugin-api'
import { oneLine } from '../server-text.js'
import { blocksOf, valuesOf } from './fields.js'
import { aboutWhich, type ReportMessage, returnedHeaders } from './report-message.js'

/** RFC 5965 and RFC 6591: moved out of the spam folder, or a failed signature. Not complaints. */
const NO_COMPLAINTS = /^(not-spam|auth-failure|dmarc|dkim)/i

/** Any other type (abuse, fraud, opt-out…) is a complaint. */
export function readFeedback(content: Uint8Array, message: ReportMessage): MailReport[] {
  const fields = blocksOf(content).flat()
  const [type] = valuesOf(fields, 'feedback-type')
  if (!type || NO_COMPLAINTS.test(type)) return []
  const about = aboutWhich(message, returnedHeaders(message), valuesOf(fields, 'original-mail-from'))
  return [complaint(about, [type, ...valuesOf(fields, 'user-agent')].join(', '))]
}

/**
 * Outlook's Junk Mail Reporting has a format of its own: the mail attached as delivered, recognizable by a header that
 * Outlook adds.
 */
export function readJunkReport(message: ReportMessage): MailReport[] {
  const returned = returnedHeaders(message)
  const isFromOutlook = valuesOf(message.header, 'from').some((from) =>
    /@(hotmail|outlook|microsoft)\.com>?\s*$/i.test(from),
  )
  if (!isFromOutlook || valuesOf(returned, 'x-hmxmroriginalrecipient').length === 0) return []
  return [complaint(aboutWhich(message, returned), valuesOf(message.header, 'subject')[0] ?? '')]
}

function complaint(about: ReturnType<typeof aboutWhich>, message: string): MailReport {
  return { fate: 'complained', ...about, isAddressGone: false, says: oneLine(message) || null }
}
