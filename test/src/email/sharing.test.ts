import { expect } from 'chai'
import { eventually, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'

const FIELDS = [
  ...[
    'id',
    'linkId',
    'to',
    'livemode',
    'status',
    'subject',
    'error',
    'createdAt',
    'sentAt',
    'deliveredAt',
    'bouncedAt',
  ],
  ...['openedAt', 'clickedAt', 'complainedAt', 'unsubscribedAt', 'temporaryFailedAt'],
]

for (const engine of ENGINES) {
  describe(`mailing a link (${engine})`, () => {
    let paylink: TestAppliance
    let turn = 0
    before(async () => (paylink = await TestAppliance.start(engine)))
    after(() => paylink.stop())

    const share = (link: { id: string }, body: object = { to: 'ana@example.com' }, key = `share-${++turn}`) =>
      paylink.post(`/v1/payment_links/${link.id}/email`, body, { idempotencyKey: key })
    const emailsOf = async (link: { id: string }) =>
      (await paylink.get(`/v1/payment_links/${link.id}/emails`)).body.data as any[]

    it('answers 202 with the delivery, and simulates it in test mode (R25, R66-R67, R127)', async () => {
      const link = await paylink.createLink()
      const { status, body, headers } = await share(link)
      expect(status).to.equal(202)
      expect(body).to.have.all.keys(FIELDS)
      expect(body).to.include({ linkId: link.id, to: 'ana@example.com', livemode: false, status: 'queued' })
      expect(headers.get('idempotency-replayed')).to.equal('false')
      const [seen] = await eventually(
        () => emailsOf(link),
        ([first]) => first?.status === 'simulated',
      )
      expect(seen).to.deep.equal({ ...body, status: 'simulated' })
    })
  })
}
