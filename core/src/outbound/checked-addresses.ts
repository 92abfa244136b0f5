import { isIP, type LookupFunction } from 'node:net'

/** The addresses that were checked for requests under way. Connections are made to these, and nowhere else. */
export class CheckedAddresses {
  private readonly byOrigin = new Map<string, { addresses: readonly string[]; requests: number }>()

  /** By origin, because two of one name may be allowed different things. The returned function ends the request. */
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

  /** In place of a look-up, which could say something else by now. Sockets do not ask for literal addresses. */
  lookUp(origin: string): LookupFunction {
    return (_host, options, callback) => {
      const found = (this.byOrigin.get(origin)?.addresses ?? []).map((address) => ({ address, family: isIP(address) }))
      const [first] = found
      if (!first) callback(new Error(`no request to ${origin} is under way`), [])
      else if (options.all) callback(null, found)
      else callback(null, first.address, first.family)
    }
  }
}
