import { ExportSheet } from '@paylink/core/accounting/export-sheet'
import { BATCH, SheetRows } from '@paylink/core/accounting/sheet-rows.repository'
import { localDay } from '@paylink/core/kernel/local-day'
import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
import { expect } from 'chai'
import { buffer } from 'node:stream/consumers'
import { TestAppliance } from '../support/appliance.js'
import { DatabaseProxy } from '../support/database-proxy.js'
import { ShopPerson } from '../support/dashboard.js'
import { Download } from '../support/download.js'
import { ENGINES } from '../support/engines.js'
import { csvRecords, sumOf } from '../support/sheets.js'

const ROWS = 2 * BATCH + 100

/** A month with so many movements that they are read in several batches. */
async function fill(paylink: TestAppliance): Promise<void> {
  const link = await paylink.createLink({ title: 'Pedido' })
  await paylink.post(`/v1/payment_links/${link.id}/mark_paid`, {})
  const movement = await paylink.db('money_movements').first()
  const rows = Array.from({ length: ROWS - 1 }, (_, index) => ({ ...movement, position: index + 2 }))
  for (let start = 0; start < rows.length; start += 50) {
    await paylink.writer('money_movements').insert(rows.slice(start, start + 50))
  }
  paylink.clock.advance(1_000)
}

/** Calls `act` after the first batch was read. */
function afterFirstBatch(paylink: TestAppliance, act: () => Promise<unknown>): void {
  const rows = paylink.container.get(SheetRows)
  const batch = rows.batch.bind(rows)
  let isFirst = true
  rows.batch = async (...given) => {
    const found = await batch(...given)
    if (isFirst) await act()
    isFirst = false
    return found
  }
}

for (const engine of ENGINES) {
  describe(`a sheet while money moves, on ${engine}`, () => {
    let paylink: TestAppliance
    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      await fill(paylink)
    })
    after(() => paylink.stop())

    it('is the month as it was when the download began, each row once', async () => {
      const later: string[] = []
      afterFirstBatch(paylink, async () => {
        paylink.clock.advance(1_000)
        const link = await paylink.createLink({ title: 'Llegó durante la descarga' })
        await paylink.post(`/v1/payment_links/${link.id}/mark_paid`, {})
        later.push(link.id)
      })
      const { timeZone } = paylink.account.brand
      const choice = { month: localDay(paylink.clock.now(), timeZone).slice(0, 7), currency: 'MXN' }
      const csv = async () => {
        const principal = actFor(OPERATOR, { accountId: paylink.account.id, livemode: false })
        const asked = { ...choice, format: 'csv', locale: 'es-MX' } as const
        const { bytes } = await paylink.container.get(ExportSheet).run(principal, paylink.account, asked)
        return csvRecords((await buffer(bytes)).toString('utf8'))
      }
      const records = await csv()
      expect(later.length).to.equal(1)
      expect(records.length - 1).to.equal(ROWS)
      expect(sumOf(records, 'Total')).to.equal(ROWS * 15_000)
      expect(records.flat()).not.to.include(later[0])
      const again = await csv()
      expect(again.length - 1).to.equal(ROWS + 1)
      expect(again.flat().filter((cell) => cell === later[0]).length).to.equal(1)
    })
  })
}

if (ENGINES.includes('postgres')) {
  describe('a sheet whose database falls silent', () => {
    it('is broken off within the deadline of a query', async () => {
      const proxies: DatabaseProxy[] = []
      const paylink = await TestAppliance.start(
        'postgres',
        {},
        { http: true, jobs: false },
        {
          databaseLimits: { queryMs: 500, connectMs: 500, acquireMs: 500 },
          through: async (url) => {
            const proxy = await DatabaseProxy.before(url)
            proxies.push(proxy)
            return proxy.url
          },
        },
      )
      const [proxy] = proxies
      await fill(paylink)
      const owner = await ShopPerson.signIn(paylink)
      afterFirstBatch(paylink, () => Promise.resolve(proxy?.fallSilent()))
      const reading = Download.begin(paylink.url, '/dashboard/test/accountant.csv', owner.cookie)
      await reading.end()
      expect(reading.head + reading.body).not.to.match(/\r\n0\r\n\r\n$/)
      expect(reading.body).not.to.include('<html')
      proxy?.speak()
      await paylink.stop()
      await proxy?.close()
    })
  })
}
