import {
  ProviderAuthError,
  ProviderRejectedError,
  ProviderUnavailableError,
  ProviderUnknownOutcomeError,
  type ProviderError,
} from '@paylink/plugin-api'
import type { SmtpServer } from './smtp-server.js'
import { refusalIn, describeFailure, type SmtpError } from './smtp-error.js'

/**
 * Classifies a failure by one question: may the server have accepted the mail?
 *
 * Before the first byte was sent: no. Afterwards: only the server's own reply rules it out.
 */
export function sendFailureOf(error: SmtpError, haveBytesBegun: boolean, server: SmtpServer): ProviderError {
  const refusal = refusalIn(error, server)
  const info = { providerCode: refusal?.codes ?? error.originalCode ?? error.code }
  const reason = describeFailure(error, server)

  if (haveBytesBegun) {
    // nodemailer's `EMESSAGE` is the reply to the message; any other reply says nothing about it.
    if (error.code !== 'EMESSAGE' || !refusal) {
      return new ProviderUnknownOutcomeError(`sent, but not answered: ${reason}`, info)
    }
    return refusal.code >= 500 ? new ProviderRejectedError(reason, info) : new ProviderUnavailableError(reason, info)
  }
  if (error.code === 'EMESSAGE' && !refusal) {
    return new ProviderRejectedError('the mail exceeds the size limit of the server', info)
  }
  if (!refusal || refusal.code < 500) return new ProviderUnavailableError(reason, info)
  // 530 means that authentication is required, whatever the command (RFC 4954).
  if (error.code === 'EAUTH' || refusal.code === 530) return new ProviderAuthError(reason, info)
  // `EENVELOPE` answers MAIL, RCPT or DATA. Earlier replies (greeting, EHLO, STARTTLS, AUTH) are not about the mail.
  return error.code === 'EENVELOPE'
    ? new ProviderRejectedError(reason, info)
    : new ProviderUnavailableError(reason, info)
}
