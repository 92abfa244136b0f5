import { ResumeService } from '@paylink/core/backup/resume-service'
import { CompareCheckouts } from '@paylink/core/checkout/compare-checkouts'
import { readInstanceId } from '@paylink/core/database/instance.repository'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@paylink/core/kernel/clock'
import { OPERATOR } from '@paylink/core/kernel/principal'
import { KeepEpoch } from '@paylink/core/quarantine/keep-epoch'
import { Quarantine } from '@paylink/core/quarantine/quarantine'
import { readKnown } from '@paylink/core/quarantine/quarantine.repository'
import { HandleNotifications } from '@paylink/core/reconciliation/handle-notifications'
import { expect } from 'chai'
import { ENGINES } from '../support/engines.js'
import { ProviderShop } from './provider-shop.js'

/** Longer than a restart takes. */
const DOWNTIME_MS = 2 * MINUTE_MS
const RETRY_MS = 20 * SECOND_MS

for (const engine of ENGINES) {
  describe(`a provider whose checkouts cannot be compared after a downtime, on ${engine} (I57)`, () => {
    let shop: ProviderShop
    let id: string
    beforeEach(async () => {
      shop = await ProviderShop.open(engine)
      id = shop.connections.get('provider_b')!
      // Only what a test calls compares.
      shop.paylink.timer.hold(SECOND_MS)
    })
    afterEach(() => shop.close())

    const known = () => readKnown(shop.paylink.db)
    const compare = () => shop.paylink.container.get(CompareCheckouts).run()
    const doctor = (...args: string[]) => shop.command(shop.paylink.settings.databaseUrl, 'doctor', '--json', ...args)
    const finding = async () =>
      (await doctor()).json.find(({ code }: { code: string }) => code === 'connection.uncompared')

    const pass = (ms: number): void => shop.pass(ms)

    async function restartAfter(ms: number): Promise<void> {
      pass(ms)
      await shop.paylink.restart()
    }

    /** Every request to provider_b breaks. */
    function cutOff(): void {
      Object.defineProperty(shop.providers.provider_b, 'cut', {
        ...{ configurable: true, get: () => 'before processing', set: () => undefined },
      })
    }
    function mend(): void {
      Object.defineProperty(shop.providers.provider_b, 'cut', { configurable: true, writable: true, value: undefined })
    }

    it('is asked again after 20 s, not by every payer', async () => {
      await restartAfter(DOWNTIME_MS)
      const link = await shop.paylink.createLink()
      shop.paylink.clock.stop()
      cutOff()
      expect((await shop.paylink.press(link, 'provider_b')).status).to.equal(503)
      const { length } = shop.providers.provider_b.requests
      for (let count = 0; count < 3; count++) {
        expect((await shop.paylink.press(link, 'provider_b')).status).to.equal(503)
      }
      expect(shop.providers.provider_b.requests).to.have.length(length)
      mend()
      expect((await shop.paylink.press(link, 'provider_b')).status).to.equal(503)
      pass(RETRY_MS)
      await shop.paylink.openCheckout(link, 'provider_b')
    })

    it('is named by the doctor, and opens checkouts once the operator has compared them', async () => {
      await restartAfter(DOWNTIME_MS)
      cutOff()
      await compare()
      mend()
      const found = await finding()
      expect(found).to.include({ check: 'checkouts of provider_b in test mode', severity: 'wrong' })
      expect(found.detail).to.include(`paylink doctor --resume --skip ${id}`)
      const { downtime } = await known()
      expect(found.detail).to.include(downtime!.until)

      const unknown = await doctor('--resume', '--skip', 'conn_other')
      expect([unknown.code, unknown.stderr]).to.deep.equal([
        1,
        '--skip conn_other: no connection that is to be read has this id; see paylink connections list.\n',
      ])
      const { code, json, stderr } = await doctor('--resume', '--skip', id)
      expect(code, stderr).to.equal(0)
      const { from, until } = downtime!
      expect(json.skipped).to.deep.equal([{ connectionId: id, provider: 'provider_b', mode: 'test', from, until }])
      expect(await finding()).to.equal(undefined)
      shop.providers.provider_b.requests.length = 0
      await shop.paylink.openCheckout(await shop.paylink.createLink(), 'provider_b')
      const lists = shop.providers.provider_b.requests.filter(({ method }) => method === 'GET')
      expect(lists).to.deep.equal([])
      const entry = await shop.paylink.db('audit_entries').where({ action: 'downtime.skipped' }).first()
      expect(entry).to.include({ target: id, actor: 'operator' })

      // provider_a was compared.
      await compare()
      expect((await known()).downtime).to.equal(null)
      const none = await doctor('--resume', '--skip', id)
      expect(none.code).to.equal(1)
      expect(none.stderr).to.include('nothing to resume')
    })

    it('is missed since the last stop, not since the first after which it could not be read', async () => {
      cutOff()
      await restartAfter(DAY_MS)
      await compare()
      await restartAfter(DAY_MS)
      await compare()
      const { starts, from, until } = (await known()).downtime!
      expect(starts).to.have.length(2)
      expect([starts[0], starts[1]! > from, starts[1]! < until]).to.deep.equal([from, true, true])
      mend()
      // In the second of them another checkout of this installation was opened.
      pass(-DAY_MS / 2)
      await shop.providers.provider_b.open({
        paymentId: 'pay_01k0000000zzzzzzzzzzzzzzzz',
        instanceId: await readInstanceId(shop.paylink.db, null as never, true),
      })
      pass(DAY_MS / 2)
      await compare()
      expect((await known()).state).to.include({ reason: 'checkout_unknown_here', copiedAt: starts[1] })
    })

    const isHolding = async (): Promise<boolean> => {
      const quarantine = shop.paylink.container.get(Quarantine)
      await quarantine.look()
      return quarantine.isHolding
    }

    /** The server has run until now. */
    async function restartAtOnce(): Promise<void> {
      await shop.paylink.container.get(KeepEpoch).run()
      await restartAfter(0)
    }

    it('holds back nothing after a restart later on', async () => {
      cutOff()
      await restartAfter(DAY_MS)
      await compare()
      expect(await isHolding()).to.equal(true)
      pass(DOWNTIME_MS)
      expect(await isHolding()).to.equal(false)
      await restartAtOnce()
      expect((await known()).downtime).to.not.equal(null)
      expect(await isHolding()).to.equal(false)
    })

    it('is tried before anything goes out, also by a worker that starts long after the first server', async () => {
      await restartAfter(DAY_MS)
      pass(DAY_MS / 2)
      await restartAtOnce()
      expect(await isHolding()).to.equal(true)
      cutOff()
      await compare()
      expect(await isHolding()).to.equal(false)
    })

    it('is read since the stop after which it could not be, when a quarantine ends', async () => {
      const instanceId = await readInstanceId(shop.paylink.db, null as never, true)
      const openElsewhere = async (provider: 'provider_a' | 'provider_b', paymentId: string): Promise<void> => {
        pass(-DAY_MS / 2)
        await shop.providers[provider].open({ paymentId, instanceId })
        pass(DAY_MS / 2)
      }
      await restartAfter(DAY_MS)
      await openElsewhere('provider_b', 'pay_01k0000000zzzzzzzzzzzzzzzz')
      cutOff()
      await compare()
      await restartAfter(DAY_MS)
      await openElsewhere('provider_a', 'pay_01k0000000yyyyyyyyyyyyyyyy')
      await compare()
      const { state, downtime } = await known()
      expect(state?.copiedAt).to.equal(downtime!.starts[1])
      mend()
      const { providers } = await shop.paylink.container.get(ResumeService).run(OPERATOR)
      expect(providers.map(({ provider, found }) => [provider, found])).to.deep.equal([
        ['provider_a', 1],
        ['provider_b', 1],
      ])
      expect(await known()).to.include({ state: null, downtime: null })
    })

    it('is read once a minute about an unknown payment, and no more once it must be on its list', async () => {
      const { provider_b: provider } = shop.providers
      const paymentId = (await shop.open(await shop.paylink.createLink(), 'provider_b')).payment.id as string
      provider.notifications.length = 0
      const foreign = paymentId.replace(/.{6}$/, 'zzzzzz')
      const { handle } = await provider.open({ paymentId: foreign, instanceId: 'another' })
      await shop.pay(handle.redirectUrl, 'provider_b')
      const [notification] = provider.notifications
      const { url, headers, body } = notification!
      await fetch(url, { method: 'POST', headers, body })
      const isReadAfter = async (ms: number): Promise<boolean> => {
        pass(ms)
        provider.requests.length = 0
        await shop.paylink.container.get(HandleNotifications).runDue()
        return provider.requests.length > 0
      }
      expect(await isReadAfter(0)).to.equal(true)
      expect(await isReadAfter(30 * SECOND_MS)).to.equal(false)
      expect(await isReadAfter(40 * SECOND_MS)).to.equal(true)
      expect(await isReadAfter(10 * MINUTE_MS)).to.equal(true)
      expect(await isReadAfter(HOUR_MS)).to.equal(false)
    })
  })
}
