import { expect } from 'chai'
import { eventually } from '../support/appliance.js'
import { BusyShop } from '../support/busy-shop.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'

const BASE = '/dashboard/test'

for (const engine of ENGINES) {
  describe(`home, payments and reviews over HTTP, on ${engine}`, () => {
    let shop: BusyShop
    let owner: ShopPerson
    before(async () => {
      shop = await BusyShop.open(engine)
      owner = await ShopPerson.signIn(shop.paylink)
    })
    after(() => shop.close())

    it('follow a refund made at the provider, and say what it means', async () => {
      const { payment } = await shop.pay('refund', 'Pastel de zanahoria', 'succeed')
      const opened = await owner.get(`${BASE}/payments/${payment.id}/refund`)
      expect(opened.status).to.equal(303)
      const address = opened.headers.get('location') ?? ''
      expect((await owner.get(address)).text).to.include('Todavía no vemos ninguna devolución.')
      await shop.paylink.refundAtProvider(payment.providerRef, 68_000)
      // The background may be asking just then.
      const text = await eventually(
        async () => (await owner.get(address)).text,
        (shown) => shown.includes('Se devolvieron los $680.00 MXN.'),
      )
      expect(text).to.include('El enlace sigue pagado')
      shop.paylink.clock.advance(11 * 60_000)
      const over = await owner.get(address.replace(/before=\d+/, 'before=68000'))
      expect(over.html).to.not.include('data-pending')
    })

    it('refuse a decision about evidence that has changed meanwhile, and show the new one', async () => {
      const { payment } = await shop.pay('changing', 'Concha', 'succeed')
      const since = new Date().toISOString()
      await shop.paylink.change('payments', payment.id, { review_reason: 'duplicate', review_since: since })
      const path = `${BASE}/review/${payment.id}`
      const form = await owner.form(path)
      await shop.paylink.refundAtProvider(payment.providerRef, 68_000)
      const decided = { ...form.fields, decision: 'keep', reason: 'Sí eran dos' }
      const reply = await owner.post(path, decided)
      expect(reply.status).to.equal(409)
      expect(reply.text).to.include('no se aplicó nada')
      const [row] = await shop.paylink.db('payments').where({ id: payment.id })
      expect(row.review_decided_at).to.equal(null)
    })

    it('offer only decisions that the evidence admits, and take no other', async () => {
      const { payment } = await shop.pay('forced', 'Oreja', 'succeed')
      const since = new Date().toISOString()
      await shop.paylink.change('payments', payment.id, { review_reason: 'duplicate', review_since: since })
      const path = `${BASE}/review/${payment.id}`
      const { html } = await owner.get(path)
      expect([...html.matchAll(/name="decision" value="(\w+)"/g)].map(([, kind]) => kind)).to.deep.equal([
        'refunded',
        'keep',
      ])
      const { text } = await eventually(
        async () => owner.send(path, { decision: 'failed', reason: 'x' }),
        (reply) => !reply.text.includes('Ya estamos preguntando'),
      )
      expect(text, text).to.include('ya no es posible')
    })

    it('name who did what, on the pages of a link and of its payment (R127, R245, I52)', async () => {
      const { link, payment } = shop.made.get('invoiced')!
      const path = `${BASE}/payments/${payment.id}`
      await eventually(
        () => shop.paylink.db('invoices').where({ payment_id: payment.id }).first('status'),
        ({ status }) => status === 'stamped',
      )
      const asked = await eventually(
        () => owner.send(path, {}, '/sync'),
        (reply) => !reply.headers.get('location')?.includes('already'),
      )
      expect(asked.status).to.equal(303)
      expect((await owner.send(path, {}, '/receipt')).status).to.equal(303)
      expect((await owner.send(`${path}/invoice/cancel`, { motivo: '02' })).status).to.equal(303)
      const page = await owner.get(path)
      for (const words of ['le preguntó a', 'lo mandó', 'Pidió cancelarla']) expect(page.text).to.include(words)
      expect(page.text).to.match(/La pidió API · /)
      const story = await owner.get(`${BASE}/links/${link.id}`)
      for (const words of [
        /API · \S.* creó el enlace/,
        /API · \S.* pidió la factura/,
        /Lupita owner pidió cancelar la factura/,
        /Lupita owner preguntó por el pago/,
        /Lupita owner mandó el recibo por correo a betty@example.com/,
      ]) {
        expect(story.text).to.match(words)
      }
      expect(story.html).to.include(`${path}#receipt`).and.include(`${path}/invoice/xml`)
      expect((await owner.get(`${BASE}/links/${shop.link('canceled').id}`)).text).to.match(/API · \S.* desactivó/)
      const byHand = await shop.paylink.db('payments').where({ provider: 'manual' }).first('id')
      expect((await owner.get(`${BASE}/payments/${byHand.id}`)).text).to.match(/Lo registró API · /)
      const entries = await shop.paylink
        .db('audit_entries')
        .whereIn('action', ['payment.asked', 'invoice.cancel_requested', 'payment_link.disabled'])
      const acts = entries.map(({ action, actor }: any) => [action, actor.split('_')[0]])
      expect(acts).to.deep.include.members([
        ['payment.asked', 'usr'],
        ['invoice.cancel_requested', 'usr'],
        ['payment_link.disabled', 'key'],
      ])
    })

    it('give a cashier their own day only', async () => {
      const cashier = await ShopPerson.signIn(shop.paylink, 'cashier')
      const reply = await cashier.send(`${BASE}/links/new`, { title: 'Pan de muerto', 'items[0].unitPrice': '120' })
      const id = /plink_\w+/.exec(reply.headers.get('location') ?? '')?.[0] ?? ''
      await shop.paylink.post(`/v1/payment_links/${id}/mark_paid`)
      const home = await cashier.get(BASE)
      expect(home.text, home.text).to.include('Recibido hoy en tus enlaces $120.00 MXN 1 pago')
      expect(home.text).to.include('Pan de muerto')
      expect(home.text).to.not.include('Galletas').and.not.include('Esta semana').and.not.include('Últimos pagos')
      for (const path of ['/payments', '/review', `/payments/${shop.payment('paid').id}`]) {
        expect((await cashier.get(BASE + path)).status, path).to.equal(403)
      }
    })

    it('show no form or button to a viewer that would be refused', async () => {
      const viewer = await ShopPerson.signIn(shop.paylink, 'viewer')
      for (const path of ['', `/payments/${shop.payment('paid').id}`, `/review/${shop.payment('mismatch').id}`]) {
        const { status, html } = await viewer.get(BASE + path)
        expect(status).to.equal(200)
        const main = html.slice(html.indexOf('<main'))
        expect(main, path).to.not.match(/method="post"|\/refund"|\/links\/new"/)
      }
    })

    it('add up: the legend to its total, the figures to the payments', async () => {
      const { text } = await owner.get(`${BASE}?days=90`)
      const rows = await shop.paylink.db('payments').whereNotNull('paid_at')
      const total = rows.reduce((sum: number, { amount_centavos }: any) => sum + Number(amount_centavos), 0)
      const figure = new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(total / 100)
      expect(text).to.include(`Total $${figure}`)
    })

    it('tell on the page of everything else what waits there', async () => {
      const [{ id }] = await shop.paylink.db('invoices')
      const createdAt = new Date(shop.paylink.clock.now().getTime() - 120_000).toISOString()
      await shop.paylink.change('invoices', id, {
        status: 'failed',
        failure_code: 'rejected',
        uuid: null,
        created_at: createdAt,
      })
      expect((await owner.get(`${BASE}/more`)).text).to.match(/Por revisar \d.*Facturas Rechazada/)
      const cashier = await ShopPerson.signIn(shop.paylink, 'cashier')
      expect((await cashier.get(`${BASE}/more`)).text).to.not.include('Rechazada')
    })

    it('ignore what an address says wrongly', async () => {
      for (const query of [
        '?status=x&when=y&method=z&provider=%27&older=a.b&newer=..',
        '?q=%27%22(*%25',
        '?older=zzzzzzzzzz.x',
        '?q=' + 'a'.repeat(5000),
      ]) {
        const { status, text } = await owner.get(`${BASE}/payments${query}`)
        expect(status, `${query} ${text}`).to.equal(200)
      }
      expect((await owner.get(`${BASE}?days=1e9`)).status).to.equal(200)
      for (const path of ['/payments/pay_x', '/review/pay_x', '/payments/pay_x/refund', '/payments/pay_x/invoice']) {
        expect((await owner.get(BASE + path)).status, path).to.equal(404)
      }
      expect((await owner.get(`/dashboard/payments/${shop.payment('paid').id}`)).status).to.equal(404)
    })
  })
}
