import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { expect } from 'chai'
import { EchoingProvider } from '../canaries/echoing-provider.js'
import { type Answer, type Installation, runningInstallation } from '../support/command.js'
import { DatabaseProxy } from '../support/database-proxy.js'
import { ENGINES } from '../support/engines.js'

/** Accepts connections, and never answers. */
class SilentServer {
  private readonly sockets: Socket[] = []
  private readonly server: Server

  private constructor() {
    this.server = createServer((socket) => this.sockets.push(socket.on('error', () => undefined)))
  }

  static async at(port = 0): Promise<SilentServer> {
    const silent = new SilentServer()
    silent.server.listen(port, '127.0.0.1')
    await once(silent.server, 'listening')
    return silent
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy()
    this.server.close()
  }
}

for (const engine of ENGINES) {
  describe(`paylink doctor on ${engine}, where nothing answers`, () => {
    let site: Installation
    const silent: SilentServer[] = []
    before(async () => {
      site = (await runningInstallation(engine)).site
      await site.ask('accounts', 'verify')
      await site.ask('accounts', 'subscription', 'activate')
    })
    after(async () => {
      await site.remove()
      for (const server of silent) server.close()
    })

    async function fallSilent(port?: number): Promise<number> {
      const server = await SilentServer.at(port)
      silent.push(server)
      return server.port
    }
    /** `runAlone` ends a command that hangs, whose exit code is null then. */
    const examine = (env: Record<string, string>): Promise<Answer> => site.runAlone(['doctor', '--json'], env)
    /** On a busy machine, the time for all checks may end before that of one. */
    const failed = ({ json }: Answer): string[] =>
      json
        .filter(({ ok }: { ok: boolean }) => !ok)
        .map(
          ({ check, code }: { check: string; code: string }) => `${check}: ${code.replace('check.timed_out', 'late')}`,
        )
        .map((finding: string) => finding.replace(/connection\.silent|round_trip\.lost/, 'late'))

    it('ends, and names the mail server and the provider, and nothing else', async () => {
      const provider = await EchoingProvider.start()
      const settings = { secretKey: 'sk_live_of_the_test', webhookSecret: 'whsec_of_the_test', apiBase: provider.url }
      const sets = Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${value}`])
      const allowed = { PAYLINK_OUTBOUND_ALLOW_PRIVATE: '1' }
      const connect = ['connections', 'connect', 'provider_a', '--mode', 'live', ...sets]
      const connected = await site.runWith(allowed, connect)
      expect(connected.code, connected.stderr).to.equal(0)
      await provider.stop()
      await fallSilent(Number(new URL(settings.apiBase).port))
      const PAYLINK_SMTP_URL = `smtp://127.0.0.1:${await fallSilent()}`
      const mail = { PAYLINK_SMTP_URL, PAYLINK_MAIL_FROM: 'cobros@tienda.example' }
      const answer = await examine({ ...allowed, ...mail })
      expect(answer.code, answer.stderr).to.equal(1)
      expect(failed(answer)).to.have.members(['mail: mail.refused', 'provider_a in live mode: late'])
    })

    it('ends, and names the round trips where the public address is silent', async () => {
      const answer = await examine({ PAYLINK_BASE_URL: `http://127.0.0.1:${await fallSilent()}` })
      expect(answer.code, answer.stderr).to.equal(1)
      expect(failed(answer)).to.include.members([
        'round trip of provider_a in test mode: late',
        'round trip of provider_b in test mode: late',
      ])
    })

    if (engine === 'sqlite') return

    it('ends, and names the database', async () => {
      const proxy = await DatabaseProxy.before(site.env['PAYLINK_DATABASE_URL'] ?? '')
      proxy.fallSilent()
      const answer = await examine({ PAYLINK_DATABASE_URL: proxy.url })
      await proxy.close()
      expect(answer.code, answer.stderr).to.equal(1)
      expect(failed(answer).map((one) => one.split(':')[0])).to.include('database')
    })
  })
}
