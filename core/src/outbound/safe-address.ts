import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

/** Why an address is not one we may call. */
export class UnsafeAddressError extends Error {
  constructor(host: string, why: string) {
    super(`${host}: ${why}`)
    this.name = 'UnsafeAddressError'
  }
}

const METADATA_ADDRESSES = new Set(['169.254.169.254', 'fd00:ec2::254', '100.100.100.200', '169.254.170.2'])

/** What an address really leads to: IPv4 inside IPv6 (mapped, NAT64, 6to4, compatible) is judged as IPv4. */
function unwrap(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address.kind() === 'ipv4') return address
  const v6 = address as ipaddr.IPv6
  if (v6.isIPv4MappedAddress()) return v6.toIPv4Address()
  const bytes = v6.toByteArray()
  const isNat64 = bytes.slice(0, 12).join() === [0x00, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0].join()
  const isCompatible = bytes.slice(0, 12).every((byte) => byte === 0) && bytes.slice(12).some((byte) => byte > 1)
  if (isNat64 || isCompatible) return new ipaddr.IPv4(bytes.slice(12))
  if (bytes[0] === 0x20 && bytes[1] === 0x02) return new ipaddr.IPv4(bytes.slice(2, 6))
  return v6
}

/** May we connect to this IP address? Metadata services never; private networks only when the operator says so. */
export function isSafeIp(text: string, allowPrivate: boolean): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = unwrap(ipaddr.parse(text))
  if (METADATA_ADDRESSES.has(address.toString())) return false
  const range = address.range()
  if (range === 'unicast') return true
  return allowPrivate && (range === 'private' || range === 'loopback' || range === 'uniqueLocal')
}

/** Resolves a host and returns the addresses, all of which are safe. @throws UnsafeAddressError @throws Error of the resolver */
export async function resolveSafely(
  host: string,
  allowPrivate: boolean,
): Promise<{ address: string; family: 4 | 6 }[]> {
  const bare = host.replace(/^\[|\]$/g, '')
  const found = ipaddr.isValid(bare)
    ? [{ address: bare, family: ipaddr.parse(bare).kind() === 'ipv4' ? 4 : 6 }]
    : await lookup(bare, { all: true })
  const unsafe = found.find(({ address }) => !isSafeIp(address, allowPrivate))
  if (unsafe) throw new UnsafeAddressError(host, `${unsafe.address} is not a public address`)
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
}
