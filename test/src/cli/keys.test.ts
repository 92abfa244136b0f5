import { writeFileSync } from 'node:fs'
import { pictureSize } from '@paylink/core/web/picture/picture-size'
import { expect } from 'chai'
import { type Installation, runningInstallation } from '../support/command.js'
import { ENGINES } from '../support/engines.js'
import { pngLogo } from '../support/pictures.js'

for (const engine of ENGINES) {
  describe(`paylink keys and accounts on ${engine}, while the server runs`, () => {
    let site: Installation
    let key: string

    before(async () => ({ site, key } = await runningInstallation(engine)))
    after(() => site.remove())

    const status = async (text: string): Promise<number> => (await site.call('GET', '/v1/payment_links', text)).status

    it('create and revoke: apply to the next request, and are in the audit log (I52)', async () => {
      const answer = await site.runAlone(['keys', 'create', '--mode', 'test', '--name', 'Tienda', '--json'])
      expect(answer.code, answer.stderr).to.equal(0)
      expect(answer.stdout.trim().split('\n')).to.have.length(1)
      const made = answer.json
      expect(made).to.have.all.keys('id', 'key', 'mode', 'name', 'createdAt')
      expect(made).to.include({ mode: 'test', name: 'Tienda' })
      expect(await status(made.key)).to.equal(200)
      await site.ask('keys', 'revoke', made.id)
      expect(await status(made.key)).to.equal(401)
      const entries: { actor: string; action: string; target: string }[] = await site.ask('audit', 'list')
      const told = entries.filter(({ target }) => target === made.id).map(({ actor, action }) => [actor, action])
      const byOperator = ['key.revoked', 'key.created'].map((action) => ['operator', action])
      expect(told).to.deep.equal(byOperator)
      expect(await status(key)).to.equal(200)
    })

    it('list: an array without full keys; revoke: exits 1 for an unknown key', async () => {
      const [listed, revoked] = await Promise.all([
        site.run('keys', 'list', '--json'),
        site.run('keys', 'revoke', 'key_nope', '--json'),
      ])
      expect(listed.json).to.be.an('array').that.is.not.empty
      expect(listed.stdout).not.to.include(key)
      expect(revoked).to.include({ code: 1, stdout: '' })
      expect(revoked.stderr.trim()).to.match(/^.*key_nope.*$/)
    })

    it('create --rate-limit and --scopes are enforced', async () => {
      const [slow, reader] = await Promise.all([
        site.ask('keys', 'create', '--mode', 'test', '--rate-limit', '2'),
        site.ask('keys', 'create', '--mode', 'test', '--scopes', 'links:read'),
      ])
      expect([await status(slow.key), await status(slow.key), await status(slow.key)]).to.deep.equal([200, 200, 429])
      expect(await status(reader.key)).to.equal(200)
      expect((await site.createLink(reader.key)).status).to.equal(403)
    })

    it('create --link-limit, --daily-limit and --ask-first: enforced from the first request on; list tells them', async () => {
      const limits = ['--link-limit', '100000', '--daily-limit', '150000', '--ask-first', 'disable_payment_link']
      const made = await site.ask('keys', 'create', '--mode', 'test', ...limits)
      const asking = (pesos: number) =>
        site.createLink(made.key, { items: [{ name: 'Pastel', quantity: 1, unitPriceCentavos: pesos * 100 }] })
      const [over, one, second] = [await asking(1001), await asking(1000), await asking(1000)]
      expect([over.status, one.status, second.status]).to.deep.equal([403, 201, 403])
      expect(over.body.detail).to.include('at most MXN 1000.00')
      expect((await site.call('POST', `/v1/payment_links/${one.body.id}/disable`, made.key)).status).to.equal(403)
      const listed: { id: string; limits: object | null }[] = await site.ask('keys', 'list')
      expect(listed.find(({ id }) => id === made.id)?.limits).to.deep.equal({
        ...{ currency: 'MXN', linkLimitCentavos: 100_000, dailyLimitCentavos: 150_000 },
        askFirst: ['disable_payment_link'],
      })
    })

    it('create --expires-at: refused from then on; list tells it; what has passed is refused (R259)', async () => {
      const expiresAt = '2099-01-31T09:00:00-06:00'
      const made = await site.ask('keys', 'create', '--mode', 'test', '--expires-at', expiresAt)
      expect(await status(made.key)).to.equal(200)
      const listed: { id: string; expiresAt: string | null }[] = await site.ask('keys', 'list')
      expect(listed.find(({ id }) => id === made.id)?.expiresAt).to.equal('2099-01-31T15:00:00.000Z')
      for (const time of ['2020-01-01T00:00:00Z', '2099-01-31']) {
        const refused = await site.run('keys', 'create', '--mode', 'test', '--expires-at', time, '--json')
        expect(refused).to.include({ code: 2, stdout: '' })
        expect(refused.stderr).to.match(/--expires-at/)
      }
    })

    it('live mode: no key before verify, no link before the subscription', async () => {
      const refused = await site.run('keys', 'create', '--mode', 'live', '--json')
      expect(refused).to.include({ code: 1, stdout: '' })
      expect(refused.stderr.trim()).to.match(/^.*accounts verify.*$/)

      const verified = await site.ask('accounts', 'verify')
      expect(verified).to.have.all.keys('id', 'name', 'verified', 'subscription')
      expect(verified).to.include({ verified: true, subscription: 'inactive' })
      const live = await site.ask('keys', 'create', '--mode', 'live')
      expect(live.key).to.match(/^sk_live_/)
      expect((await site.createLink(live.key)).status).to.equal(402)

      const active = await site.ask('accounts', 'subscription', 'activate')
      expect(active).to.have.all.keys('id', 'name', 'verified', 'subscription')
      expect(active.subscription).to.equal('active')
      // Now only the provider is missing.
      expect((await site.createLink(live.key)).body.code).to.equal('no_active_connection')

      expect(await site.ask('accounts', 'subscription', 'deactivate')).to.include({ subscription: 'inactive' })
      expect((await site.createLink(live.key)).status).to.equal(402)
      expect(await site.ask('accounts', 'list')).to.deep.equal([{ ...active, subscription: 'inactive' }])
    })

    it('accounts invoicing: the deadline for requests by customers (R249)', async () => {
      const [{ id }] = await site.ask('accounts', 'list')
      const set = async (...options: string[]): Promise<any> => site.ask('accounts', 'invoicing', ...options)
      expect(await set()).to.deep.equal({ id, daysAfterMonth: 3 })
      expect(await set('--days-after-month', '0')).to.deep.equal({ id, daysAfterMonth: 0 })
      expect(await set()).to.deep.equal({ id, daysAfterMonth: 0 })
    })

    it('brand: shows on the payment page at the next request', async () => {
      const expiresAt = new Date(Date.now() + 3 * 24 * 3600_000)
      expiresAt.setUTCHours(23, 7, 0, 0)
      const { body: link } = await site.createLink(key, { expiresAt: expiresAt.toISOString() })
      const page = async (): Promise<string> => (await fetch(link.url)).text()
      const before = await page()
      expect(before).to.include('lang="es-MX"').and.not.to.include('#7c3aed')

      await site.ask(
        ...['accounts', 'brand', '--name', 'Barro & Cía', '--color', '#7C3AED', '--locale', 'en'],
        ...['--support-email', 'ayuda@barro.example', '--support-phone', '+52 55 1234 5678', '--time-zone', 'UTC'],
      )
      const after = await page()
      for (const text of ['Barro &amp; Cía', '#7c3aed', 'lang="en"', 'ayuda@barro.example', '55 1234 5678']) {
        expect(after).to.include(text)
      }
      expect(after).to.match(/10:37/)
      await site.ask('accounts', 'brand', '--time-zone', 'Asia/Tokyo')
      expect(await page())
        .to.match(/7:37/)
        .and.to.include('#7c3aed')
    })

    it('brand: puts the logo on the page, and takes it away', async () => {
      const { body: link } = await site.createLink(key)
      const logoOfPage = async () => /<img[^>]+src="([^"]+)"/.exec(await (await fetch(link.url)).text())?.[1]
      writeFileSync(site.file('logo.png'), pngLogo())
      await site.ask('accounts', 'brand', '--logo', site.file('logo.png'))
      const logo = await fetch(new URL((await logoOfPage()) ?? '', link.url))
      expect(logo.headers.get('content-type')).to.equal('image/png')
      expect(pictureSize(Buffer.from(await logo.arrayBuffer()))).to.deep.equal(pictureSize(pngLogo()))
      await site.ask('accounts', 'brand', '--no-logo')
      expect(await logoOfPage()).to.equal(undefined)
    })
  })
}
