import { expect } from 'chai'
import { Installation, keyIn } from '../support/command.js'
import { installUnclosingProvider } from '../support/quiet-provider.js'

/** checkout/release tests the effects on both engines. */
describe('paylink links release, while the server runs', () => {
  let site: Installation
  let key: string
  before(async () => {
    site = await Installation.make('sqlite')
    installUnclosingProvider(site.env['PAYLINK_DATA_DIR'] ?? '')
    key = keyIn((await site.start('up')).said.stdout) ?? ''
  })
  after(() => site.remove())

  it('frees the link, explains the result, and records who and why', async () => {
    const link = (await site.createLink(key)).body
    const press = {
      method: 'POST',
      body: new URLSearchParams({ provider: 'provider_quiet' }),
      redirect: 'manual',
    } as const
    expect((await fetch(`${link.url}/checkout`, press)).status).to.equal(303)
    const command = ['links', 'release', link.id]
    const [shown, missing, blank, unknown] = await Promise.all([
      site.run('links', 'show', link.id),
      site.run(...command),
      site.run(...command, '--reason', ' '),
      site.run('links', 'release', 'plink_nope', '--reason', 'cash'),
    ])
    expect(shown.stdout).to.include(`bin/paylink links release ${link.id}`)
    expect([missing.code, blank.code, unknown.code]).to.deep.equal([2, 2, 1])
    expect(unknown.stderr).to.include('there is no link plink_nope')
    const disabled = await site.call('POST', `/v1/payment_links/${link.id}/disable`, key, {})
    expect(disabled.body.detail).to.match(/this provider closes no vouchers\..*bin\/paylink links release/)

    const released = await site.ask(...command, '--reason', 'pagó en efectivo')
    expect(released).to.deep.include({ id: link.id, status: 'active', checkout: 'released' })
    const [again, after, entries] = await Promise.all([
      site.run(...command, '--reason', 'pagó en efectivo'),
      site.ask('links', 'show', link.id),
      site.ask('audit', 'list'),
    ])
    expect([again.code, again.stdout]).to.satisfy(
      ([code, text]: [number, string]) => code === 0 && /may still be paid/.test(text),
    )
    expect(after.checkout).to.include({ paymentId: released.paymentId, state: 'released' })
    const entry = entries.find(({ action }: { action: string }) => action === 'checkout.released')
    expect(entry).to.include({ actor: 'operator', surface: 'cli', target: released.paymentId })
    expect(entry.details).to.include({ reason: 'pagó en efectivo', refusal: 'this provider closes no vouchers' })
    const paid = await site.call('POST', `/v1/payment_links/${link.id}/mark_paid`, key, { method: 'other' })
    expect(paid.status).to.equal(200)
    const doctor = await site.run('doctor', '--json')
    expect(doctor.code, doctor.stdout).to.equal(0)
  })
})
