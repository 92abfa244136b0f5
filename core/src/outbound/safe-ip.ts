import { BlockList, isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Not unicast, or in IANA's registry of special-purpose addresses. */
const SPECIAL_V4 = blockList(
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
)
/** Tailscale and others use 100.64/10 for private networks. */
const PRIVATE_V4 = blockList('10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16')

const GLOBAL_V6 = blockList('2000::/3')
const SPECIAL_V6 = blockList('2001::/23', '2001:db8::/32', '2620:4f:8000::/48', '3ffe::/16', '3fff::/20')
const PRIVATE_V6 = blockList('::1/128', 'fc00::/7')

/** Metadata services, which give a cloud machine its credentials. One of them has a public address. */
const METADATA_V4 = blockList(
  ...['169.254.0.0/16', '100.100.100.200/32', '192.0.0.192/32', '168.63.129.16/32'], // AWS and most, Alibaba, Oracle, Azure
)
const METADATA_V6 = blockList(
  ...['fe80::/10', 'fd00:ec2::/32', 'fd20:ce::254/128', 'fd00:c1::a9fe:a9fe/128', 'fd00:42::42/128'], // AWS, Google, Oracle, Scaleway
)

/** May we connect to this IP address? Metadata services never; private networks only if the operator allows them. */
export function isSafeIp(text: string, allowPrivate: boolean): boolean {
  // A zone id names an interface of this machine.
  if (isIP(text) === 0 || text.includes('%')) return false
  if (isIPv4(text)) return isSafeV4(text, allowPrivate)
  const bytes = ipaddr.IPv6.parse(text).toByteArray()
  const inner = innerV4(bytes)
  if (inner !== null) return isSafeV4(inner.join('.'), allowPrivate)
  if (METADATA_V6.check(text, 'ipv6') || isIsatap(bytes)) return false
  if (GLOBAL_V6.check(text, 'ipv6')) return !SPECIAL_V6.check(text, 'ipv6')
  return allowPrivate && PRIVATE_V6.check(text, 'ipv6')
}

function isSafeV4(text: string, allowPrivate: boolean): boolean {
  if (METADATA_V4.check(text)) return false
  return !SPECIAL_V4.check(text) || (allowPrivate && PRIVATE_V4.check(text))
}

/** The IPv4 address embedded in an IPv6 address, wherever a translator or tunnel would look for it. */
function innerV4(bytes: number[]): number[] | null {
  const begins = (...start: number[]): boolean => start.every((byte, index) => bytes[index] === byte)
  const zeros = new Array<number>(16).fill(0)
  const last = bytes.slice(12)
  if (begins(...zeros.slice(0, 10), 0xff, 0xff)) return last // mapped
  if (begins(...zeros.slice(0, 8), 0xff, 0xff, 0, 0)) return last // translated
  if (begins(0, 0x64, 0xff, 0x9b, ...zeros.slice(0, 8))) return last // NAT64
  // Local-use NAT64: with a prefix other than 96 bits the address is elsewhere, so only zeros are accepted there.
  if (begins(0, 0x64, 0xff, 0x9b, 0, 1))
    return begins(0, 0x64, 0xff, 0x9b, 0, 1, ...zeros.slice(0, 6)) ? last : [0, 0, 0, 0]
  if (begins(0x20, 0x02)) return bytes.slice(2, 6) // 6to4
  const isLoopback = begins(...zeros.slice(0, 15), 1)
  return begins(...zeros.slice(0, 12)) && !isLoopback ? last : null // compatible
}

/** ISATAP: a tunnel inside a private network to the IPv4 address in the last four bytes. */
function isIsatap(bytes: number[]): boolean {
  return (bytes[8]! & 0xfd) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe
}

function blockList(...cidrs: string[]): BlockList {
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [network = '', bits] = cidr.split('/')
    list.addSubnet(network, Number(bits), isIPv4(network) ? 'ipv4' : 'ipv6')
  }
  return list
}
