const ADDRESS = /^(?<scheme>postgres(?:ql)?:\/\/)(?<user>(?:[^/?]*@)?)(?<hosts>[^/?]*)(?<path>[^?]*)(?<query>\?.*)?$/
const TARGET = 'target_session_attrs'

/**
 * The servers that one address names: `postgres://user@a:5432,b:5432/db`. One of them is tried until it cannot be reached
 * or does not accept writes; then the next one, by every connection of this process.
 */
export class DatabaseHosts {
  private preferred = 0

  private constructor(
    /** An address with a single host for each. */
    private readonly urls: readonly string[],
  ) {}

  /** By address, so that the pool, the listener and the schedule learn of a failover from each other. */
  private static readonly known = new Map<string, DatabaseHosts>()

  static of(url: string): DatabaseHosts {
    let hosts = DatabaseHosts.known.get(url)
    if (!hosts) DatabaseHosts.known.set(url, (hosts = new DatabaseHosts(splitAddress(url))))
    return hosts
  }

  get count(): number {
    return this.urls.length
  }

  /** The address to connect to now. */
  get current(): string {
    return this.urls[this.preferred] ?? ''
  }

  /** `url` did not work. */
  moveOnFrom(url: string): void {
    if (url === this.current) this.preferred = (this.preferred + 1) % this.urls.length
  }
}

function splitAddress(url: string): string[] {
  const parts = ADDRESS.exec(url)?.groups
  if (!parts) return [url]
  const { scheme, user, hosts = '', path, query = '' } = parts
  return hosts.split(',').map((host) => `${scheme}${user}${host}${path}${withoutTarget(query)}`)
}

/** The driver does not know it, and every connection asks for a server that accepts writes. */
function withoutTarget(query: string): string {
  const kept = query
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !part.startsWith(`${TARGET}=`))
  return kept.length > 0 ? `?${kept.join('&')}` : ''
}
