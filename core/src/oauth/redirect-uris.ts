/** Of a program on the same computer, which has no certificate for them. */
const LOOPBACKS = ['localhost', '127.0.0.1', '[::1]']
/** Schemes of browsers and of other programs; what is left belongs to the program that registers it. */
const FOREIGN_SCHEMES = [
  ...['javascript', 'data', 'vbscript', 'blob', 'file', 'filesystem', 'about', 'view-source', 'jar', 'content'],
  ...['ws', 'wss', 'ftp', 'ftps', 'ssh', 'telnet', 'ldap', 'gopher', 'mailto', 'tel', 'sms', 'intent', 'urn'],
  ...[
    'chrome',
    'chrome-extension',
    'moz-extension',
    'ms-settings',
    'ms-msdt',
    'search-ms',
    'x-apple.systempreferences',
  ],
]
const MAX_LENGTH = 2000

/**
 * What is wrong with an address that a person would be sent back to; null: nothing. Allowed are https, http of this
 * computer, and a program's own scheme. It is compared as text later, so parsers must not disagree about it.
 */
export function redirectFault(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > MAX_LENGTH) return 'must be texts of at most 2000 characters'
  if (/[\s\\\p{C}]/u.test(text)) return 'must not contain spaces, backslashes or control characters'
  if (text.includes('#')) return 'must not have a fragment'
  const url = URL.parse(text)
  if (!url) return 'must be absolute URIs'
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password'
  if (url.host.includes('*')) return 'must not contain wildcards'
  switch (url.protocol) {
    case 'https:':
      return isLoopback(url) ? 'must use http for addresses of the same computer' : null
    case 'http:':
      return isLoopback(url) ? null : 'must use https'
    default:
      return FOREIGN_SCHEMES.includes(url.protocol.slice(0, -1)) ? `must not use ${url.protocol}` : null
  }
}

const isLoopback = ({ hostname }: URL): boolean => LOOPBACKS.includes(hostname)

/** Where a person is sent back to, for people and for the policy of the page that sends them. */
export interface ReturnAddress {
  /** The host with its port, or the scheme of a program's own addresses (`cursor:`). */
  host: string
  /** As one would write it: with its scheme. */
  shown: string
  /** A program on the person's own computer. */
  isLoopback: boolean
  /** A source of a Content-Security-Policy. */
  source: string
}

/** Of an address without a fault. */
export function returnAddressOf(text: string): ReturnAddress {
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol)) {
    return { host: url.protocol, shown: `${url.protocol}//`, isLoopback: true, source: url.protocol }
  }
  // No source can name an IPv6 address.
  const source = url.hostname.startsWith('[') ? url.protocol : url.origin
  return { host: url.host, shown: url.origin, isLoopback: isLoopback(url), source }
}
