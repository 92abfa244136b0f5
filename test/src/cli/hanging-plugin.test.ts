import { expect } from 'chai'
import { Installation, LONGEST_ANSWER_MS } from '../support/command.js'
import { dropPlugin } from '../support/third-party.js'

describe('commands that concern no provider, beside a plugin that hangs', () => {
  it('load none, and answer at once', async () => {
    const site = await Installation.make('sqlite')
    try {
      await site.ask('migrate')
      dropPlugin(site.env['PAYLINK_DATA_DIR'] ?? '', { id: 'hangs', main: 'for (;;);' })
      const { code, ms, stderr } = await site.quickest(['audit', 'verify', '--json'])
      expect(code, stderr).to.equal(0)
      expect(ms).to.be.below(LONGEST_ANSWER_MS)
    } finally {
      await site.remove()
    }
  })
})
