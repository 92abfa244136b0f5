import { isIP } from 'node:net'
import { isSafeIp } from './safe-ip.js'

/** Why a URL is not one we may call, in a sentence for whoever gave it. */
export class UnsafeAddressError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'UnsafeAddressError'
  }
}

/** Names of the services that hand out a cloud's credentials, themselves or below them. */
const METADATA_NAMES = [
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.azure.internal',
  'instance-data',
  'instance-data.ec2.internal',
  'metadata.tencentyun.com',
  'metadata.platformequinix.com',
  'metadata.packet.net',
]
/** The public DNS has none of these, and must not be told which of them we look for. */
const PRIVATE_ZONES = ['localhost', 'local', 'localdomain', 'internal', 'home.arpa']
const HTTPS_PORT = 443
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/

/** A URL in the form that is called: http only where private addresses are allowed. @throws UnsafeAddressError */
export function readUrl(text: string, isPrivateAllowed: (origin: string) => boolean): URL {
  // Parsers differ on what to make of these: whoever reads it next may be another one.
  if (/^\s|\s$|[\\\p{Cc}]/u.test(text)) throw new UnsafeAddressError('The URL has characters that no URL has.')
  if (!URL.canParse(text)) throw new UnsafeAddressError('This is not a URL.')
  const url = new URL(text)
  const isHttpAllowed = url.protocol === 'http:' && isPrivateAllowed(url.origin)
  if (url.protocol !== 'https:' && !isHttpAllowed) throw new UnsafeAddressError('The URL must begin with https://.')
  if (url.username !== '' || url.password !== '') {
    throw new UnsafeAddressError('The URL may not have a user name or a password in it.')
  }
  if (text.includes('#')) throw new UnsafeAddressError('The URL may not have a fragment: nobody would receive it.')
  return url
}

/** The host of a URL without what only URLs put around it. */
export const bareHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/** Refuses what need not be looked up to be refused. @throws UnsafeAddressError */
export function assertSafeHost(host: string, allowPrivate: boolean): void {
  if (isIP(host) !== 0) {
    if (!isSafeIp(host, allowPrivate)) throw new UnsafeAddressError(`${host} is not a public address.`)
    return
  }
  const name = host.toLowerCase().replace(/\.$/, '')
  const isIn = (zone: string): boolean => name === zone || name.endsWith(`.${zone}`)
  if (name.length > 253 || !name.split('.').every((label) => LABEL.test(label))) {
    throw new UnsafeAddressError('The URL has a host that is no name of a machine.')
  }
  if (METADATA_NAMES.some(isIn)) throw new UnsafeAddressError(`${host} is a cloud's metadata service.`)
  if (!allowPrivate && (!name.includes('.') || PRIVATE_ZONES.some(isIn))) {
    throw new UnsafeAddressError(`${host} is a name of a private network.`)
  }
}

/** Other ports belong to other protocols: a request to port 25 could be read as mail. @throws UnsafeAddressError */
export function assertSafePort(url: URL, allowed: readonly number[]): void {
  const port = url.port === '' ? HTTPS_PORT : Number(url.port)
  if (!allowed.includes(port)) throw new UnsafeAddressError(`The port of the URL must be ${allowed.join(' or ')}.`)
}

/** All of them: a name with one private address among public ones is after something. @throws UnsafeAddressError */
export function assertSafeAddresses(host: string, addresses: readonly string[], allowPrivate: boolean): void {
  if (addresses.every((address) => isSafeIp(address, allowPrivate))) return
  throw new UnsafeAddressError(`${host} leads to an address that is not public.`)
}
