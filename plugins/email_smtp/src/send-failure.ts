import {
  ProviderAuthError,
  ProviderRejectedError,
  ProviderUnavailableError,
  ProviderUnknownOutcomeError,
  type ProviderError,
} from '@paylink/plugin-api'
import type { SmtpServer } from './smtp-server.js'
import { refusalIn, whyNot, type SmtpError } from './why-not.js'

/**
 * What a failure lets us know: may the server have accepted the mail?
 *
 * Before its first byte was handed out: no, whatever happened. After: only the server's own answer to it says no.
 */
export function sendFailureOf(error: SmtpError, haveBytesBegun: boolean, server: SmtpServer): ProviderError {
  const refusal = refusalIn(error, server)
  const info = { providerCode: refusal?.codes ?? error.originalCode ?? error.code }
  const why = whyNot(error, server)

  if (haveBytesBegun) {
    // `EMESSAGE` is nodemailer's reading of the one reply to the message; a reply in another place is none.
    if (error.code !== 'EMESSAGE' || !refusal) {
      return new ProviderUnknownOutcomeError(`sent, but not answered: ${why}`, info)
    }
    return refusal.code >= 500 ? new ProviderRejectedError(why, info) : new ProviderUnavailableError(why, info)
  }
  if (error.code === 'EMESSAGE' && !refusal) {
    return new ProviderRejectedError('the mail is larger than the server takes', info)
  }
  if (!refusal || refusal.code < 500) return new ProviderUnavailableError(why, info)
  // 530 is about us wherever it comes: who sends has to log in (RFC 4954).
  if (error.code === 'EAUTH' || refusal.code === 530) return new ProviderAuthError(why, info)
  // `EENVELOPE` is an answer to MAIL, RCPT or DATA. What comes before is about us: to the greeting, EHLO, STARTTLS, AUTH.
  return error.code === 'EENVELOPE' ? new ProviderRejectedError(why, info) : new ProviderUnavailableError(why, info)
}
