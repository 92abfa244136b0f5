import { once } from 'node:events'
import { expect } from 'chai'
import { eventually } from '../support/appliance.js'
import { Installation, spawnCommand } from '../support/command.js'
import { DatabaseProxy } from '../support/database-proxy.js'

describe('a database that does not answer at the start', () => {
  let site: Installation
  before(async () => {
    site = await Installation.make('postgres')
    await (await site.start('up')).stop()
  })
  after(() => site.remove())

  it('keeps no probe of a later start waiting', async () => {
    const proxy = await DatabaseProxy.before(site.env.PAYLINK_DATABASE_URL ?? '')
    proxy.fallSilent()
    const up = spawnCommand(['up'], { ...site.env, PAYLINK_DATABASE_URL: proxy.url })
    const exited = once(up, 'exit')
    try {
      const probe = (path: string) =>
        eventually(
          () => fetch(site.url + path).catch(() => null),
          (answer) => answer !== null,
        )
      expect((await probe('/healthz'))?.status).to.equal(200)
      const ready = await probe('/readyz')
      expect([ready?.status, await ready?.json()]).to.deep.equal([503, { status: 'not ready', reason: 'starting' }])
    } finally {
      up.kill('SIGKILL')
      await exited
      await proxy.close()
    }
  })
})
