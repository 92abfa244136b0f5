import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { type Installation, runningInstallation } from '../support/command.js'
import { ENGINES } from '../support/engines.js'

const CONNECTION = [
  ...['id', 'provider', 'status', 'livemode', 'externalAccountId', 'displayName', 'lastError'],
  ...['lastCheckedAt', 'createdAt', 'updatedAt'],
]
const TO_SANDBOX = ['connections', 'connect', 'provider_a', '--mode', 'test', '--sandbox']
/** Payable only with the provider of these tests. */
const ITS_LINK = { providers: ['provider_a'] }
const ALLOW = { PAYLINK_OUTBOUND_ALLOW_PRIVATE: '1' }

for (const engine of ENGINES) {
  describe(`paylink connections on ${engine}, while the server runs`, () => {
    let site: Installation
    let key: string
    let provider: Server
    let apiBase: string
    const seen: string[] = []

    before(async () => {
      ;({ site, key } = await runningInstallation(engine))
      // Of a real provider: only the call that identifies the account.
      provider = createServer((request, response) => {
        seen.push(request.headers.authorization ?? '')
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ id: 'acct_of_its_own', object: 'account', charges_enabled: true }))
      })
      await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
      apiBase = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
    })
    after(async () => {
      provider.close()
      await site.remove()
    })

    type Listed = { id: string; status: string; provider: string }
    const ofProviderA = (connections: Listed[]): Listed[] =>
      connections.filter(({ provider }) => provider === 'provider_a')
    /** Through the API, because a command takes a second. */
    const listed = async () => ofProviderA((await site.call('GET', '/v1/connections', key)).body.data as Listed[])
    const present = async () => (await listed())[0]!
    const connect = (settings: string[], input?: string) => {
      const sets = [`apiBase=${apiBase}`, ...settings].flatMap((setting) => ['--set', setting])
      const args = ['connections', 'connect', 'provider_a', '--mode', 'test', ...sets, '--json']
      return input === undefined ? site.runWith(ALLOW, args) : site.runAlone(args, ALLOW, input)
    }

    it('list and check', async () => {
      const [connection] = ofProviderA((await site.ask('connections', 'list')) as Listed[])
      if (!connection) throw new Error('not listed')
      expect(connection).to.have.all.keys(CONNECTION)
      const checked = await site.ask('connections', 'check', connection.id)
      expect(checked).to.have.all.keys(CONNECTION)
      expect(checked).to.include({ id: connection.id, status: 'active', lastError: null })
      expect((await site.run('connections', 'check', 'conn_nope')).code).to.equal(1)
    })

    it('disconnect and connect hold for the very next request', async () => {
      const { id } = await present()
      expect((await site.createLink(key, ITS_LINK)).status).to.equal(201)
      const ended = await site.ask('connections', 'disconnect', id)
      expect(ended).to.have.all.keys(CONNECTION)
      expect(ended).to.include({ id, status: 'disconnected' })
      const refused = await site.createLink(key, ITS_LINK)
      expect([refused.status, refused.body.code]).to.deep.equal([409, 'no_active_connection'])

      const answer = await site.run(...TO_SANDBOX, '--json')
      expect(answer.code, answer.stderr).to.equal(0)
      expect(answer.stdout.trim().split('\n')).to.have.length(1)
      expect(answer.json).to.have.all.keys(...CONNECTION, 'notificationUrl')
      expect(answer.json).to.include({ provider: 'provider_a', status: 'active', livemode: false })
      expect(answer.json.notificationUrl).to.equal(`${site.url}/hooks/provider_a/${answer.json.id}`)
      expect((await site.createLink(key, ITS_LINK)).status).to.equal(201)
    })

    it('connecting the same sandbox again keeps its id', async () => {
      const { id } = await present()
      expect((await site.ask(...TO_SANDBOX)).id).to.equal(id)
    })

    it('refuses invalid input, names it, and changes nothing', async () => {
      const before = await listed()
      const [wrongMode, unknown, live, notInstalled] = await Promise.all([
        connect(['secretKey=sk_live_0123456789abcdef', 'webhookSecret=whsec_0123456789']),
        connect(['secretKey=sk_test_0123456789abcdef', 'colour=red']),
        site.run('connections', 'connect', 'provider_a', '--mode', 'live', '--sandbox'),
        site.run('connections', 'connect', 'acme_pay', '--mode', 'test', '--sandbox'),
      ])
      expect(wrongMode.stderr).to.match(/live credentials.*test mode/)
      expect(unknown.stderr).to.include('colour')
      expect(live.stderr).to.include('live mode')
      expect(notInstalled.stderr).to.include('acme_pay')
      for (const { code, stdout, stderr } of [wrongMode, unknown, live, notInstalled]) {
        expect({ code, stdout }, stderr).to.deep.equal({ code: 1, stdout: '' })
        expect(stderr.trim().split('\n')).to.have.length(1)
      }
      const essence = ({ id, status }: { id: string; status: string }): object => ({ id, status })
      expect((await listed()).map(essence)).to.deep.equal(before.map(essence))
    })

    it('takes a setting from a file and from standard input; another account replaces the connection', async () => {
      const former = await present()
      writeFileSync(site.file('key'), 'sk_test_from_a_file\n')
      const first = await connect([`secretKey=@${site.file('key')}`, 'webhookSecret=whsec_0123456789'])
      expect(first.code, first.stderr).to.equal(0)
      expect(seen.at(-1)).to.equal('Bearer sk_test_from_a_file')
      expect(first.json).to.include({ externalAccountId: 'acct_of_its_own', status: 'active' })
      expect(first.json.id).not.to.equal(former.id)
      const second = await connect(['secretKey=-', 'webhookSecret=whsec_0123456789'], 'sk_test_from_stdin\n')
      expect(second.code, second.stderr).to.equal(0)
      expect(seen.at(-1)).to.equal('Bearer sk_test_from_stdin')
      // The same account at the provider, with new credentials.
      expect(second.json.id).to.equal(first.json.id)
      expect((await listed()).find(({ id }) => id === former.id)?.status).to.equal('disconnected')
      // The former account returns under its own id: its open payments refer to it.
      expect(await site.ask(...TO_SANDBOX)).to.include({ id: former.id, status: 'active' })
      const after = ofProviderA((await site.ask('connections', 'list')) as Listed[])
      expect(after.find(({ id }) => id === first.json.id)?.status).to.equal('disconnected')
      expect(after.filter(({ status }) => status === 'active')).to.have.length(1)
      expect(JSON.stringify(after)).not.to.include('sk_test')
    })
  })
}
