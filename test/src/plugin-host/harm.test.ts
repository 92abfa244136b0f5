import { rmSync } from 'node:fs'
import { expect } from 'chai'
import { OPERATOR } from '@paylink/core/kernel/principal'
import { MINUTE_MS } from '@paylink/core/kernel/clock'
import { PROVIDER_DEADLINE_MS } from '@paylink/core/plugin-host/call-provider'
import { PluginHealth } from '@paylink/core/plugin-host/plugin-health'
import { PluginStates } from '@paylink/core/plugin-host/plugin-states.repository'
import { Plugins } from '@paylink/core/plugin-host/registry'
import { eventually, TestAppliance } from '../support/appliance.js'
import { dataDirWith } from '../support/third-party.js'

const IDS = ['acme_throws', 'acme_answers', 'acme_blocks', 'acme_exits', 'acme_eats', 'acme_forgets', 'acme_slow']

// The engine makes no difference here; states.test covers what is stored.
describe('a harmful plugin', () => {
  const dataDir = dataDirWith(IDS.map((id) => ({ id })))
  let paylink: TestAppliance
  before(async () => (paylink = await TestAppliance.start('sqlite', { dataDir })))
  after(async () => {
    await paylink.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const listing = async (id: string) => {
    const listed = paylink.container.get(Plugins).list(await paylink.container.get(PluginStates).disabled())
    return listed.find((plugin) => plugin.id === id)
  }
  const press = async (provider: string, title: string): Promise<{ status: number; linkId: string }> => {
    const link = await paylink.createLink({ providers: [provider], title })
    const { status } = await paylink.press(link, provider)
    return { status, linkId: link.id }
  }
  const paymentOf = async (linkId: string) => (await paylink.paymentsOf(linkId))[0]
  const assertOthersSell = async (): Promise<void> => {
    const link = await paylink.createLink({ providers: ['provider_a'] })
    await paylink.pay(await paylink.openCheckout(link), 'succeed')
    await eventually(
      () => paymentOf(link.id),
      ({ status }) => status === 'succeeded',
    )
  }
  const assertDisabled = async (id: string, reason: RegExp): Promise<void> => {
    // On a busy machine the caller's deadline may pass before the process has ended.
    await eventually(
      () => listing(id),
      (plugin) => plugin?.status === 'disabled',
    )
    expect((await listing(id))?.reason).to.match(reason)
    const input = { title: 'T', items: [{ name: 'Taza', quantity: 1, unitPriceCentavos: 5000 }], providers: [id] }
    const refused = await paylink.post('/v1/payment_links', input, { idempotencyKey: crypto.randomUUID() })
    expect([refused.status, refused.body.code]).to.deep.equal([409, 'no_active_connection'])
    const page = await (await fetch((await paylink.createLink()).url)).text()
    expect([page.includes(`value="${id}"`), page.includes('value="provider_a"')]).to.deep.equal([false, true])
    await assertOthersSell()
  }

  it('is disabled after five errors in a row, with the last error as reason; its payments wait (R50, I11)', async () => {
    const first = await press('acme_throws', 'throw')
    expect(first.status).to.equal(409)
    expect(await paymentOf(first.linkId)).to.include({ status: 'pending' })
    for (let more = 0; more < 3; more++) await press('acme_throws', 'throw')
    expect(await listing('acme_throws')).to.include({ status: 'active' })
    // A refusal is an answer: the count restarts.
    expect((await press('acme_throws', 'reject')).status).to.equal(422)
    for (let more = 0; more < 5; more++) await press('acme_throws', 'throw')
    await assertDisabled('acme_throws', /five|5 times in a row.*nothing/)
    expect(paylink.log.entries.filter(({ message }) => message.startsWith('a plugin is disabled'))).to.have.length(1)

    const { id } = await paymentOf(first.linkId)
    const sync = await paylink.post(`/v1/payments/${id}/sync`)
    expect(sync.body).to.include({ status: 'pending', outcome: 'retrying' })
    expect((await paymentOf(first.linkId)).reconcileError).to.match(/plugin is disabled: it failed 5 times/)
  })

  it('can be enabled again and then continues', async () => {
    await paylink.container.get(PluginHealth).enable('acme_throws', OPERATOR)
    expect(await listing('acme_throws')).to.include({ status: 'active', reason: null })
    const link = await paylink.createLink({ providers: ['acme_throws'] })
    await paylink.pay(await paylink.openCheckout(link, 'acme_throws'), 'succeed')
    await eventually(
      () => paymentOf(link.id),
      ({ status }) => status === 'succeeded',
    )
  })

  for (const title of [
    ...['nothing', 'no reference', 'a script', 'no time', 'too much', 'a function', 'a status', 'an amount'],
  ]) {
    it(`that answers ${title} leaves the outcome of the checkout unknown (I11)`, async () => {
      paylink.container.get(PluginHealth).recordAnswer('acme_answers')
      const { status, linkId } = await press('acme_answers', title)
      const payment = await paymentOf(linkId)
      expect([status, payment.status, payment.providerRef]).to.deep.equal([409, 'pending', `creating:${payment.id}`])
    })
  }

  it('that exits is restarted at the next call, and disabled at the third crash (I11)', async () => {
    for (const title of ['exit', 'exit']) expect((await press('acme_exits', title)).status).to.equal(409)
    const link = await paylink.createLink({ providers: ['acme_exits'] })
    expect(await paylink.openCheckout(link, 'acme_exits')).to.include('/sandbox/acme_exits/pay/')
    expect((await press('acme_exits', 'exit')).status).to.equal(409)
    await assertDisabled('acme_exits', /crashed 3 times within 10 minutes: it ended itself, with code 3/)
    // Its open checkout is a page of its simulator, which is unavailable too.
    const page = await fetch(await paylink.openCheckout(link, 'acme_exits'))
    expect(page.status).to.equal(503)
  })

  it('is not disabled for three crashes that are far apart', async () => {
    await paylink.container.get(PluginHealth).enable('acme_exits', OPERATOR)
    for (const title of ['exit', 'shout', 'exit']) {
      expect((await press('acme_exits', title)).status).to.equal(409)
      paylink.clock.advance(6 * MINUTE_MS)
    }
    expect(await listing('acme_exits')).to.include({ status: 'active' })
  })

  it('is disabled for unhandled rejections', async () => {
    for (let crash = 0; crash < 3; crash++) await press('acme_forgets', 'forget')
    await eventually(
      () => listing('acme_forgets'),
      (plugin) => plugin?.status === 'disabled',
    )
    await assertDisabled('acme_forgets', /unhandled on purpose/)
  })

  it('is disabled for using too much memory, gradually or at once', async () => {
    for (const title of ['eat', 'remember', 'grow']) expect((await press('acme_eats', title)).status).to.equal(409)
    await assertDisabled('acme_eats', /more than 128 MB of memory/)
    await paylink.container.get(PluginHealth).enable('acme_eats', OPERATOR)
    // Buffers are outside the heap: they are measured after every call.
    for (const title of ['hoard', 'eat', 'eat']) expect((await press('acme_eats', title)).status).to.equal(409)
    const crashes = paylink.log.entries.filter(({ message }) => message === 'a plugin crashed')
    expect(JSON.stringify(crashes)).to.include('128 MB in buffers')
    await assertDisabled('acme_eats', /more than 128 MB of memory/)
  })

  it('that blocks its process delays no other and is killed after its deadline; one that only waits is not', async () => {
    paylink.timer.hold(PROVIDER_DEADLINE_MS)
    const pressed = Promise.all([
      press('acme_blocks', 'block'),
      ...Array.from({ length: 5 }, () => press('acme_slow', 'slow')),
    ])
    await eventually(
      () =>
        paylink
          .db('payments')
          .whereIn('provider', ['acme_blocks', 'acme_slow'])
          .where('provider_ref', 'like', 'creating:%'),
      (calling) => calling.length === 6,
    )
    await assertOthersSell()
    paylink.timer.release()
    for (const { status } of await pressed) expect(status).to.equal(409)
    await eventually(
      async () => paylink.log.entries.filter(({ message }) => message === 'a plugin crashed').at(-1),
      (entry) => (entry?.fields as { plugin?: string } | undefined)?.plugin === 'acme_blocks',
    )
    for (const id of ['acme_blocks', 'acme_slow']) {
      const again = await paylink.createLink({ providers: [id] })
      expect(await paylink.openCheckout(again, id)).to.include(`/sandbox/${id}/`)
    }
    const crashed = paylink.log.entries.filter(({ message }) => message === 'a plugin crashed')
    expect(crashed.some(({ fields }) => (fields as { plugin: string }).plugin === 'acme_slow')).to.equal(false)
  })

  it('causes no internal error', () => {
    const faults = paylink.log.entries.filter(({ message }) => message === 'request failed')
    const codes = faults.map(({ fields }) => (fields as { err: { code?: string } }).err.code)
    expect(codes.filter((code) => code !== 'provider_unavailable')).to.deep.equal([])
  })
})
