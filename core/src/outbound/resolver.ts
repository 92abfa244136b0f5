import { lookup, Resolver as Dns } from 'node:dns/promises'
import { HostsFile } from './hosts-file.js'
import { Turns } from './turns.js'

/** What addresses a name has. */
export abstract class Resolver {
  /**
   * At least one address, IPv4 first. When the signal is aborted, what still waits is given up.
   *
   * @throws Error there is none, or nobody said
   */
  abstract resolve(name: string, signal?: AbortSignal): Promise<string[]>
}

export interface SystemResolverOptions {
  /** Left out, those of the machine. */
  servers?: readonly string[]
  timeoutMs?: number
  hostsFile?: string
  /** Knows names that no name server has: search domains, mDNS. */
  lookUp?: (name: string) => Promise<string[]>
}

const TIMEOUT_MS = 2000
const TRIES = 2
/** The system's own look-up occupies a thread while it waits; libuv has four, for files too. */
const MOST_LOOK_UPS = 2

const NO_SUCH_NAME = new Set<unknown>(['ENOTFOUND', 'ENODATA'])

/**
 * As the machine resolves names, but a name server that is silent holds up nobody but those who asked for its
 * names: the questions are asked without the system's look-up, which is for names that DNS does not have.
 */
export class SystemResolver extends Resolver {
  private readonly hosts: HostsFile
  private readonly turns = new Turns(MOST_LOOK_UPS)
  private readonly lookUp: (name: string) => Promise<string[]>

  constructor(private readonly options: SystemResolverOptions = {}) {
    super()
    this.hosts = new HostsFile(options.hostsFile)
    this.lookUp = options.lookUp ?? lookUpBySystem
  }

  async resolve(name: string, signal?: AbortSignal): Promise<string[]> {
    const plain = name.toLowerCase().replace(/\.$/, '')
    const local = await this.hosts.addresses(plain)
    if (local.length > 0) return local
    // Never asked for: a name server may say anything (RFC 6761).
    if (plain === 'localhost' || plain.endsWith('.localhost')) return ['127.0.0.1', '::1']
    try {
      return await this.ask(name, signal)
    } catch (error) {
      if (!NO_SUCH_NAME.has((error as NodeJS.ErrnoException).code)) throw error
      return this.turns.take(() => this.lookUp(name), signal)
    }
  }

  /** Each with sockets of its own, so that it can be called off alone, and asks the servers the machine has now. */
  private async ask(name: string, signal?: AbortSignal): Promise<string[]> {
    const dns = new Dns({ timeout: this.options.timeoutMs ?? TIMEOUT_MS, tries: TRIES })
    if (this.options.servers) dns.setServers(this.options.servers)
    const cancel = (): void => dns.cancel()
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      const answers = await Promise.allSettled([dns.resolve4(name), dns.resolve6(name)])
      const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
      if (found.length > 0) return found
      // That one kind of address is not there says nothing while the other may be.
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
