import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { eventually } from '../support/appliance.js'
import { Installation, keyIn } from '../support/command.js'
import { ENGINES } from '../support/engines.js'
import { MUG, XENON } from '../support/invoice-shop.js'

for (const engine of ENGINES) {
  describe(`paylink emails invoice on ${engine}, while the server runs`, () => {
    let site: Installation
    let key: string
    before(async () => {
      site = await Installation.make(engine)
      key = keyIn((await site.start('up')).said.stdout) ?? ''
      await site.ask('invoicing', 'connect', '--mode', 'test', '--sandbox')
      const [merchant] = await site.ask('invoicing', 'merchants', '--mode', 'test')
      await site.ask('invoicing', 'choose-merchant', merchant.id, '--mode', 'test')
    })
    after(() => site.remove())

    const simulated = (id: string): Promise<any> =>
      eventually(
        () => site.ask('emails', 'show', id),
        (email) => email.status === 'simulated',
      )
    async function paid(): Promise<string> {
      const { body: link } = await site.createLink(key, { invoiceable: true, items: [MUG] })
      return (await site.call('POST', `/v1/payment_links/${link.id}/mark_paid`, key, {})).body.paidPaymentId
    }
    const invoiceOf = async (paymentId: string): Promise<any> =>
      (await site.call('GET', `/v1/payments/${paymentId}/invoice`, key)).body.invoice

    it('sends it again, to the same or another address; show writes its files', async () => {
      const paymentId = await paid()
      const input = { ...XENON, formaPago: '03', email: 'ana@example.com' }
      expect((await site.call('POST', `/v1/payments/${paymentId}/invoice`, key, input)).status).to.equal(200)
      const { uuid } = await eventually(
        () => invoiceOf(paymentId),
        ({ status }) => status === 'stamped',
      )
      const [first] = await eventually(
        () => site.ask('emails', 'list'),
        (all) => all[0]?.status === 'simulated',
      )
      expect(first).to.include({ kind: 'invoice', mode: 'test', to: 'ana@example.com', paymentId })
      const other = await site.ask('emails', 'invoice', paymentId, '--to', 'caja@example.com')
      expect(other).to.include({ kind: 'invoice', to: 'caja@example.com', paymentId, linkId: first.linkId })
      expect((await site.ask('emails', 'invoice', paymentId)).to).to.equal('ana@example.com')
      await simulated(other.id)
      const files = ['--pdf', site.file('invoice.pdf'), '--xml', site.file('invoice.xml')]
      const { code, stdout } = await site.run('emails', 'show', other.id, ...files)
      expect(code).to.equal(0)
      expect(stdout).to.include('Subject: Tu factura de ').and.to.include(uuid)
      expect(readFileSync(site.file('invoice.pdf'), 'latin1')).to.match(/^%PDF-1\.\d/)
      expect(readFileSync(site.file('invoice.xml'), 'utf8'))
        .to.match(/^<\?xml/)
        .and.to.include(uuid)
    })

    it('exits 1 without an invoice or an address', async () => {
      const paymentId = await paid()
      const none = await site.run('emails', 'invoice', paymentId, '--to', 'caja@example.com')
      expect(none).to.include({ code: 1, stdout: '', stderr: `payment ${paymentId} has no invoice\n` })
      await site.call('POST', `/v1/payments/${paymentId}/invoice`, key, { ...XENON, formaPago: '03' })
      await eventually(
        () => invoiceOf(paymentId),
        ({ status }) => status === 'stamped',
      )
      const noAddress = await site.run('emails', 'invoice', paymentId)
      const stderr = 'the invoice has no e-mail address: pass one with --to\n'
      expect(noAddress).to.include({ code: 1, stdout: '', stderr })
    })
  })
}
