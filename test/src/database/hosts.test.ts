import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { expect } from 'chai'
import { connect, REQUEST_LIMITS } from '@paylink/core/database/connect'
import { DatabaseHosts } from '@paylink/core/database/database-hosts'
import { eventually, linkBody, type Reply, TestAppliance } from '../support/appliance.js'
import { DatabaseProxy } from '../support/database-proxy.js'
import { ENGINES } from '../support/engines.js'
import { freePort } from '../support/free-port.js'

describe('an address with several hosts', () => {
  it('is tried host by host, with everything else of it', () => {
    const hosts = DatabaseHosts.of(
      'postgres://u:p%40@a:5432,[::1]:1,b/db?sslmode=require&target_session_attrs=read-write',
    )
    const seen = Array.from({ length: 4 }, () => {
      const { current } = hosts
      hosts.moveOnFrom(current)
      return current
    })
    expect(seen).to.deep.equal([
      'postgres://u:p%40@a:5432/db?sslmode=require',
      'postgres://u:p%40@[::1]:1/db?sslmode=require',
      'postgres://u:p%40@b/db?sslmode=require',
      'postgres://u:p%40@a:5432/db?sslmode=require',
    ])
  })

  it('moves on once, however many connections failed at the same host', () => {
    const hosts = DatabaseHosts.of('postgres://u@a,b,c/db')
    const first = hosts.current
    for (let count = 0; count < 5; count++) hosts.moveOnFrom(first)
    expect(hosts.current).to.equal('postgres://u@b/db')
  })

  it('may have one host, or be one that only the driver understands', () => {
    for (const url of ['postgres://u:p@a:5432/db', 'postgresql://u@/db?host=/run/postgresql']) {
      expect(DatabaseHosts.of(url).current).to.equal(url)
    }
  })
})

if (ENGINES.includes('postgres')) {
  describe('several hosts of Postgres', () => {
    let paylink: TestAppliance
    let proxies: [DatabaseProxy, DatabaseProxy]
    before(async () => {
      const through = async (url: string): Promise<string> => {
        proxies = [await DatabaseProxy.before(url), await DatabaseProxy.before(url)]
        const [closed, ...open] = [`127.0.0.1:${await freePort()}`, ...proxies.map((proxy) => new URL(proxy.url).host)]
        return url.replace(new URL(url).host, [closed, ...open].join(','))
      }
      paylink = await TestAppliance.start('postgres', {}, undefined, { through })
    })
    after(async () => {
      await paylink.stop()
      await proxies[1].close()
    })

    let count = 0
    const create = (): Promise<Reply> =>
      paylink.post('/v1/payment_links', linkBody(), { idempotencyKey: `hosts-${++count}` })

    it('are tried until one answers', async () => {
      expect((await create()).status).to.equal(201)
      expect(proxies.map(({ made }) => made > 0)).to.deep.equal([true, false])
    })

    it('replace one that is gone, for requests, wake-ups and the schedule; what fails meanwhile is 503', async () => {
      await proxies[0].close()
      for (const reply of await Promise.all(Array.from({ length: 20 }, create))) {
        if (reply.status !== 201) expect([reply.status, reply.headers.get('retry-after')]).to.deep.equal([503, '5'])
      }
      const { body: link } = await eventually(create, ({ status }) => status === 201)
      await paylink.pay(await paylink.openCheckout(link), 'succeed')
      await eventually(
        () => paylink.linkStatus(link.id),
        (status) => status === 'paid',
      )
      // The pool's, those of the listener and the schedule.
      expect(
        await eventually(
          async () => proxies[1].made,
          (made) => made >= 4,
        ),
      ).to.be.at.least(4)
    })
  })

  describe('a host of Postgres whose name server does not answer', () => {
    const GONE = 'gone.invalid'
    const { lookup } = dns
    let asked = 0
    let paylink: TestAppliance
    before(async () => {
      paylink = await TestAppliance.start('postgres', {}, { http: true, jobs: false })
      const patched = (name: string, options: object, answer: (error: Error) => void): void => {
        if (name === GONE) asked++
        else lookup(name, options, answer as (error: Error | null) => void)
      }
      dns.lookup = patched as typeof dns.lookup
      syncBuiltinESMExports()
    })
    after(async () => {
      dns.lookup = lookup
      syncBuiltinESMExports()
      await paylink.stop()
    })

    it('is looked up once, not once for each connection, as each lookup takes one of four threads', async () => {
      const { host } = new URL(paylink.settings.databaseUrl)
      const { reader, close } = connect(paylink.settings.databaseUrl.replace(host, `${GONE},${host}`), REQUEST_LIMITS)
      try {
        const answers = await Promise.all(Array.from({ length: 5 }, () => reader.raw('select 1 as one')))
        for (const { rows } of answers) expect(rows).to.deep.equal([{ one: 1 }])
        expect(asked).to.equal(1)
      } finally {
        await close()
      }
    })
  })
}
