import { Appliance } from '@paylink/core/composition/appliance'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { SECOND_MS } from '@paylink/core/kernel/clock'
import { SystemRandom } from '@paylink/core/kernel/random'
import { HandleNotifications } from '@paylink/core/reconciliation/handle-notifications'
import { Notifications } from '@paylink/core/reconciliation/notifications.repository'
import { expect } from 'chai'
import { eventually, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { LyingProvider } from '../support/lying-provider.js'
import { SilentLog, TestTimer } from '../support/ports.js'

/** Longer than a claim lasts, and a verification's lease. */
const STILL_MS = 31 * SECOND_MS

interface Pause {
  hasBegun: () => boolean
  end: () => void
}

for (const engine of ENGINES) {
  describe(`a worker that loses its claim on a notification about two payments, on ${engine} (I18)`, () => {
    let provider: LyingProvider
    let paylink: TestAppliance
    let other: Appliance
    let payments: any[]
    /** Since the claim was lost. */
    let asked: string[]
    beforeEach(async () => {
      provider = await LyingProvider.start()
      paylink = await TestAppliance.start(engine, { outboundAllowPrivate: true }, { http: true, jobs: false })
      const connectionId = await provider.connect(paylink)
      const { clock, settings } = paylink
      const ports = { clock, log: new SilentLog(), random: new SystemRandom(), timer: new TestTimer() }
      other = await Appliance.start(settings, { http: false, jobs: false }, ports)
      payments = [await paidAtProvider(), await paidAtProvider()]
      const subjects = payments.map(({ id }) => ({ paymentId: id as string }))
      const notification = { id: 'evt_of_two', connectionId, eventId: 'evt_of_two', eventType: 'paid', subjects }
      const receivedAt = clock.now().toISOString()
      await of(paylink.appliance, UnitOfWork).run((tx) =>
        of(paylink.appliance, Notifications).insert(tx, { ...notification, receivedAt }),
      )
    })
    afterEach(async () => {
      await other.stop()
      await paylink.stop()
      await provider.stop()
    })

    const of = <T>({ composition }: Appliance, part: abstract new (...parts: any[]) => T): T =>
      composition.container.get<T>(part)
    const row = () => paylink.db('notifications').where({ id: 'evt_of_two' }).first()
    const callAbout = ({ providerRef }: any): string => `GET /v1/checkout/sessions/${providerRef}`

    async function paidAtProvider(): Promise<any> {
      const link = await paylink.createLink()
      await paylink.openCheckout(link)
      const [payment] = await paylink.paymentsOf(link.id)
      provider.sessions.set(payment.providerRef, provider.paid(payment.providerRef))
      return payment
    }

    /** The provider's next answer about this payment is late. */
    function lateAnswer(payment: any): Pause {
      let answer: (() => void) | undefined
      provider.lie = (call, response) => {
        asked.push(call)
        if (answer || call !== callAbout(payment)) return false
        const truth = JSON.stringify(provider.sessions.get(payment.providerRef))
        answer = () => void response.writeHead(200, { 'content-type': 'application/json' }).end(truth)
        return true
      }
      return { hasBegun: () => answer !== undefined, end: () => answer?.() }
    }

    function beforeRenewal(): Pause {
      const notifications = of(paylink.appliance, Notifications)
      const renew = notifications.renew.bind(notifications)
      let end: (() => void) | undefined
      const pause = new Promise<void>((resolve) => {
        notifications.renew = async (...renewed) => {
          end = resolve
          await pause
          return renew(...renewed)
        }
      })
      return { hasBegun: () => end !== undefined, end: () => end?.() }
    }

    const MOMENTS: readonly [when: string, pause: () => Pause][] = [
      ['while the provider is asked about the first', () => lateAnswer(payments[0])],
      ['between the two', beforeRenewal],
      ['while the provider is asked about the second', () => lateAnswer(payments[1])],
    ]
    for (const [when, pause] of MOMENTS) {
      it(`${when}, records and asks nothing more`, async () => {
        asked = []
        const stalled = pause()
        const former = of(paylink.appliance, HandleNotifications).runDue()
        await begun(stalled)
        paylink.clock.advance(STILL_MS)
        const inHand = lateAnswer(payments[0])
        const next = of(other, HandleNotifications).runDue()
        await begun(inHand)
        const held = await row()
        expect(held.claimed_by).to.be.a('string')

        asked = []
        stalled.end()
        await former
        expect(await row()).to.deep.equal(held)
        expect(asked).to.deep.equal([])

        inHand.end()
        await next
        expect(await row()).to.include({ outcome: 'verified', attempts: 0, next_attempt_at: null, claimed_by: null })
        expect(asked).to.deep.equal([callAbout(payments[1])])
        for (const { id } of payments) {
          expect((await paylink.get(`/v1/payments/${id}`)).body.status).to.equal('succeeded')
          expect(await paylink.eventTypes(id)).to.deep.equal(['payment.succeeded'])
        }
      })
    }

    const begun = ({ hasBegun }: Pause): Promise<boolean> => eventually(() => Promise.resolve(hasBegun()), Boolean)
  })
}
