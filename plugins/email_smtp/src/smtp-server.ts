/** Address, encryption and credentials of the mail server. */
export interface SmtpServer {
  /** Host name or IP address, without brackets. */
  host: string
  port: number
  /** TLS from the first byte, instead of STARTTLS. */
  secure: boolean
  requireTLS: boolean
  auth: { user: string; pass: string } | null
}

/** Loopback traffic cannot be intercepted. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i

/**
 * Always, except for optional STARTTLS on loopback: mail servers are installed with a self-signed certificate, and the
 * alternative would be no encryption at all (RFC 7435).
 */
export const isCertificateVerified = ({ host, secure, requireTLS }: SmtpServer): boolean =>
  secure || requireTLS || !LOOPBACK.test(host)

const SUBMISSION_PORT = 587
const SUBMISSIONS_PORT = 465

const HOST = /^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)$/

/**
 * Parses `smtp://[user:pass@]host[:port][?requireTLS=true]` or `smtps://…`. Nothing else is accepted: nodemailer reads
 * dozens of options from a URL, among them one that switches off certificate verification.
 *
 * @throws RangeError what is wrong, without the password
 */
export function smtpServerOf(text: string): SmtpServer {
  const url = !/\s/.test(text) && URL.canParse(text) ? new URL(text) : null
  if (!url || !/^smtps?:$/.test(url.protocol)) throw new RangeError('expected smtp://… or smtps://…')
  if (!HOST.test(url.hostname)) throw new RangeError('expected a host name or address')
  if (url.port === '0') throw new RangeError('expected a port from 1 to 65535')
  if (!/^\/?$/.test(url.pathname) || url.hash)
    throw new RangeError('expected nothing after the port but ?requireTLS=true')

  const secure = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const auth = credentialsOf(url)
  return {
    host,
    port: Number(url.port) || (secure ? SUBMISSIONS_PORT : SUBMISSION_PORT),
    secure,
    // A password crosses a network in clear only with an explicit `requireTLS=false`.
    requireTLS: tlsOption(url.searchParams) ?? (!secure && auth !== null && !LOOPBACK.test(host)),
    auth,
  }
}

/** Null: not specified. */
function tlsOption(options: URLSearchParams): boolean | null {
  const [first, ...more] = [...options]
  if (!first) return null
  if (more.length > 0 || first[0] !== 'requireTLS' || !/^(true|false)$/.test(first[1])) {
    throw new RangeError('expected no option but requireTLS=true')
  }
  return first[1] === 'true'
}

function credentialsOf(url: URL): SmtpServer['auth'] {
  if (!url.username && !url.password) return null
  const [user, pass] = [decode(url.username), decode(url.password)]
  if (!user || !pass) throw new RangeError('expected both a user and a password, or neither')
  // AUTH PLAIN separates the two by a NUL.
  if (/\p{Cc}/u.test(user + pass)) throw new RangeError('expected no control characters in the user or the password')
  return { user, pass }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new RangeError('expected % in the user or the password to be written as %25')
  }
}
