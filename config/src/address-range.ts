import { isIP } from 'node:net'

const MAX_PREFIX: Record<number, number> = { 4: 32, 6: 128 }

/** An IP address or a CIDR range. `/0`, every address, is refused as a mistake. */
export function isAddressRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const maxPrefix = address.includes('%') ? undefined : MAX_PREFIX[isIP(address)]
  if (maxPrefix === undefined || rest.length > 0) return false
  if (prefix === undefined) return true
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= maxPrefix
}
