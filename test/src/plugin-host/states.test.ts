import { expect } from 'chai'
import { eventually } from '../support/appliance.js'
import { Installation, keyIn, type RunningServer } from '../support/command.js'
import { ENGINES } from '../support/engines.js'
import { dropPlugin } from '../support/third-party.js'

for (const engine of ENGINES) {
  describe(`a disabled plugin, on ${engine}`, () => {
    let site: Installation
    let server: RunningServer
    let key: string

    before(async () => {
      site = await Installation.make(engine)
      for (const id of ['acme', 'broken']) {
        const main = id === 'broken' ? "throw new Error('as always')" : undefined
        dropPlugin(site.env['PAYLINK_DATA_DIR'] ?? '', { id, main })
      }
      server = await site.start('up')
      key = keyIn(server.said.stdout) ?? ''
    })
    after(() => site.remove())

    const listed = async (id: string) =>
      (await site.ask('plugins', 'list')).find((one: { id: string }) => one.id === id)
    const sell = async (title: string): Promise<number> => {
      const { status, body } = await site.createLink(key, { title, providers: ['acme'] })
      if (status !== 201) return status
      const form = { method: 'POST', redirect: 'manual', body: new URLSearchParams({ provider: 'acme' }) } as const
      return (await fetch(`${body.url}/checkout`, form)).status
    }

    it('is disabled for every process until it is enabled', async () => {
      const plugins: { origin: string }[] = await site.ask('plugins', 'list')
      const dropped = plugins.filter(({ origin }) => origin === 'third-party')
      const kind = { kind: 'payment-provider', version: '0.1.0', origin: 'third-party' }
      expect(dropped).to.deep.equal([
        { id: 'acme', ...kind, status: 'active', reason: null },
        { id: 'broken', ...kind, status: 'refused', reason: 'it does not load: as always (index.js:1)' },
      ])
      expect(await sell('Taza')).to.equal(303)
      for (let crash = 0; crash < 3; crash++) expect(await sell('exit once')).to.equal(409)
      expect(await sell('Taza')).to.equal(409)
      const disabled = await listed('acme')
      expect(disabled.status).to.equal('disabled')
      expect(disabled.reason).to.include('with code 3')

      const enabled = await site.ask('plugins', 'enable', 'acme')
      expect(enabled).to.deep.equal({ id: 'acme', status: 'active' })
      expect(await sell('Taza')).to.equal(303)
      const again = await site.run('plugins', 'enable', 'acme')
      expect([again.code, again.stderr.trim()]).to.deep.equal([1, 'acme is not disabled'])
    })

    it('stays disabled after a restart; another version is enabled (I52)', async () => {
      for (let crash = 0; crash < 3; crash++) await sell('exit once')
      expect(await server.stop()).to.equal(0)
      expect(await listed('acme')).to.include({ status: 'disabled', version: '0.1.0' })
      dropPlugin(site.env['PAYLINK_DATA_DIR'] ?? '', { id: 'acme', version: '0.2.0' })
      await site.start('up')
      expect(await listed('acme')).to.include({ status: 'active', version: '0.2.0' })
      // The server that has just started may be slow to start the plugin's process.
      await eventually(
        () => sell('Taza'),
        (status) => status === 303,
      )
      const safeMode = { PAYLINK_SAFE_MODE: '1' }
      const safe = (await site.runWith(safeMode, ['plugins', 'list', '--json'])).json
      expect(safe.map(({ origin }: { origin: string }) => origin)).to.not.include('third-party')
      const entries: { actor: string; action: string; details: object }[] = await site.ask('audit', 'list')
      const told = entries.filter(({ action }) => action.startsWith('plugin.'))
      expect(told.map(({ actor, action, details }) => [actor, action, details])).to.deep.equal([
        ['paylink', 'plugin.enabled', { version: '0.2.0', was: '0.1.0' }],
        ['paylink', 'plugin.disabled', { version: '0.1.0', how: 'crashed' }],
        ['operator', 'plugin.enabled', {}],
        ['paylink', 'plugin.disabled', { version: '0.1.0', how: 'crashed' }],
      ])
      // Its payments are still served, and the contract must know their provider.
      const { json: contract } = await site.runWith(safeMode, ['openapi'])
      expect(contract.components.schemas.PaymentProviderId.enum).to.include('acme')
    })
  })
}
