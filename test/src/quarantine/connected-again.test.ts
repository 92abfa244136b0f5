import { ResumeService } from '@paylink/core/backup/resume-service'
import { CompareCheckouts } from '@paylink/core/checkout/compare-checkouts'
import { readInstanceId } from '@paylink/core/database/instance.repository'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { DAY_MS, HOUR_MS, iso, MINUTE_MS, SECOND_MS } from '@paylink/core/kernel/clock'
import { Ids } from '@paylink/core/kernel/ids'
import { OPERATOR } from '@paylink/core/kernel/principal'
import { beginQuarantine, readKnown } from '@paylink/core/quarantine/quarantine.repository'
import { expect } from 'chai'
import { ENGINES } from '../support/engines.js'
import { ProviderShop } from './provider-shop.js'

for (const engine of ENGINES) {
  describe(`a provider that is connected after a quarantine, on ${engine} (I53, I57)`, () => {
    let shop: ProviderShop
    let from: string
    beforeEach(async () => {
      shop = await ProviderShop.open(engine)
      // Only what a test calls compares.
      shop.paylink.timer.hold(SECOND_MS)
    })
    afterEach(() => shop.close())

    const resume = () => shop.paylink.container.get(ResumeService).run(OPERATOR)
    const compare = () => shop.paylink.container.get(CompareCheckouts).run()
    const known = () => readKnown(shop.paylink.db)
    const listings = () => shop.providers.provider_a.requests.filter(({ method }) => method === 'GET').length

    /** In the copy provider_a was not connected; half an hour after it a payer paid there. Ends the quarantine. */
    async function restoreWithoutProvider(linkId?: string): Promise<void> {
      await shop.disconnect('provider_a')
      expect(await restore(linkId)).to.deep.equal(['provider_b'])
    }

    /** Returns the providers that were read. */
    async function restore(linkId?: string, isPaid = true): Promise<string[]> {
      const { paylink, providers } = shop
      from = iso(paylink.clock.now())
      shop.pass(HOUR_MS / 2)
      if (linkId !== undefined) {
        const paymentId = paylink.container.get(Ids).next('pay')
        const instanceId = await readInstanceId(paylink.db, null as never, true)
        const { handle } = await providers.provider_a.open({ paymentId, linkId, instanceId })
        if (isPaid) await shop.pay(handle.redirectUrl, 'provider_a')
      }
      shop.pass(2 * DAY_MS)
      const found = { reason: 'restored', copiedAt: from, knownUntil: iso(paylink.clock.now()) } as const
      await paylink.container.get(UnitOfWork).run((tx) => beginQuarantine(tx, paylink.clock, found))
      shop.pass(MINUTE_MS)
      const { providers: read } = await resume()
      return read.map(({ provider }) => provider)
    }

    it('opens no checkout before those of the missing time are known here', async () => {
      const { paylink } = shop
      // The amount of a checkout of the sandbox.
      const items = [{ name: 'Boda', quantity: 1, unitPriceCentavos: 435_000 }]
      const [link, other] = [await paylink.createLink({ items }), await paylink.createLink()]
      await restoreWithoutProvider(link.id)
      shop.pass(HOUR_MS)
      await shop.connect('provider_a')
      expect((await paylink.press(link, 'provider_a')).status).to.equal(503)
      const { state } = await known()
      expect(state).to.include({ reason: 'checkout_unknown_here', copiedAt: from })

      const { providers } = await resume()
      expect(providers.find(({ provider }) => provider === 'provider_a')).to.include({ found: 1, adopted: 1 })
      expect(await paylink.linkStatus(link.id)).to.equal('paid')
      await shop.open(other, 'provider_a')
      expect((await known()).state).to.equal(null)
    })

    it('is compared in the background, once', async () => {
      await restoreWithoutProvider()
      await shop.connect('provider_a')
      const before = listings()
      await compare()
      expect(listings()).to.equal(before + 1)
      await compare()
      await shop.open(await shop.paylink.createLink(), 'provider_a')
      expect(listings()).to.equal(before + 1)
      expect((await known()).state).to.equal(null)
    })

    it('starts the quarantine again in the background when a checkout is unknown here', async () => {
      await restoreWithoutProvider((await shop.paylink.createLink()).id)
      await shop.connect('provider_a')
      await compare()
      expect((await known()).state).to.include({ copiedAt: from })
    })

    it('is known already if another merchant has the same account there, and was compared', async () => {
      const { paylink } = shop
      // Of a link that is lost, and expired since: it is left out.
      expect(await restore('plink_01k0000000zzzzzzzzzzzzzzzz', false)).to.have.members(['provider_a', 'provider_b'])
      const merchant = await shop.join()
      await paylink.openCheckout(await merchant.createLink())
      expect((await known()).state).to.equal(null)
    })

    it('is compared although another merchant has the same account there: a link may be paid that was left to this one', async () => {
      const { paylink } = shop
      const merchant = await shop.join({ isConnected: false })
      const items = [{ name: 'Boda', quantity: 1, unitPriceCentavos: 435_000 }]
      const link = await merchant.createLink({ items })
      await restore(link.id)
      await shop.connectMerchant(merchant)
      expect((await paylink.press(link, 'provider_a')).status).to.equal(503)
      await resume()
      expect((await merchant.get(`/v1/payment_links/${link.id}`)).body.status).to.equal('paid')
    })

    it('is compared over two gaps', async () => {
      const { paylink } = shop
      const items = [{ name: 'Boda', quantity: 1, unitPriceCentavos: 435_000 }]
      const link = await paylink.createLink({ items })
      await restoreWithoutProvider(link.id)
      const first = from
      shop.pass(DAY_MS)
      await restore()
      await shop.connect('provider_a')
      await compare()
      expect((await known()).state).to.include({ copiedAt: first })
      await resume()
      expect(await paylink.linkStatus(link.id)).to.equal('paid')
    })

    it('is named by the doctor while it cannot be read, and may be left to the operator', async () => {
      const { paylink, providers } = shop
      await restoreWithoutProvider()
      const id = await shop.connect('provider_a')
      Object.defineProperty(providers.provider_a, 'cut', { get: () => 'before processing', set: () => undefined })
      await compare()
      const doctor = (...args: string[]) => shop.command(paylink.settings.databaseUrl, 'doctor', '--json', ...args)
      const finding = async () =>
        (await doctor()).json.find(({ code }: { code: string }) => code === 'connection.uncompared')
      const { detail } = await finding()
      expect(detail).to.include('which the restored database lacks').and.to.include(`--resume --skip ${id}`)
      const { code, json, stderr } = await doctor('--resume', '--skip', id)
      expect(code, stderr).to.equal(0)
      expect(json.skipped).to.deep.include({
        ...{ connectionId: id, provider: 'provider_a', mode: 'test' },
        ...{ from, until: (await known()).gap!.until },
      })
      expect(await finding()).to.equal(undefined)
    })
  })
}
