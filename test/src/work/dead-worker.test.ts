import { expect } from 'chai'
import { MINUTE_MS } from '@paylink/core/kernel/clock'
import { HandleNotifications } from '@paylink/core/reconciliation/handle-notifications'
import { Notifications } from '@paylink/core/reconciliation/notifications.repository'
import { TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'

for (const engine of ENGINES) {
  describe(`a notification whose worker dies, on ${engine} (I18, I35)`, () => {
    let paylink: TestAppliance
    beforeEach(async () => (paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })))
    afterEach(() => paylink.stop())

    async function claimedByDead() {
      const link = await paylink.createLink()
      await paylink.pay(await paylink.openCheckout(link), 'succeed')
      const { id: lane } = await paylink.connectionOf('provider_a')
      const until = new Date(paylink.clock.now().getTime() + MINUTE_MS).toISOString()
      const claimed = await paylink.container.get(Notifications).claim([{ lane, quota: 1 }], { holder: 'dead', until })
      expect(claimed).to.have.length(1)
      return { link, notification: claimed[0]! }
    }

    it('is handled by the next one once the claim has expired, and the dead one records nothing', async () => {
      const { link, notification } = await claimedByDead()
      await paylink.container.get(HandleNotifications).runDue()
      expect(await paylink.linkStatus(link.id)).to.equal('processing')
      paylink.clock.advance(MINUTE_MS)
      await paylink.container.get(HandleNotifications).runDue()
      expect(await paylink.linkStatus(link.id)).to.equal('paid')
      await paylink.container.get(Notifications).reschedule(notification, paylink.clock.now().toISOString(), 'retrying')
      const row = await paylink.db('notifications').where({ id: notification.id }).first()
      expect(row).to.include({ outcome: 'verified', next_attempt_at: null, claimed_by: null })
    })

    it('is due at once when its claim is released', async () => {
      const { link } = await claimedByDead()
      await paylink.container.get(Notifications).releaseAllOf(['dead'])
      await paylink.container.get(HandleNotifications).runDue()
      expect(await paylink.linkStatus(link.id)).to.equal('paid')
    })
  })
}
