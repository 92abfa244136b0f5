const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const MAILBOX = new RegExp(`^${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})*$`)
const HOST = /^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)$/

/** One plain address: no lists, groups, comments or quoted parts. */
export const isMailbox = (text: string): boolean => text.length <= 254 && MAILBOX.test(text)

export interface Sender {
  address: string
  /** Display name. */
  name: string | null
}

/**
 * Reads `address`, `Name <address>` or `"Name" <address>`.
 *
 * @throws RangeError for anything else
 */
export function parseSender(text: string): Sender {
  const trimmed = text.trim()
  const [, words = '', within] = /^([^<>]*)<([^<>]*)>$/.exec(trimmed) ?? []
  const sender =
    within === undefined ? { address: trimmed, name: null } : { address: within, name: unquoted(words.trim()) }
  if (sender.name === '' || /\p{Cc}/u.test(sender.name ?? '') || !isMailbox(sender.address)) {
    throw new RangeError('expected an address or Name <address>')
  }
  return sender
}

function unquoted(words: string): string {
  const [, quoted] = /^"((?:[^"\\]|\\.)*)"$/.exec(words) ?? []
  return (quoted === undefined ? words : quoted.replace(/\\(.)/g, '$1')).trim()
}

/** What is wrong with an `smtp://[user:pass@]host[:port][?requireTLS=true]` or `smtps://…`; null: nothing. Never quotes it. */
export function smtpUrlFault(text: string): string | null {
  const url = !/\s/.test(text) && URL.canParse(text) ? new URL(text) : null
  if (!url || !/^smtps?:$/.test(url.protocol)) return 'expected smtp://[user:pass@]host[:port] or smtps://…'
  if (!HOST.test(url.hostname)) return 'expected a host name or address after smtp:// and user:pass@'
  if (url.port === '0') return 'expected a port from 1 to 65535'
  if (!/^\/?$/.test(url.pathname) || url.hash !== '') return 'expected nothing after the port but ?requireTLS=true'
  if (!/^(\?requireTLS=(true|false))?$/.test(url.search)) return 'expected no option but ?requireTLS=true'
  return credentialsFault(url.username, url.password)
}

function credentialsFault(user: string, pass: string): string | null {
  if ((user === '') !== (pass === '')) return 'expected both a user and a password, or neither'
  try {
    return /\p{Cc}/u.test(decodeURIComponent(user) + decodeURIComponent(pass))
      ? 'expected no control characters in the user or the password'
      : null
  } catch {
    return 'expected % in the user or the password to be written as %25'
  }
}
