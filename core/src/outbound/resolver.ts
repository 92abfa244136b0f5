import { lookup, Resolver as Dns } from 'node:dns/promises'
import { HostsFile } from './hosts-file.js'
import { Semaphore } from './semaphore.js'

/** Resolves host names. */
export abstract class Resolver {
  /**
   * Returns at least one address, IPv4 first. Aborting the signal cancels pending queries.
   *
   * @throws Error the name has no address, or no name server answered
   */
  abstract resolve(name: string, signal?: AbortSignal): Promise<string[]>
}

export interface SystemResolverOptions {
  /** Default: those of the machine. */
  servers?: readonly string[]
  timeoutMs?: number
  hostsFile?: string
  /** Lookup for names that are not in DNS: search domains, mDNS. Default: the system's. */
  lookUp?: (name: string) => Promise<string[]>
}

const TIMEOUT_MS = 2000
const TRIES = 2
/** The system's lookup blocks one of libuv's four threads, which file access needs, too. */
const MAX_SYSTEM_LOOKUPS = 2

const NO_SUCH_NAME = new Set<unknown>(['ENOTFOUND', 'ENODATA'])

/**
 * Resolves names as the machine does, but an unresponsive name server delays only lookups of its own names: DNS is
 * queried directly, and the system's lookup is used only for names that DNS does not have.
 */
export class SystemResolver implements Resolver {
  private readonly hosts: HostsFile
  private readonly systemLookups = new Semaphore(MAX_SYSTEM_LOOKUPS)
  private readonly lookUp: (name: string) => Promise<string[]>

  constructor(private readonly options: SystemResolverOptions = {}) {
    this.hosts = new HostsFile(options.hostsFile)
    this.lookUp = options.lookUp ?? lookUpBySystem
  }

  async resolve(name: string, signal?: AbortSignal): Promise<string[]> {
    const plain = name.toLowerCase().replace(/\.$/, '')
    const local = await this.hosts.addresses(plain)
    if (local.length > 0) return local
    // Never queried: a name server may answer anything (RFC 6761).
    if (plain === 'localhost' || plain.endsWith('.localhost')) return ['127.0.0.1', '::1']
    try {
      return await this.query(name, signal)
    } catch (error) {
      if (!NO_SUCH_NAME.has((error as NodeJS.ErrnoException).code)) throw error
      return this.systemLookups.run(() => this.lookUp(name), signal)
    }
  }

  /** A resolver per query: it can be cancelled alone, and uses the machine's current name servers. */
  private async query(name: string, signal?: AbortSignal): Promise<string[]> {
    const dns = new Dns({ timeout: this.options.timeoutMs ?? TIMEOUT_MS, tries: TRIES })
    if (this.options.servers) dns.setServers(this.options.servers)
    const cancel = (): void => dns.cancel()
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      const answers = await Promise.allSettled([dns.resolve4(name), dns.resolve6(name)])
      const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
      if (found.length > 0) return found
      // A missing record of one type must not hide that the query for the other failed.
      const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as Error] : []))
      throw reasons.find(({ code }: NodeJS.ErrnoException) => !NO_SUCH_NAME.has(code)) ?? reasons[0]!
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  }
}

async function lookUpBySystem(name: string): Promise<string[]> {
  const found = await lookup(name, { all: true, order: 'ipv4first' })
  return found.map(({ address }) => address)
}
