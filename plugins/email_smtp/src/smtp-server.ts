/** Where the server is, and as whom we speak to it. */
export interface SmtpServer {
  /** A name or an IP address, without brackets. */
  host: string
  port: number
  /** TLS from the first byte, instead of STARTTLS. */
  secure: boolean
  requireTLS: boolean
  auth: { user: string; pass: string } | null
}

/** On this machine nobody stands in between. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i

/**
 * Everywhere but where STARTTLS is a courtesy of a server on this machine: mail servers are installed with a
 * certificate of their own making, and without STARTTLS they would be spoken to in clear anyway (RFC 7435).
 */
export const isCertificateVerified = ({ host, secure, requireTLS }: SmtpServer): boolean =>
  secure || requireTLS || !LOOPBACK.test(host)

const SUBMISSION_PORT = 587
const SUBMISSIONS_PORT = 465

const HOST = /^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)$/

/**
 * Reads `smtp://[user:pass@]host[:port][?requireTLS=true]` or `smtps://…`. Nothing else is taken: nodemailer would
 * understand dozens of options in an address, certificates that are not verified among them.
 *
 * @throws RangeError why not, without the password
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
    // A password never crosses a network in clear unless the operator asks for that by name.
    requireTLS: tlsOption(url.searchParams) ?? (!secure && auth !== null && !LOOPBACK.test(host)),
    auth,
  }
}

/** Null: the address does not say. */
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
  const [user, pass] = [decoded(url.username), decoded(url.password)]
  if (!user || !pass) throw new RangeError('expected both a user and a password, or neither')
  // AUTH PLAIN separates the two by a NUL.
  if (/\p{Cc}/u.test(user + pass)) throw new RangeError('expected no control characters in the user or the password')
  return { user, pass }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new RangeError('expected % in the user or the password to be written as %25')
  }
}
