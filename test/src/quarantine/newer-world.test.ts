import { expect } from 'chai'
import { ENGINES } from '../support/engines.js'
import { NewerWorld } from './newer-world.js'

for (const engine of ENGINES) {
  describe(`a backup restored while the world went on, on ${engine} (I53, I57)`, () => {
    let world: NewerWorld
    before(async () => {
      world = await NewerWorld.open(engine)
    })
    after(() => world.close())

    const until = (isSo: () => boolean | Promise<boolean>, what: string): Promise<void> =>
      world.site.until(async () => isSo(), what)
    const invoiceOf = async (payment: string) =>
      (await world.site.api('GET', `/v1/payments/${payment}/invoice`)).body.invoice
    const isStamped = async (payment: string): Promise<boolean> => (await invoiceOf(payment))?.status === 'stamped'

    it('repeats no email, webhook, stamp or charge', async () => {
      const { site } = world
      const file = `${site.database.folder}/before.backup`

      // Waiting in the backup, and done afterwards.
      await site.server.stop()
      await world.withoutWorkers.start()
      const [opened, untouched] = [await site.createLink(), await site.createLink()]
      const address = await site.openCheckout(opened)
      const payment = await world.markPaid()
      const invoiced = await world.requestInvoice()
      await world.share('before@example.com')
      const backup = await world.run('backup', file)
      expect(backup.code, backup.stderr).to.equal(0)
      await world.withoutWorkers.stop()
      await site.server.start()
      await until(() => world.wasTold(payment) && world.mailed.has('before@example.com'), 'what had waited')
      await until(() => isStamped(invoiced), 'a stamp')
      const { uuid } = await invoiceOf(invoiced)
      await world.pay(opened, address)

      // Nothing of it is in the backup.
      const lost = await site.createLink()
      await world.pay(lost, await site.openCheckout(lost))
      const lostPayment = await world.markPaid()
      await world.share('after@example.com')
      await until(() => [opened.id, lost.id, lostPayment].every(world.wasTold), 'webhooks of later payments')
      await until(() => world.mailed.has('after@example.com'), 'a later email')
      const before = { sent: [...world.sent.keys()], mailed: [...world.mailed.keys()], stamps: await world.stamps() }

      await world.restore(file)
      const seenAt = async (): Promise<string> =>
        (await world.rows<{ at: string | null }>('select max(seen_at) as at from workers'))[0]?.at ?? ''
      const started = await seenAt()
      await until(async () => (await seenAt()) > started, 'a heartbeat in quarantine')
      expect((await site.press(untouched)).status).to.equal(503)
      const resumed = await world.run('doctor', '--resume', '--skip', world.liveConnection, '--json')
      expect(resumed.code, resumed.stderr).to.equal(0)
      expect((await site.link(opened.id)).status).to.equal('paid')
      expect((await site.link(lost.id)).status).to.equal('paid')

      // Its workers do work, and the invoice is found rather than stamped.
      const next = await world.markPaid()
      await world.share('next@example.com')
      await until(() => world.wasTold(next) && world.mailed.has('next@example.com'), 'what follows')
      await until(() => isStamped(invoiced), 'the stamp')
      expect((await invoiceOf(invoiced)).uuid).to.equal(uuid)
      expect((await site.press(untouched)).status).to.equal(303)
      const checkoutOf = async (link: { url: string }) => (await site.press(link)).headers.get('location')
      expect([await checkoutOf(opened), await checkoutOf(lost)]).to.deep.equal([null, null])

      const isRepeated = ([, count]: [string, number]): boolean => count > 1
      expect([...world.sent].filter(isRepeated)).to.deep.equal([])
      expect([...world.mailed].filter(isRepeated)).to.deep.equal([])
      expect(await world.stamps()).to.deep.equal(before.stamps)
      expect(before.mailed).to.have.members(['before@example.com', 'after@example.com'])
      const known = new Set(before.sent)
      const later = world.hooks.received.filter(({ event }) => !known.has(event.id))
      expect(later.filter(({ body }) => [opened.id, lost.id].some((id) => body.includes(id)))).to.deep.equal([])
    })
  })
}
