import { isIP, type LookupFunction } from 'node:net'

/** The checked addresses of requests in progress. Connections are made to these only. */
export class CheckedAddresses {
  private readonly byOrigin = new Map<string, { addresses: readonly string[]; requests: number }>()

  /** By origin, since two origins with one host may have different permissions. The returned function ends the request. */
  hold(origin: string, addresses: readonly string[]): () => void {
    const held = this.byOrigin.get(origin) ?? { addresses, requests: 0 }
    this.byOrigin.set(origin, held)
    held.addresses = addresses
    held.requests++
    return () => {
      held.requests--
      if (held.requests === 0) this.byOrigin.delete(origin)
    }
  }

  /** Replaces the DNS lookup, whose answer may have changed since the check. Not called for literal addresses. */
  lookUp(origin: string): LookupFunction {
    return (_host, options, callback) => {
      const found = (this.byOrigin.get(origin)?.addresses ?? []).map((address) => ({ address, family: isIP(address) }))
      const [first] = found
      if (!first) callback(new Error(`no request to ${origin} is in progress`), [])
      else if (options.all) callback(null, found)
      else callback(null, first.address, first.family)
    }
  }
}
