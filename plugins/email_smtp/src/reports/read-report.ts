import type { MailReport } from '@paylink/plugin-api'
import { readDeliveryStatus } from './delivery-status.js'
import { readFeedback, readJunkReport } from './feedback-report.js'
import { readQmailBounce } from './qmail-bounce.js'
import { aboutWhich, parseMessage, returnedHeaders, type ReportMessage } from './report-message.js'

const MAX_REPORTS = 20

/**
 * Parses bounces and complaints. Replies and out-of-office messages yield no report.
 *
 * @throws RangeError too long or too deeply nested
 */
export async function readReport(raw: Uint8Array): Promise<MailReport[]> {
  return reportsIn(await parseMessage(raw)).slice(0, MAX_REPORTS)
}

function reportsIn(message: ReportMessage): MailReport[] {
  if (message.type !== 'multipart/report') return [...readQmailBounce(message), ...readJunkReport(message)]

  // By its parts: not all servers set `report-type`.
  const status = message.parts.find(({ type }) => /^message\/(global-)?delivery-status$/.test(type))
  if (status) return readDeliveryStatus(status.content, aboutWhich(message, returnedHeaders(message)))
  const feedback = message.parts.find(({ type }) => type === 'message/feedback-report')
  return feedback ? readFeedback(feedback.content, message) : []
}
