import { rmSync } from 'node:fs'
import { expect } from 'chai'
import { linkBody } from '../support/appliance.js'
import { Balancer } from '../support/balancer.js'
import { DatabaseView } from '../support/database-view.js'
import { emptyDatabase, type TestDatabase } from '../support/databases.js'
import { ENGINES } from '../support/engines.js'
import { freePort } from '../support/free-port.js'
import { ServerProcess } from '../support/server-process.js'

const CLIENTS = 8
const ROUNDS = Number(process.env['ROUNDS'] ?? 1)

if (ENGINES.includes('postgres')) {
  describe('a rolling restart of two processes on one Postgres, behind a balancer', () => {
    let database: TestDatabase
    let balancer: Balancer
    let servers: [ServerProcess, ServerProcess]
    let key: string
    before(async () => {
      database = await emptyDatabase('postgres')
      const port = await freePort()
      const baseUrl = `http://localhost:${port}`
      const env = { PAYLINK_TRUSTED_PROXIES: '127.0.0.1,::1' }
      const first = await ServerProcess.create(database.url, database.folder, { baseUrl, env })
      await first.start()
      key = /sk_test_\w+/.exec(first.output)?.[0] ?? ''
      const second = await ServerProcess.create(database.url, database.folder, { baseUrl, env, role: 'serve' })
      await second.start()
      servers = [first, second]
      balancer = await Balancer.before(
        servers.map(({ url }) => url),
        port,
      )
    })
    after(async () => {
      await balancer.close()
      await Promise.all(servers.map((server) => server.stop()))
      await database.drop()
      rmSync(database.folder, { recursive: true, force: true })
    })

    it('fails no request, and loses and doubles nothing', async () => {
      let isOver = false
      let count = 0
      const created: string[] = []
      const failures: string[] = []
      const check = ({ status }: Response, expected: number, what: string): boolean => {
        if (status !== expected) failures.push(`${what}: ${status}`)
        return status === expected
      }
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
      const client = async (): Promise<void> => {
        while (!isOver && balancer.lost.length === 0) {
          const made = await fetch(`${balancer.url}/v1/payment_links`, {
            method: 'POST',
            headers: { ...headers, 'Idempotency-Key': `rolling-${++count}` },
            body: JSON.stringify(linkBody()),
          })
          const link = (await made.json()) as { id: string; url: string }
          if (!check(made, 201, 'create')) continue
          created.push(link.id)
          check(await fetch(`${balancer.url}/v1/payment_links/${link.id}`, { headers }), 200, 'read')
          const body = new URLSearchParams({ provider: 'provider_a' })
          const pressed = await fetch(`${link.url}/checkout`, { method: 'POST', redirect: 'manual', body })
          check(pressed, 303, 'checkout')
        }
      }
      // A request that the balancer lost ends its client; the balancer keeps its reason.
      const clients = Promise.allSettled(Array.from({ length: CLIENTS }, client))
      for (let round = 0; round < ROUNDS; round++) {
        for (const server of servers) {
          const enough = created.length + 20
          while (created.length < enough && balancer.lost.length === 0)
            await new Promise((resolve) => setTimeout(resolve, 20))
          server.prepareNext()
          await server.kill('SIGTERM')
          expect(server.exitCode).to.equal(0)
          await server.start()
        }
      }
      isOver = true
      await clients
      expect([...balancer.lost, ...failures].join('\n')).to.equal('')
      const view = new DatabaseView(database.url)
      const rows = await view.rows<{ id: string }>('select id from payment_links')
      await view.close()
      expect(rows.map(({ id }) => id).sort()).to.deep.equal(created.sort())
    })
  })
}
