import ipaddr from 'ipaddr.js'

/**
 * The unit that counts as one client: an IPv4 address, or an IPv6 /64, the usual allocation of a subscriber. IPv4-mapped
 * IPv6 counts as IPv4.
 */
export function addressGroup(address: string): string {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
