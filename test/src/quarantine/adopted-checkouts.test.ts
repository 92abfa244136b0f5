import { join } from 'node:path'
import { connect } from '@paylink/core/database/connect'
import type { Reader } from '@paylink/core/database/engine'
import { expect } from 'chai'
import { ENGINES } from '../support/engines.js'
import { ProviderShop } from './provider-shop.js'

for (const engine of ENGINES) {
  describe(`checkouts opened since the backup on ${engine} (I53)`, () => {
    let shop: ProviderShop
    let file: string
    beforeEach(async () => {
      shop = await ProviderShop.open(engine)
      file = join(shop.paylink.settings.dataDir, 'before.backup')
    })
    afterEach(() => shop.close())

    async function backUp(): Promise<void> {
      const { code, stderr } = await shop.command(shop.paylink.settings.databaseUrl, 'backup', file)
      expect(code, stderr).to.equal(0)
    }

    async function reading<T>(url: string, read: (db: Reader) => Promise<T>): Promise<T> {
      const database = connect(url)
      try {
        return await read(database.reader)
      } finally {
        await database.close()
      }
    }

    const statusOf = (url: string, link: { id: string }): Promise<unknown[]> =>
      reading(url, async (db) => {
        const found = await db('payment_links').where({ id: link.id }).first()
        const payments = await db('payments').where({ link_id: link.id }).orderBy(['created_at', 'id'])
        return [found?.status, payments.map(({ provider, status }) => `${provider} ${status}`).sort()]
      })

    it('are adopted from the providers before the quarantine ends, and paid once', async () => {
      const { paylink, providers } = shop
      const newLink = (title: string) => paylink.createLink({ title })
      const paidAfter = await newLink('opened and paid after the backup')
      const paidLater = await newLink('opened before the backup, paid after it')
      const openBefore = await shop.open(paidLater, 'provider_a')
      const stillOpen = await newLink('opened after the backup')
      const changed = await newLink('opened before the backup, then paid with the other provider')
      await shop.open(changed, 'provider_a')
      const switched = await newLink('opened with one provider and paid with the other, after the backup')
      const untouched = await newLink('never opened')
      await backUp()

      const paid = await shop.open(paidAfter, 'provider_a')
      await shop.pay(paid.address, 'provider_a')
      await paylink.sync(paid.payment.id)
      await shop.pay(openBefore.address, 'provider_a')
      const open = await shop.open(stillOpen, 'provider_b')
      await shop.pay(await shop.startOver(changed, 'provider_b'), 'provider_b')
      const lost = await newLink('made and paid after the backup')
      const lostPayment = await shop.open(lost, 'provider_b')
      await shop.pay(lostPayment.address, 'provider_b')
      await shop.open(switched, 'provider_b')
      await shop.pay(await shop.startOver(switched, 'provider_a'), 'provider_a')
      const lostUnpaid = await newLink('made and closed after the backup')
      const closed = await shop.open(lostUnpaid, 'provider_a')
      await paylink.post(`/v1/payment_links/${lostUnpaid.id}/disable`)
      await providers.provider_a.open({ paymentId: 'pay_of_another', linkId: paidAfter.id, instanceId: 'another' })

      const { url } = await shop.restore(file)
      expect(await statusOf(url, paidAfter)).to.deep.equal(['active', []])
      const resumed = await shop.command(url, 'doctor', '--resume', '--json')
      expect(resumed.code, resumed.stderr).to.equal(0)
      expect(resumed.json.skipped).to.deep.equal([])
      const byProvider = new Map<string, any>(resumed.json.providers.map((one: any) => [one.provider, one]))
      expect(byProvider.get('provider_a')).to.include({ mode: 'test', adopted: 2, recoveredLinks: 0 })
      expect(byProvider.get('provider_b')).to.include({ mode: 'test', adopted: 4, recoveredLinks: 1 })

      expect(await statusOf(url, paidAfter)).to.deep.equal(['paid', ['provider_a succeeded']])
      expect(await statusOf(url, paidLater)).to.deep.equal(['paid', ['provider_a succeeded']])
      expect(await statusOf(url, stillOpen)).to.deep.equal(['processing', ['provider_b pending']])
      expect(await statusOf(url, changed)).to.deep.equal(['paid', ['provider_a canceled', 'provider_b succeeded']])
      // Its payment that was given up has its event, too: the invariants hold.
      expect(await statusOf(url, switched)).to.deep.equal(['paid', ['provider_a succeeded', 'provider_b canceled']])
      expect(await statusOf(url, untouched)).to.deep.equal(['active', []])
      expect(await statusOf(url, lost)).to.deep.equal(['paid', ['provider_b succeeded']])
      expect(await statusOf(url, lostUnpaid)).to.deep.equal([undefined, []])
      const ids = await reading(url, (db) => db('payments').pluck<string[]>('id'))
      expect(ids).to.include.members([paid.payment.id, open.payment.id, lostPayment.payment.id])
      expect(ids).to.not.include.members(['pay_of_another'])
      expect(ids).to.not.include(closed.payment.id)
      const refs = await reading(url, (db) => db('payments').where({ id: open.payment.id }).pluck('provider_ref'))
      expect(refs).to.deep.equal([open.payment.providerRef])

      const audited = await reading(url, (db) => db('audit_entries').where({ action: 'checkout.adopted' }))
      expect(audited).to.have.length(6)
      const findings = (await shop.command(url, 'doctor', '--json')).json
      const bad = findings.filter(({ check, ok }: any) => !ok && /^(quarantine|invariants|I\d+)$/.test(check))
      expect(bad).to.deep.equal([])
    })

    it('keep the quarantine going while a provider cannot be read, and are adopted once', async () => {
      const { paylink, providers } = shop
      const [first, second] = [await paylink.createLink(), await paylink.createLink()]
      await backUp()
      await shop.pay((await shop.open(first, 'provider_a')).address, 'provider_a')
      await shop.pay((await shop.open(second, 'provider_b')).address, 'provider_b')
      const { url } = await shop.restore(file)

      const connectionId = shop.connections.get('provider_b')
      // Each attempt of the read is cut off.
      const cut = setInterval(() => (providers.provider_b.cut = 'before processing'), 1)
      const refused = await shop.command(url, 'doctor', '--resume')
      clearInterval(cut)
      providers.provider_b.cut = undefined
      expect([refused.code, refused.stdout]).to.deep.equal([1, ''])
      expect(refused.stderr)
        .to.include(`provider_b (test, ${connectionId})`)
        .and.include('Of the others, 1 was adopted.')
      expect(refused.stderr).to.include(`paylink doctor --resume --skip ${connectionId}`)
      expect(await statusOf(url, first)).to.deep.equal(['paid', ['provider_a succeeded']])
      expect(await statusOf(url, second)).to.deep.equal(['active', []])
      const state = await reading(url, (db) => db('instance').where({ key: 'quarantine' }).first())
      expect(state).to.not.equal(undefined)

      const again = await shop.command(url, 'doctor', '--resume', '--json')
      expect(again.code, again.stderr).to.equal(0)
      expect(again.json.providers.map(({ adopted }: any) => adopted).sort()).to.deep.equal([0, 1])
      expect(await statusOf(url, first)).to.deep.equal(['paid', ['provider_a succeeded']])
      expect(await statusOf(url, second)).to.deep.equal(['paid', ['provider_b succeeded']])
    })

    it('go to the right one of two merchants with one account at the provider, or to none', async () => {
      const { paylink } = shop
      const other = await shop.join()
      const theirs = await other.createLink()
      const ours = await paylink.createLink()
      await backUp()
      await shop.pay(await paylink.openCheckout(theirs), 'provider_a')
      await shop.pay((await shop.open(ours, 'provider_a')).address, 'provider_a')
      const lost = await other.createLink()
      await shop.pay(await paylink.openCheckout(lost), 'provider_a')
      const { url } = await shop.restore(file)

      const refused = await shop.command(url, 'doctor', '--resume')
      expect(refused.code).to.equal(1)
      expect(refused.stderr).to.match(/it may belong to any of several accounts/)
      const shared = await reading(url, (db) =>
        db('connections').where({ provider: 'provider_a', sandbox: false }).pluck<string[]>('id'),
      )
      const resumed = await shop.command(url, 'doctor', '--resume', ...shared.flatMap((id) => ['--skip', id]))
      expect(resumed.code, resumed.stderr).to.equal(0)
      expect(await statusOf(url, theirs)).to.deep.equal(['paid', ['provider_a succeeded']])
      expect(await statusOf(url, ours)).to.deep.equal(['paid', ['provider_a succeeded']])
      expect(await statusOf(url, lost)).to.deep.equal([undefined, []])
      const owners = await reading(url, (db) => db('payments').where({ link_id: theirs.id }).pluck('account_id'))
      expect(owners).to.deep.equal([other.account.id])
    })

    it('may be left to the operator, connection by connection', async () => {
      const { paylink, providers } = shop
      const link = await paylink.createLink()
      await backUp()
      await shop.pay((await shop.open(link, 'provider_a')).address, 'provider_a')
      const { url } = await shop.restore(file)
      await providers.provider_b.stop()
      const connectionId = shop.connections.get('provider_b') ?? ''
      const unknown = await shop.command(url, 'doctor', '--resume', '--skip', connectionId, '--skip', 'conn_none')
      expect([unknown.code, unknown.stderr]).to.deep.equal([
        1,
        '--skip conn_none: no connection that is to be read has this id; see paylink connections list.\n',
      ])
      const resumed = await shop.command(url, 'doctor', '--resume', '--skip', connectionId, '--json')
      expect(resumed.code, resumed.stderr).to.equal(0)
      expect(resumed.json.skipped.map((one: any) => one.connectionId)).to.deep.equal([connectionId])
      expect(await statusOf(url, link)).to.deep.equal(['paid', ['provider_a succeeded']])
      expect((await shop.command(url, 'doctor', '--skip', connectionId)).code).to.equal(2)
    })
  })
}
