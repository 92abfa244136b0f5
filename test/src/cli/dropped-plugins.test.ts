import { expect } from 'chai'
import { Installation } from '../support/command.js'
import { dropPlugin } from '../support/third-party.js'

describe('a plugin that is connected after it was dropped in (R262)', () => {
  it('needs a restart of the running service, and the command says so', async () => {
    const site = await Installation.make('sqlite')
    try {
      await site.ask('migrate')
      await site.ask('accounts', 'create', '--name', 'Taller')
      dropPlugin(site.env['PAYLINK_DATA_DIR'] ?? '', { id: 'acme' })
      const connected = await site.run('connections', 'connect', 'acme', '--mode', 'test', '--sandbox')
      expect(connected.code, connected.stderr).to.equal(0)
      expect(connected.stderr).to.match(/restart it/)
    } finally {
      await site.remove()
    }
  })
})

describe('commands that concern no provider', () => {
  it('load no plugin, which could hang', async () => {
    const site = await Installation.make('sqlite')
    const run = (...args: string[]) => site.runWith({ PAYLINK_LOG_LEVEL: 'debug' }, [...args, '--json'])
    try {
      await site.ask('migrate')
      dropPlugin(site.env['PAYLINK_DATA_DIR'] ?? '', { id: 'tells', main: "console.log('loaded, and telling')" })
      expect((await run('plugins', 'list')).stderr).to.include('loaded, and telling')
      const { code, stderr } = await run('audit', 'verify')
      expect(code, stderr).to.equal(0)
      expect(stderr).not.to.include('telling')
    } finally {
      await site.remove()
    }
  })
})
