import type { SmtpServer } from './smtp-server.js'
import { oneLine, replyOnOneLine, withoutSecrets } from './server-text.js'

/** An error of nodemailer. */
export interface SmtpError extends Error {
  /** Of nodemailer: `EMESSAGE`, `ESOCKET`… */
  code?: string
  /** Of Node: `ECONNREFUSED`, `CERT_HAS_EXPIRED`… */
  originalCode?: string
  /** The raw reply of the server. */
  response?: string
  /** The command that failed: `AUTH PLAIN`, `RCPT TO`… */
  command?: string
}

/** A well-formed 4xx or 5xx reply. */
interface Refusal {
  /** From 400 to 599. */
  code: number
  /** `550 5.1.1`, or `550`. */
  codes: string
  text: string
}

export function refusalIn({ response }: SmtpError, server: SmtpServer): Refusal | null {
  const [codes, code] = /^([45]\d\d)(?:[ -][45]\.\d{1,3}\.\d{1,3}\b|(?=[ -]|$))/.exec(response ?? '') ?? []
  if (!codes || !code || !response) return null
  return {
    code: Number(code),
    codes: codes.replace('-', ' '),
    text: replyOnOneLine(withoutSecrets(response, server.auth)),
  }
}

const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ALTNAME/
const UNKNOWN_NAME = /ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EDNS|EBADNAME|EREFUSED$/

/** The failure in a sentence for the operator. */
export function describeFailure(error: SmtpError, server: SmtpServer): string {
  const place = `${server.host.includes(':') ? `[${server.host}]` : server.host}:${server.port}`
  const refusal = refusalIn(error, server)
  const message = oneLine(withoutSecrets(error.message, server.auth))
  const codes = [error.code, error.originalCode].filter((code) => code !== undefined)
  const isAbout = (pattern: RegExp): boolean => codes.some((code) => pattern.test(code))

  if (error.command === 'STARTTLS') {
    return server.requireTLS
      ? `STARTTLS is required but ${place} does not offer it`
      : `${place} offers STARTTLS but refuses it${refusal ? `: ${refusal.text}` : ''}`
  }
  if (refusal && error.command?.startsWith('AUTH')) {
    return refusal.code >= 500
      ? `${place} refused the user or password: ${refusal.text}`
      : `${place} cannot check the password now: ${refusal.text}`
  }
  if (refusal) return `${place} refused: ${refusal.text}`
  if (error.code === 'EAUTH') return `${place} offers no supported authentication method`
  if (error.code === 'EABORT') return `${place} took too long`
  if (isAbout(/ECONNREFUSED/)) return `cannot reach ${place}: connection refused`
  if (isAbout(UNKNOWN_NAME)) return `cannot reach ${place}: host name not found`
  if (isAbout(UNTRUSTED)) return `the certificate of ${place} is not trusted: ${message}`
  if (isAbout(/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/)) return `cannot reach ${place}: no answer in time`
  if (isAbout(/^(ERR_SSL\w*|ETLS|EPROTO)$/)) return `TLS handshake with ${place} failed: ${message}`
  if (error.response) return `the reply of ${place} is not valid SMTP`
  return `the connection to ${place} was lost`
}
