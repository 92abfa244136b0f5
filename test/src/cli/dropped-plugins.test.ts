import { expect } from 'chai'
import { Installation, MAX_ANSWER_MS } from '../support/command.js'
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

describe('commands that concern no provider, beside a plugin that hangs', () => {
  it('load no plugin, and answer at once', async () => {
    const site = await Installation.make('sqlite')
    try {
      await site.ask('migrate')
      dropPlugin(site.env['PAYLINK_DATA_DIR'] ?? '', { id: 'hangs', main: 'for (;;);' })
      const { code, ms, stderr } = await site.quickest(['audit', 'verify', '--json'])
      expect(code, stderr).to.equal(0)
      expect(ms).to.be.below(MAX_ANSWER_MS)
    } finally {
      await site.remove()
    }
  })
})
