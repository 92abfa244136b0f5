import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { PaymentSums } from '@paylink/core/payments/payment-sums.repository'
import { expect } from 'chai'
import { BusyShop } from '../support/busy-shop.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { csvRecords, sumOf, xlsxRows } from '../support/sheets.js'

const PAGE = '/dashboard/test/accountant'
const ADDS_UP = 'Es la suma de la hoja, al centavo.'
const DIFFERS = 'La hoja no suma lo mismo que los cobros de Inicio.'

for (const engine of ENGINES) {
  describe(`the page for the accountant, on ${engine}`, () => {
    let shop: BusyShop
    let owner: ShopPerson

    before(async () => {
      shop = await BusyShop.open(engine)
      owner = await ShopPerson.signIn(shop.paylink)
    })
    after(() => shop.close())

    const raw = (person: ShopPerson, path: string): Promise<Response> =>
      fetch(shop.paylink.url + path, { headers: { Cookie: person.cookie }, redirect: 'manual' })

    const file = async (path: string): Promise<Buffer> => Buffer.from(await (await raw(owner, path)).arrayBuffer())

    it('shows the month, its last rows with their sums, and that it adds up', async () => {
      const { status, text } = await owner.get(PAGE)
      expect(status).to.equal(200)
      expect(text).to.include('Cobros del mes').and.include(ADDS_UP)
      expect(text).to.include('Cobro').and.include('Devolución').and.include('Suma de estos renglones, en MXN')
    })

    it('adds up although a payment arrives while the page is read', async () => {
      const sums = shop.paylink.container.get(PaymentSums)
      const days = sums.days.bind(sums)
      let arrived = 0
      sums.days = async (...asked) => {
        const found = await days(...asked)
        const link = await shop.paylink.createLink({ title: 'Llegó entretanto' })
        arrived += (await shop.paylink.post(`/v1/payment_links/${link.id}/mark_paid`, {})).status === 200 ? 1 : 0
        return found
      }
      try {
        expect((await owner.get(PAGE)).text)
          .to.include(ADDS_UP)
          .and.not.include(DIFFERS)
        expect(arrived).to.equal(1)
      } finally {
        sums.days = days
      }
    })

    it('reports movements that do not add up to the kept sums', async () => {
      const change = (centavos: number) =>
        shop.paylink.container
          .get(UnitOfWork)
          .run((tx) => tx('money_movements').where({ kind: 'payment' }).increment('gross_centavos', centavos))
      await change(1)
      expect((await owner.get(PAGE)).text)
        .to.include(DIFFERS)
        .and.not.include(ADDS_UP)
      await change(-1)
      expect((await owner.get(PAGE)).text).to.include(ADDS_UP)
    })

    it('gives the sheet as CSV and XLSX with the same sums as the page and Home', async () => {
      const csv = await file(`${PAGE}.csv`)
      expect(csv.subarray(0, 3).toString('hex')).to.equal('efbbbf')
      const records = csvRecords(csv.toString('utf8'))
      const rows = xlsxRows(await file(`${PAGE}.xlsx`))
      expect(rows[0]).to.deep.equal(records[0])
      for (const head of ['Base', 'IVA', 'Exento', 'Total'])
        expect(sumOf(rows, head), head).to.equal(sumOf(records, head))
      const { text } = await owner.get(PAGE)
      const centavosAfter = (label: string): number => {
        const [, figure = ''] = new RegExp(`${label} (−?\\$[\\d,.]+) MXN`).exec(text) ?? []
        return Math.round(Number(figure.replace('−', '-').replace(/[$,]/g, '')) * 100)
      }
      expect(centavosAfter('Cobros del mes') + centavosAfter('Devoluciones')).to.equal(sumOf(records, 'Total'))
      const home = (await owner.get('/dashboard/test')).text
      expect(home).to.include(/Cobros del mes (\$[\d,.]+) MXN/.exec(text)?.[1])
    })

    it('names its files after mode, month and currency, and never lets them be kept', async () => {
      const reply = await raw(owner, `${PAGE}.xlsx`)
      expect(reply.headers.get('content-disposition')).to.match(/filename="PRUEBA-20\d\d-\d\d-MXN\.xlsx"/)
      expect(reply.headers.get('cache-control')).to.equal('no-store')
      expect(reply.headers.get('content-type')).to.equal(
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      )
      await reply.arrayBuffer()
    })

    it('lets no text become a formula', async () => {
      const titles = ['=1+1', '+SUM(A1)', '-2+3', '@cmd', '\tx', '＝1', '"; DROP', 'línea, con coma']
      for (const title of titles) {
        const link = await shop.paylink.createLink({ title: `${title} a`, customerName: title.trim() })
        await shop.paylink.post(`/v1/payment_links/${link.id}/mark_paid`, {})
      }
      const [heads = [], ...records] = csvRecords((await file(`${PAGE}.csv`)).toString('utf8'))
      const concept = heads.indexOf('Concepto')
      for (const record of records) {
        expect(record.length).to.equal(heads.length)
        expect(record[concept]).not.to.match(/^[=+\-@\t\r＝＋－＠]/)
      }
      // As text in a workbook: `xlsxRows` throws at any formula.
      expect(xlsxRows(await file(`${PAGE}.xlsx`)).flat()).to.include('=1+1 a')
    })

    it('writes a workbook that opens whatever characters a text has', async () => {
      const title = 'Taza \ufffe\uffff roja'
      const link = await shop.paylink.createLink({ title })
      await shop.paylink.post(`/v1/payment_links/${link.id}/mark_paid`, {})
      expect(xlsxRows(await file(`${PAGE}.xlsx`)).flat()).to.include('Taza \ufffd\ufffd roja')
    })

    it('asks who it is before a download, and writes it into the audit log', async () => {
      const before = await shop.paylink.db('audit_entries').where({ action: 'sheet.exported' })
      shop.paylink.clock.advance(11 * 60_000)
      const asked = await raw(owner, `${PAGE}.csv?month=2026-01`)
      expect(asked.status).to.equal(303)
      expect(asked.headers.get('location')).to.include('/confirm?next=').and.include('accountant.csv')
      owner = await ShopPerson.again(owner)
      expect((await raw(owner, `${PAGE}.csv?month=2026-01`)).status).to.equal(200)
      const after = await shop.paylink.db('audit_entries').where({ action: 'sheet.exported' }).orderBy('seq')
      expect(after.length).to.equal(before.length + 1)
      expect(after.at(-1).details).to.include('2026-01')
    })

    it('is for owners, administrators and viewers', async () => {
      for (const [role, status] of [
        ['owner', 200],
        ['admin', 200],
        ['viewer', 200],
        ['cashier', 403],
      ] as const) {
        const person = await ShopPerson.signIn(shop.paylink, role)
        for (const path of [PAGE, `${PAGE}.csv`, `${PAGE}.xlsx`]) {
          expect((await person.get(path)).status, `${role} ${path}`).to.equal(status)
        }
      }
    })

    it('keeps accounts and modes apart', async () => {
      const other = await ShopPerson.otherAccount(shop.paylink)
      const stranger = await ShopPerson.signIn(shop.paylink, 'owner', other.id)
      expect((await stranger.get(PAGE)).text).to.include('En este mes no hubo movimientos de dinero.')
      expect((await owner.get('/dashboard/accountant')).text).to.include('En este mes no hubo movimientos de dinero.')
      expect(csvRecords((await raw(stranger, `${PAGE}.csv`).then((reply) => reply.text())) ?? '').length).to.equal(1)
    })

    it('takes whatever stands in the address', async () => {
      for (const query of ['month=2026-13', 'month=', 'month=x', 'month=1&month=2', 'month=2099-01', 'month=%00']) {
        expect((await owner.get(`${PAGE}?${query}`)).status, query).to.be.oneOf([200, 400])
        expect((await owner.get(`${PAGE}.csv?${query}`)).status, query).to.be.oneOf([200, 400])
        expect((await owner.get(`${PAGE}.csv?currency=${query}`)).status, query).to.be.oneOf([200, 400])
      }
      expect((await owner.get(`${PAGE}?month=2026-13`)).text).to.include('Ese mes no existe')
    })

    it('names no file after what stands in the address of a month without movements', async () => {
      const currencies = ['a\r\nX: b', 'ñ→💸', 'MXN"; filename="x.exe', '../../x', 'USD']
      for (const currency of currencies) {
        for (const format of ['csv', 'xlsx']) {
          const path = `${PAGE}.${format}?month=2020-01&currency=${encodeURIComponent(currency)}`
          const reply = await raw(owner, path)
          expect(reply.status, path).to.equal(200)
          expect(reply.headers.get('content-disposition'), path).to.equal(
            `attachment; filename="PRUEBA-2020-01.${format}"`,
          )
          await reply.arrayBuffer()
        }
      }
      const entries = await shop.paylink.db('audit_entries').where({ action: 'sheet.exported' }).orderBy('seq')
      expect(entries.at(-1).details).not.to.include('USD')
    })

    it('gives a sheet without rows for a currency in which nothing moved, never that of another', async () => {
      for (const currency of ['USD', 'mxn', 'x']) {
        const reply = await raw(owner, `${PAGE}.csv?currency=${currency}`)
        expect(reply.headers.get('content-disposition'), currency).to.match(/"PRUEBA-20\d\d-\d\d\.csv"/)
        expect(csvRecords(await reply.text()).length, currency).to.equal(1)
      }
      expect(csvRecords((await file(`${PAGE}.csv?currency=MXN`)).toString('utf8')).length).to.be.greaterThan(1)
    })

    it('leaves fee and net out where a provider did not tell every fee', async () => {
      for (const isTold of [true, false]) {
        await shop.paylink.container
          .get(UnitOfWork)
          .run((tx) => tx('day_sums').update({ fee_count: isTold ? tx.ref('received_count') : 0 }))
        const [heads = []] = csvRecords((await file(`${PAGE}.csv`)).toString('utf8'))
        expect(heads.includes('Comisión')).to.equal(isTold)
        expect(heads.includes('Neto')).to.equal(isTold)
        const { text } = await owner.get(PAGE)
        expect(text.includes('Comisiones')).to.equal(isTold)
        expect(text.includes('la hoja va sin comisión ni neto')).to.equal(!isTold)
      }
    })

    it('lets the owner alone choose who hears of each month’s sheet', async () => {
      const form = await owner.form(PAGE, '/mail')
      const refused = await owner.post(form.action, { ...form.fields, isOn: 'on', sheetTo: 'no es correo' })
      expect(refused.status).to.equal(422)
      expect(refused.text).to.include('Escribe un correo')
      expect(refused.html).to.include('no es correo')
      const saved = await owner.post(form.action, { ...form.fields, isOn: 'on', sheetTo: 'ale@contadores.mx' })
      expect([saved.status, saved.headers.get('location')]).to.deep.equal([303, `${PAGE}?saved=mail`])
      expect((await owner.get(PAGE)).text).to.include('El próximo sale')
      const admin = await ShopPerson.signIn(shop.paylink, 'admin')
      expect((await admin.get(PAGE)).text).to.include('El aviso de cada mes le llega a ale@contadores.mx.')
      expect((await admin.post(form.action, { ...form.fields })).status).to.equal(403)
      const off = await owner.post(form.action, { ...form.fields, isOn: null, sheetTo: 'ale@contadores.mx' })
      expect(off.status).to.equal(303)
      expect((await admin.get(PAGE)).text).to.include('El aviso de cada mes está apagado')
      const acts = await shop.paylink.db('audit_entries').where({ action: 'account.changed' }).orderBy('seq')
      expect(acts.at(-1).details).to.include('sheetTo')
    })
  })
}
