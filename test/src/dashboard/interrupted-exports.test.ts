import { DatabaseUnavailableError } from '@paylink/core/database/outage'
import { expect } from 'chai'
import { eventually } from '../support/appliance.js'
import { ShopPerson } from '../support/dashboard.js'
import { Download } from '../support/download.js'
import { EndlessExport, type ExportFormat, EXPORTS } from '../support/endless-export.js'
import { ENGINES } from '../support/engines.js'
import { InvoiceShop } from '../support/invoice-shop.js'

const PAGE = '/dashboard/test/accountant'
const LAST_CHUNK = '\r\n0\r\n\r\n'
const pathOf = (format: ExportFormat): string =>
  format === 'zip' ? '/dashboard/test/invoices.zip' : `${PAGE}.${format}`

for (const engine of ENGINES) {
  describe(`an export that is interrupted, on ${engine}`, () => {
    let shop: InvoiceShop
    let owner: ShopPerson
    let source: EndlessExport
    let isStopped: boolean

    beforeEach(async () => {
      isStopped = false
      shop = await InvoiceShop.open(engine)
      await shop.stamped()
      owner = await ShopPerson.signIn(shop.paylink)
      source = new EndlessExport(shop)
      shop.paylink.log.entries.length = 0
    })
    afterEach(() => (isStopped ? undefined : shop.close()))

    const download = (format: ExportFormat, version: '1.0' | '1.1' = '1.1') =>
      Download.begin(shop.paylink.url, pathOf(format), owner.cookie, version)

    const logged = () => shop.paylink.log.entries.filter(({ level }) => level === 'error')

    /** Returns once the database is not read any more while other pages are answered. */
    const standsStill = () =>
      eventually(
        async () => {
          const before = source.batches
          for (let count = 0; count < 5; count++) expect((await owner.get(PAGE)).status).to.equal(200)
          return source.batches - before
        },
        (more) => more === 0,
      )

    const connectionsInUse = () => {
      const { pool } = shop.paylink.db.client as { pool: { numUsed(): number } }
      return eventually(
        () => Promise.resolve(pool.numUsed()),
        (used) => used === 0,
      )
    }

    /** A download over HTTP/1.0 that has read all there is, while the database lets it wait. */
    async function waiting(format: ExportFormat): Promise<Download> {
      source.batches = 0
      source.failsFrom = Infinity
      source.waitsFrom = 4
      const reading = await download(format, '1.0').begun()
      await standsStill()
      return reading
    }

    /** The writer of workbooks sends what it has with its failure, which may hide the reset from Node. A part has no end. */
    const expectBroken = (format: ExportFormat, { body, error }: Pick<Download, 'body' | 'error'>): void => {
      if (format === 'xlsx') expect(body).not.to.include('PK\x05\x06')
      else expect(error).to.equal('ECONNRESET')
    }

    for (const format of EXPORTS) {
      it(`ends the work when the reader of the ${format} leaves, and holds nothing`, async () => {
        const reading = await download(format).begun()
        reading.leave()
        await standsStill()
        await connectionsInUse()
        expect(logged()).to.deep.equal([])
        const action = format === 'zip' ? 'invoices.exported' : 'sheet.exported'
        expect((await shop.paylink.db('audit_entries').where({ action })).length).to.equal(1)
      })

      it(`breaks the ${format} off when the database fails midway: no client takes it for the whole`, async () => {
        source.failsFrom = 4
        const { head, body } = await (await download(format).begun()).end()
        expect(head)
          .to.match(/^HTTP\/1\.1 200 /)
          .and.match(/transfer-encoding: chunked/i)
        expect(body.endsWith(LAST_CHUNK)).to.equal(false)
        expect(body).not.to.include('<html')
        // The connection is broken off first.
        const messages = await eventually(
          () => Promise.resolve(logged().map(({ message }) => message)),
          ({ length }) => length > 0,
        )
        expect(messages).to.deep.equal(['request failed'])

        source.batches = 0
        const fetched = await fetch(shop.paylink.url + pathOf(format), { headers: { Cookie: owner.cookie } })
        const failed = await fetched.arrayBuffer().then(() => null, String)
        expect(failed).to.match(/terminated|network/i)

        // HTTP/1.0 has no chunks: without a reset the end of the connection would be the end of the file.
        const old = await waiting(format)
        source.failsFrom = 0
        source.release()
        await old.end()
        expectBroken(format, old)
        await connectionsInUse()
      })

      it(`answers with a page when the database fails before the ${format} begins`, async () => {
        source.failsFrom = 1
        source.failure = new DatabaseUnavailableError('lost', 'the connection was closed')
        const { status, text, headers } = await owner.get(pathOf(format))
        expect(status).to.equal(503)
        expect(headers.get('content-type')).to.include('text/html')
        expect(headers.get('content-disposition')).to.equal(null)
        expect(text).not.to.include('PK')
      })

      it(`completes the ${format} at shutdown if that is soon`, async () => {
        const reading = await download(format).begun()
        isStopped = true
        const stopping = shop.close()
        source.end = 0
        expect((await reading.end()).body.endsWith(LAST_CHUNK)).to.equal(true)
        await stopping
      })

      it(`breaks the ${format} off at shutdown if it takes too long`, async () => {
        const { timer } = shop.paylink
        const reading = await waiting(format)
        timer.hold(7_000)
        isStopped = true
        const stopping = shop.close()
        timer.release()
        expectBroken(format, await reading.end())
        source.release()
        await stopping
      })
    }

    for (const format of ['csv', 'zip'] as const) {
      it(`reads no further than a slow reader of the ${format} does`, async () => {
        const reading = await download(format).begun()
        reading.stall()
        await standsStill()
        const before = source.batches
        source.end = 0
        await reading.end()
        expect(source.batches).to.be.above(before)
        expect(reading.body.endsWith(LAST_CHUNK)).to.equal(true)
      })
    }
  })
}
