import { rmSync } from 'node:fs'
import { runCommand } from '../support/command.js'
import { DatabaseProxy } from '../support/database-proxy.js'
import { DatabaseView } from '../support/database-view.js'
import { freePort } from '../support/free-port.js'
import { quickFolder } from '../support/quick-folder.js'
import { Receiver } from '../support/receiver.js'
import { ServerProcess } from '../support/server-process.js'
import { Site, type SiteReply } from '../support/site.js'
import type { Program } from './programs.js'
import { type DatabaseEntrance, startBalancer } from './proxies.js'

/** What stands around the servers. */
interface Surroundings {
  url: string
  workers: readonly ServerProcess[]
  balancer: Program
  /** Before the pooler. */
  network: DatabaseProxy
  receiver: Receiver
}

/** Two `serve` behind HAProxy, two `worker`, and a receiver of their webhooks. */
export class DrillSite extends Site {
  /** By status, of what clients were answered. */
  readonly answers = new Map<string, number>()
  /** When the webhook of an event came for the last time. */
  readonly arrivals = new Map<string, number>()
  private around: Surroundings | undefined

  static async startBefore(entrance: DatabaseEntrance, folder: string): Promise<DrillSite> {
    const port = await freePort()
    const url = `http://localhost:${port}`
    const env = {
      PAYLINK_DATABASE_DIRECT_URL: entrance.direct,
      PAYLINK_LOG_LEVEL: 'warn',
      PAYLINK_OUTBOUND_ALLOW_PRIVATE: '1',
      PAYLINK_TRUSTED_PROXIES: '127.0.0.1,::1',
    }
    const data = quickFolder('drill')
    const network = await DatabaseProxy.before(entrance.pooled)
    const create = (role: 'up' | 'serve' | 'worker'): Promise<ServerProcess> =>
      ServerProcess.create(network.url, data, { baseUrl: url, env, role })
    const first = await create('up')
    await first.start()
    const key = /sk_test_\w+/.exec(first.output)?.[0] ?? ''
    await first.stop()
    const servers = [await create('serve'), await create('serve')]
    const workers = [await create('worker'), await create('worker')]
    for (const server of [...servers, ...workers]) await server.start()
    const drop = async (): Promise<void> => rmSync(data, { recursive: true, force: true })
    const database = { url: entrance.direct, folder: data, drop }
    const site = new DrillSite('postgres', servers, key, new DatabaseView(entrance.direct), database, null)
    const balancer = await startBalancer(
      folder,
      port,
      servers.map((server) => server.url),
    )
    site.around = { url, workers, balancer, network, receiver: await Receiver.start() }
    await site.register()
    return site
  }

  get workers(): readonly ServerProcess[] {
    return this.outside.workers
  }

  get network(): DatabaseProxy {
    return this.outside.network
  }

  override async stop(): Promise<void> {
    const { workers, balancer, network, receiver } = this.outside
    await Promise.all(workers.map((worker) => worker.stop()))
    await super.stop()
    await balancer.end('SIGKILL')
    await network.close()
    await receiver.stop()
  }

  override async api(...args: Parameters<Site['api']>): Promise<SiteReply> {
    return this.counted(() => super.api(...args))
  }

  override async form(...args: Parameters<Site['form']>): Promise<Response> {
    return this.counted(() => super.form(...args))
  }

  protected override origin(): string {
    return this.outside.url
  }

  private get outside(): Surroundings {
    if (!this.around) throw new Error('the site is not complete')
    return this.around
  }

  private async register(): Promise<void> {
    const { receiver } = this.outside
    receiver.conduct('/hook', (response, { headers }) => {
      this.arrivals.set(String(headers['webhook-id']), Date.now())
      response.writeHead(200).end()
    })
    const args = ['webhooks', 'create', '--mode', 'test', '--url', receiver.url(), '--json']
    const { code, stderr } = await runCommand(args, this.server.env)
    if (code !== 0) throw new Error(`no endpoint: ${stderr}`)
  }

  private async counted<T extends { status: number; headers: Headers }>(ask: () => Promise<T>): Promise<T> {
    const count = (what: string): unknown => this.answers.set(what, (this.answers.get(what) ?? 0) + 1)
    try {
      const reply = await ask()
      const isSilent = reply.status === 503 && !reply.headers.has('retry-after')
      count(isSilent ? '503 without Retry-After' : String(reply.status))
      return reply
    } catch (error) {
      // HAProxy's own answer is no JSON.
      const failure = error instanceof SyntaxError ? new TypeError('answered by HAProxy', { cause: error }) : error
      count(failure instanceof Error ? failure.message.slice(0, 60) : 'no answer')
      throw failure
    }
  }
}
