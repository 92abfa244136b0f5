import type { MailReport } from '@paylink/plugin-api'
import { readDeliveryStatus } from './delivery-status.js'
import { readFeedback, readJunkReport } from './feedback-report.js'
import { readQmailBounce } from './qmail-bounce.js'
import { aboutWhich, parseMessage, returnedHeaders, type ReportMessage } from './report-message.js'

const MOST_REPORTS = 20

/**
 * What other servers write when a mail bounces or a reader complains. Whoever answers by hand, or is away, reports
 * nothing.
 *
 * @throws RangeError it is too deep or too long to be read
 */
export async function readReport(raw: Uint8Array): Promise<MailReport[]> {
  return reportsIn(await parseMessage(raw)).slice(0, MOST_REPORTS)
}

function reportsIn(message: ReportMessage): MailReport[] {
  if (message.type !== 'multipart/report') return [...readQmailBounce(message), ...readJunkReport(message)]

  // By the part that there is; not all write the `report-type` that it belongs to.
  const status = message.parts.find(({ type }) => /^message\/(global-)?delivery-status$/.test(type))
  if (status) return readDeliveryStatus(status.content, aboutWhich(message, returnedHeaders(message)))
  const feedback = message.parts.find(({ type }) => type === 'message/feedback-report')
  return feedback ? readFeedback(feedback.content, message) : []
}
