import { ReadSheet } from '@paylink/core/accounting/read-sheet'
import { ExportSheet, SHEET_FORMATS } from '@paylink/core/accounting/export-sheet'
import { SheetRows } from '@paylink/core/accounting/sheet-rows.repository'
import { ChangeAccount } from '@paylink/core/accounts/change-account'
import { FindViolations } from '@paylink/core/doctor/find-violations.repository'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { localDay } from '@paylink/core/kernel/local-day'
import { actFor, actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import { type Evidence, SettlePayment } from '@paylink/core/payments/settle-payment'
import { buffer } from 'node:stream/consumers'
import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { DAY } from '../support/links.js'
import { numbersFrom } from '../support/random-numbers.js'
import { hasLibreOffice, throughLibreOffice } from '../support/libre-office.js'
import { csvRecords, sumOf, xlsxRows } from '../support/sheets.js'
import { statementsDuring } from '../support/statements.js'

const TAXES = ['iva_included', 'iva_added', 'exempt'] as const
const COLUMNS = { gross: 'Total', base: 'Base', iva: 'IVA', exempt: 'Exento' } as const

for (const engine of ENGINES) {
  describe(`the sheet for the accountant on ${engine} (I55)`, () => {
    let paylink: TestAppliance
    beforeEach(async () => (paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })))
    afterEach(() => paylink.stop())

    const principal = () => actFor(OPERATOR, { accountId: paylink.account.id, livemode: false })

    /** Under the locks of the product, as every verification does it. */
    async function change(payment: any, act: (locked: any, settle: SettlePayment, tx: any) => Promise<unknown>) {
      const settlePayment = paylink.container.get(SettlePayment)
      await paylink.container.get(UnitOfWork).run(async (tx) => {
        const row = { ...principal(), id: payment.id, linkId: payment.linkId }
        await act(await settlePayment.lock(tx, row), settlePayment, tx)
      })
    }

    const settle = (payment: any, evidence: Evidence) =>
      change(payment, ({ link, payment: locked }, by, tx) => by.apply(tx, link, locked, evidence))

    /** A person accepted another amount, and perhaps another currency. */
    const correct = (payment: any, changes: object) =>
      change(payment, ({ link, payment: locked }, by, tx) =>
        by.save(tx, link, locked, { ...locked, ...changes, reviewDecidedAt: paylink.clock.now().toISOString() }),
      )

    async function makeHistory(next: (below: number) => number): Promise<void> {
      const items = Array.from({ length: 1 + next(3) }, (_, index) => ({
        name: `Pieza ${index}`,
        quantity: 1 + next(4),
        unitPriceCentavos: 1_000 + next(90_000),
        tax: TAXES[next(3)],
      }))
      const link = await paylink.createLink({ title: 'Pedido', items })
      const paidAt = new Date(paylink.clock.now().getTime() - next(40) * DAY).toISOString()
      if (next(5) === 0) {
        await paylink.post(`/v1/payment_links/${link.id}/mark_paid`, { paidAt })
        return
      }
      await paylink.openCheckout(link)
      const [payment] = await paylink.paymentsOf(link.id)
      const feeCentavos = next(3) === 0 ? undefined : next(2_000)
      await settle(payment, { verdict: 'paid', paidAt, feeCentavos })
      let refunded = 0
      for (let times = next(4); times > 0; times--) {
        refunded = Math.min(payment.amountCentavos, refunded + 1 + next(payment.amountCentavos))
        await settle(payment, { verdict: 'paid', amountRefunded: refunded })
        paylink.clock.advance(next(20) * DAY)
      }
      if (next(4) === 0) await settle(payment, { verdict: 'refunded' })
      if (next(6) === 0) {
        // A mismatch that a person accepted, and a payment that no longer counts.
        const amount = payment.amountCentavos + next(500)
        await correct(payment, next(2) === 0 ? { amountCentavos: amount } : { amountCentavos: amount, currency: 'USD' })
      }
    }

    const monthsSince = (start: Date): string[] => {
      const months = new Set<string>()
      for (let at = start.getTime() - 41 * DAY; at <= paylink.clock.now().getTime() + DAY; at += DAY) {
        months.add(localDay(new Date(at), paylink.account.brand.timeZone).slice(0, 7))
      }
      return [...months]
    }

    async function fileOf(month: string, currency: string, format: 'csv' | 'xlsx') {
      const choice = { month, currency, format, locale: 'es-MX' } as const
      const { bytes } = await paylink.container.get(ExportSheet).run(principal(), paylink.account, choice)
      const content = await buffer(bytes)
      return format === 'csv' ? csvRecords(content.toString('utf8')) : xlsxRows(content)
    }

    it('sums to the ledger and to the kept sums, in both formats, over random histories', async () => {
      const next = numbersFrom(18)
      const start = paylink.clock.now()
      for (let count = 0; count < 40; count++) await makeHistory(next)
      expect(await new FindViolations(paylink.db, paylink.clock).run()).to.deep.equal([])
      const readSheet = paylink.container.get(ReadSheet)
      const { timeZone } = paylink.account.brand
      const total = { rows: 0, gross: 0, base: 0, iva: 0, exempt: 0 }
      for (const month of monthsSince(start)) {
        for (const sums of await readSheet.months(principal(), month)) {
          const { currency, receivedCentavos, refundedCentavos, feeCentavos, hasFees } = sums
          const view = await readSheet.view(principal(), timeZone, month, sums)
          expect(view.addsUp, `${month} ${currency}`).to.equal(true)
          for (const format of SHEET_FORMATS) {
            const records = await fileOf(month, currency, format)
            const what = `${month} ${currency} ${format}`
            expect(records.length - 1, what).to.be.at.least(view.latest.length)
            expect(sumOf(records, 'Total'), what).to.equal(receivedCentavos - refundedCentavos)
            expect(sumOf(records, 'Base') + sumOf(records, 'IVA') + sumOf(records, 'Exento')).to.equal(
              sumOf(records, 'Total'),
            )
            if (hasFees) expect(sumOf(records, 'Neto')).to.equal(receivedCentavos - refundedCentavos - feeCentavos)
            else expect(records[0]).not.to.include('Comisión').and.not.include('Neto')
            if (format === 'xlsx') continue
            total.rows += records.length - 1
            for (const [name, head] of Object.entries(COLUMNS)) {
              total[name as keyof typeof COLUMNS] += sumOf(records, head)
            }
          }
        }
      }
      const [ledger] = await paylink
        .db('money_movements')
        .count('* as rows')
        .sum({ gross: 'gross_centavos', base: 'base_centavos', iva: 'iva_centavos', exempt: 'exempt_centavos' })
      expect(total).to.deep.equal(
        Object.fromEntries(Object.entries(ledger as object).map(([name, sum]) => [name, Number(sum)])),
      )
      // Every kind of movement was there.
      const kinds = await paylink.db('money_movements').distinct('kind').pluck('kind')
      expect(kinds.sort()).to.deep.equal(['cancellation', 'fee', 'payment', 'refund'])
    })

    // A large program that few machines have: the other test reads the workbook without it.
    if (hasLibreOffice()) {
      it('sums to the same in LibreOffice, which takes no text for a formula', async () => {
        const next = numbersFrom(4)
        for (let count = 0; count < 15; count++) await makeHistory(next)
        const title = '=HYPERLINK("https://evil.example";"Ver")'
        const link = await paylink.createLink({ title, customerName: '+1+cmd|calc' })
        await paylink.post(`/v1/payment_links/${link.id}/mark_paid`, {})
        const month = localDay(paylink.clock.now(), paylink.account.brand.timeZone).slice(0, 7)
        const choice = { month, currency: 'MXN', format: 'xlsx', locale: 'es-MX' } as const
        const { bytes } = await paylink.container.get(ExportSheet).run(principal(), paylink.account, choice)
        const own = xlsxRows(await buffer(bytes))
        const again = await paylink.container.get(ExportSheet).run(principal(), paylink.account, choice)
        const opened = csvRecords(await throughLibreOffice(await buffer(again.bytes)))
        expect(opened.length).to.equal(own.length)
        for (const head of Object.values(COLUMNS)) expect(sumOf(opened, head), head).to.equal(sumOf(own, head))
        expect(opened.flat()).to.include(title)
      })
    }

    if (engine === 'sqlite') {
      it('goes on from its position, and looks up invoices by their payments', async () => {
        const { payment } = await paylink.opened()
        await settle(payment, { verdict: 'paid' })
        const period = { currency: 'MXN', from: '2020-01-01', to: '2099-01-01', recordedUntil: '2099-01-01' }
        const after = { at: '2020-01-01', paymentId: '', position: 0 }
        const sent = await statementsDuring(paylink, () =>
          paylink.container.get(SheetRows).batch(principal(), period, after),
        )
        const plans: string[] = []
        for (const sql of sent) {
          const values = [...sql.matchAll(/\?/g)].map(() => '')
          const steps: { detail: string }[] = await paylink.db.raw(`explain query plan ${sql}`, values)
          plans.push(...steps.map(({ detail }) => detail))
        }
        expect(plans.join()).to.include('(moved_at,payment_id,position)>(?,?,?)').and.include('(payment_id=?')
      })
    }

    it('belongs to the calendar months of the account, wherever that is', async () => {
      const at = '2026-03-01T07:30:00.000Z'
      const move = (timeZone: string) =>
        paylink.container.get(ChangeAccount).run(actForAccount(OPERATOR, paylink.account.id), { timeZone })
      const link = await paylink.createLink({ title: 'Taza' })
      await paylink.post(`/v1/payment_links/${link.id}/mark_paid`, { paidAt: at })
      const readSheet = paylink.container.get(ReadSheet)
      for (const [timeZone, month, other] of [
        ['America/Mexico_City', '2026-03', '2026-02'],
        ['America/Tijuana', '2026-02', '2026-03'],
      ] as const) {
        await move(timeZone)
        expect((await readSheet.months(principal(), month)).length).to.equal(1)
        expect(await readSheet.months(principal(), other)).to.deep.equal([])
        const rows = []
        for await (const batch of readSheet.rows(principal(), timeZone, month, 'MXN'))
          rows.push(...batch.map(({ at }) => at))
        expect(rows).to.deep.equal([at])
      }
    })

    it('tells what was learnt after the month ended, in the month to which it belongs', async () => {
      const { payment } = await paylink.opened()
      await settle(payment, { verdict: 'paid', feeCentavos: 500 })
      const month = localDay(paylink.clock.now(), paylink.account.brand.timeZone).slice(0, 7)
      paylink.clock.advance(45 * DAY)
      await settle(payment, { verdict: 'paid', feeCentavos: 620 })
      const records = await fileOf(month, 'MXN', 'csv')
      const [heads = [], ...rows] = records as string[][]
      const cell = (row: string[] | undefined, head: string) => row?.[heads.indexOf(head)]
      expect(rows.map((row) => [cell(row, 'Movimiento'), cell(row, 'Comisión')])).to.deep.equal([
        ['Cobro', '0.00'],
        ['Comisión', '-5.00'],
        ['Comisión', '-1.20'],
      ])
      expect(String(cell(rows[2], 'Registrado')).slice(0, 7)).not.to.equal(month)
    })
  })
}
