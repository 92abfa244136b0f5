import { expect } from 'chai'
import { type Reply, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { inMs } from '../support/links.js'
import { Merchant } from '../support/merchants.js'
import { dataUrl, PROOFS } from '../support/proofs-of-payment.js'
import { rowCounts } from '../support/rows.js'

/** Every operation that takes an id. */
const WITH_ID: [string, string, (id: string) => string, unknown?][] = [
  ['link', 'GET', (id) => `/v1/payment_links/${id}`],
  ['link', 'POST', (id) => `/v1/payment_links/${id}`, { title: 'Mine now' }],
  ['link', 'POST', (id) => `/v1/payment_links/${id}/mark_paid`, { method: 'card' }],
  ['link', 'POST', (id) => `/v1/payment_links/${id}/disable`],
  ['link', 'GET', (id) => `/v1/payment_links?starting_after=${id}`],
  ['payment', 'GET', (id) => `/v1/payments/${id}`],
  ['payment', 'POST', (id) => `/v1/payments/${id}/sync`],
  ['payment', 'GET', (id) => `/v1/payments/${id}/reference`],
  ['payment', 'GET', (id) => `/v1/payments?starting_after=${id}`],
]
const UNKNOWN = '00000000000000000000000000'

/** A response without its request id and rate limit headers. */
function comparable({ status, headers, text }: Reply): object {
  const mute = /^(x-ratelimit-|x-request-id$|date$)/
  const named: Record<string, string> = {}
  headers.forEach((value, name) => {
    if (!mute.test(name)) named[name] = value
  })
  return { status, text, headers: named }
}

for (const engine of ENGINES) {
  describe(`accounts and modes on ${engine}`, () => {
    let paylink: TestAppliance
    const ids = {} as Record<string, { link: string; payment: string; open: string }>
    const keys = {} as Record<string, string>
    const owners = ['A test', 'A live', 'B test', 'B live']

    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      for (const name of ['A', 'B']) {
        const changes = { verifiedAt: inMs(paylink, 0), subscription: 'active' as const }
        const merchant = await Merchant.join(paylink, { changes })
        await merchant.connect(true)
        for (const livemode of [false, true]) {
          const owner = `${name} ${livemode ? 'live' : 'test'}`
          const { text: key } = await merchant.newKey({ livemode })
          const open = await merchant.createLink({}, { key })
          const { id } = await merchant.createLink({}, { key })
          const reference = dataUrl('image/png', PROOFS['image/png'])
          const paid = await merchant.post(`/v1/payment_links/${id}/mark_paid`, { reference }, { key })
          keys[owner] = key
          ids[owner] = { link: id, payment: paid.body.paidPaymentId, open: open.id }
        }
      }
    })
    after(() => paylink.stop())

    for (const asker of owners) {
      for (const owner of owners.filter((one) => one !== asker)) {
        it(`for any id of ${owner}, ${asker} gets what a random id gets (R18-R20, R138, I46-I47)`, async () => {
          const before = await rowCounts(paylink)
          for (const [kind, method, path, body] of WITH_ID) {
            const { link, payment, open } = ids[owner] ?? { link: '', payment: '', open: '' }
            const options = { key: keys[asker] }
            const prefix = kind === 'link' ? 'plink' : 'pay'
            const random = await paylink.call(method, path(`${prefix}_${UNKNOWN}`), body, options)
            expect([400, 404]).to.include(random.status)
            for (const id of kind === 'link' ? [link, open] : [payment]) {
              const reply = await paylink.call(method, path(id), body, options)
              expect(comparable(reply), `${method} ${path(id)}`).to.deep.equal(comparable(random))
            }
          }
          expect(await rowCounts(paylink)).to.deep.equal(before)
        })
      }

      it(`lists only its own objects to ${asker} (R18-R20, I46-I47)`, async () => {
        const isLive = asker.endsWith('live')
        const options = { key: keys[asker] }
        const links = (await paylink.get('/v1/payment_links?limit=100', options)).body.data
        const payments = (await paylink.get('/v1/payments?limit=100', options)).body.data
        const connections = (await paylink.get('/v1/connections', options)).body.data
        const own = ids[asker]
        expect(links.map((link: { id: string }) => link.id)).to.deep.equal([own?.link, own?.open])
        expect(payments.map((payment: { id: string }) => payment.id)).to.deep.equal([own?.payment])
        expect(connections).to.have.length(1)
        for (const one of [...links, ...payments, ...connections]) expect(one.livemode).to.equal(isLive)
      })
    }

    it('are kept apart by the database (I46)', async () => {
      const [a, b] = [ids['A test'], ids['B test']]
      const row = await paylink.db('payments').where({ id: a?.payment }).first()
      for (const wrong of [{ link_id: b?.link }, { livemode: true }, { account_id: paylink.account.id }]) {
        const copy = { ...row, id: 'pay_of_two', provider_ref: 'manual:x', ...wrong }
        const refusal = await paylink
          .writer('payments')
          .insert(copy)
          .then(() => 'taken')
          .catch((error: Error) => error.message)
        expect(refusal).to.match(/foreign key/i)
      }
    })
  })
}
