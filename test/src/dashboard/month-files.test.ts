import { CollectInvoiceFiles } from '@paylink/core/invoicing/collect-invoice-files'
import { providerUnavailable } from '@paylink/core/connections/provider-problem'
import type { ReadInvoiceFiles } from '@paylink/core/invoicing/read-invoice-files'
import { expect } from 'chai'
import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { InvoiceShop } from '../support/invoice-shop.js'
import { zipEntries } from '../support/zip.js'

const LIST = '/dashboard/test/invoices'
const ZIP = `${LIST}.zip`
/** Months in which the tests put what they stamped. */
const MONTH = '2026-03'
const STAMPED_AT = '2026-03-12T18:00:00.000Z'

for (const engine of ENGINES) {
  describe(`PDF and XML of a month, on ${engine}`, () => {
    let shop: InvoiceShop
    let owner: ShopPerson

    beforeEach(async () => {
      shop = await InvoiceShop.open(engine)
      owner = await ShopPerson.signIn(shop.paylink)
    })
    afterEach(() => shop.close())

    const raw = (person: ShopPerson, path: string, init: RequestInit = {}): Promise<Response> =>
      fetch(shop.paylink.url + path, { headers: { Cookie: person.cookie }, redirect: 'manual', ...init })

    async function archive(path = `${ZIP}?month=${MONTH}`, person = owner): Promise<Map<string, Buffer>> {
      const reply = await raw(person, path)
      expect(reply.status).to.equal(200)
      return zipEntries(Buffer.from(await reply.arrayBuffer()))
    }

    /** Stamped at this moment. */
    async function stamped(at = STAMPED_AT, changes: object = {}) {
      const made = await shop.stamped()
      const created_at = new Date(Date.parse(at) - 60_000).toISOString()
      await shop.paylink.change('invoices', made.invoice.id, { created_at, stamped_at: at, ...changes })
      return { ...made, uuid: String(made.invoice.uuid).toUpperCase() }
    }

    const forget = async (invoiceId: string, format?: string): Promise<void> => {
      const where = { invoice_id: invoiceId, ...(format && { format }) }
      await shop.paylink.writer('invoice_files').where(where).delete()
    }

    const stored = async (invoiceId: string): Promise<Record<string, Buffer>> => {
      const rows = await shop.paylink.db('invoice_files').where({ invoice_id: invoiceId })
      return Object.fromEntries(rows.map(({ format, content }) => [format, content]))
    }

    it('has both files of every stamped invoice, under names that sort by day', async () => {
      const one = await stamped()
      const other = await stamped('2026-03-02T12:00:00.000Z')
      const waiting = await shop.paid()
      await shop.request(waiting.paymentId)
      const files = await archive()
      const name = (day: string, uuid: string, format: string) => `PRUEBA-${day}_XIA190128J61_${uuid}.${format}`
      expect([...files.keys()].sort()).to.deep.equal([
        ...['pdf', 'xml'].map((format) => name('2026-03-02', other.uuid, format)),
        ...['pdf', 'xml'].map((format) => name('2026-03-12', one.uuid, format)),
      ])
      const { pdf, xml } = await stored(one.invoice.id)
      expect(files.get(name('2026-03-12', one.uuid, 'pdf'))?.equals(pdf ?? Buffer.of())).to.equal(true)
      expect(files.get(name('2026-03-12', one.uuid, 'xml'))?.equals(xml ?? Buffer.of())).to.equal(true)
    })

    it('is named after mode and month, is not kept by caches, and opens in the usual program', async () => {
      await stamped()
      const reply = await raw(owner, `${ZIP}?month=${MONTH}`)
      expect(reply.headers.get('content-disposition')).to.equal(`attachment; filename="PRUEBA-${MONTH}-facturas.zip"`)
      expect([reply.headers.get('content-type'), reply.headers.get('cache-control')]).to.deep.equal([
        'application/zip',
        'no-store',
      ])
      const bytes = Buffer.from(await reply.arrayBuffer())
      expect(zipEntries(bytes).size).to.equal(2)
      const path = join(shop.paylink.settings.dataDir, 'month.zip')
      await writeFile(path, bytes)
      // Where the machine has it: the reader above checks the same.
      const { status } = spawnSync('unzip', ['-t', path])
      expect(status).to.be.oneOf([0, null])
    })

    it('takes the month by the time of central Mexico', async () => {
      const first = await stamped('2026-03-01T06:00:00.000Z')
      const before = await stamped('2026-03-01T05:59:59.999Z')
      const last = await stamped('2026-04-01T05:59:59.999Z')
      const names = [...(await archive()).keys()].join()
      expect(names)
        .to.include(`2026-03-01_XIA190128J61_${first.uuid}`)
        .and.include(`2026-03-31_XIA190128J61_${last.uuid}`)
      expect(names).not.to.include(before.uuid)
      expect([...(await archive(`${ZIP}?month=2026-02`)).keys()].join()).to.include(
        `2026-02-28_XIA190128J61_${before.uuid}`,
      )
    })

    it('finds what was stamped long after it was requested, in an account with many invoices', async () => {
      const late = await stamped(STAMPED_AT, { created_at: '2025-01-01T00:00:00.000Z' })
      const {
        id,
        payment_id: paymentId,
        ...rest
      } = await shop.paylink.db('invoices').where({ id: late.invoice.id }).first()
      const rows = Array.from({ length: 1_100 }, (_, index) => ({
        ...{ ...rest, id: `${id.slice(0, -5)}${String(index).padStart(5, '0')}`, payment_id: paymentId },
        ...{ status: 'failed', uuid: null, stamped_at: null, failure_code: 'x' },
        created_at: new Date(Date.parse('2025-06-01T00:00:00.000Z') + index).toISOString(),
      }))
      for (let start = 0; start < rows.length; start += 50) {
        await shop.paylink.writer('invoices').insert(rows.slice(start, start + 50))
      }
      expect([...(await archive()).keys()].join()).to.include(late.uuid)
    })

    it('has cancelled invoices, which their names tell, and their present PDF', async () => {
      const { paymentId, invoice, uuid } = await stamped()
      const before = await stored(invoice.id)
      await shop.cancel(paymentId)
      await shop.settle(5)
      const files = await archive()
      const pdf = files.get(`PRUEBA-2026-03-12_XIA190128J61_${uuid}_CANCELADA.pdf`)
      expect(pdf?.subarray(0, 5).toString()).to.equal('%PDF-')
      expect(pdf?.equals(before['pdf'] ?? Buffer.of())).to.equal(false)
      expect(files.size).to.equal(2)
    })

    it('fetches what is not stored yet, and tells what the provider did not give', async () => {
      const kept = await stamped()
      const partly = await stamped()
      const gone = await stamped()
      await forget(partly.invoice.id, 'pdf')
      await forget(gone.invoice.id)
      await shop.setFaults([{ kind: 'error_before', match: 'GET /v2/invoices/', times: 50 }])
      const files = await archive()
      const list = files.get('FALTAN.txt')?.toString('utf8') ?? ''
      expect(files.size).to.equal(4)
      expect([...files.keys()].join())
        .to.include(`${kept.uuid}.pdf`)
        .and.include(`${partly.uuid}.xml`)
      expect(list).to.include(`${partly.uuid}  PDF: el proveedor respondió`).and.include(`${gone.uuid}  PDF, XML: el`)
      expect(list).not.to.include(kept.uuid)
      await shop.setFaults([])
      const whole = await archive()
      expect([whole.size, whole.has('FALTAN.txt')]).to.deep.equal([6, false])
      expect(Object.keys(await stored(gone.invoice.id)).sort()).to.deep.equal(['pdf', 'xml'])
    })

    it('writes no name that leaves the folder, nor lines of a provider as its own', async () => {
      const { invoice } = await stamped(STAMPED_AT, { rfc: '../../Ñ&C/\u0000\u202e..\\x"\n'.replace('\u0000', '') })
      const [name = ''] = [...(await archive()).keys()]
      expect(name).to.match(/^PRUEBA-2026-03-12_[0-9A-ZÑ&-]+_[0-9A-F-]{36}\.(pdf|xml)$/)
      await forget(invoice.id)
      const files = shop.part(CollectInvoiceFiles) as unknown as { readFiles: ReadInvoiceFiles }
      const original = files.readFiles
      files.readFiles = {
        ensureStored: () => Promise.reject(providerUnavailable('invoicing', 'no\r\n2026-03-12  X  \u001b[2Jlie')),
      } as unknown as ReadInvoiceFiles
      const list = (await archive()).get('FALTAN.txt')?.toString('utf8') ?? ''
      files.readFiles = original
      expect(list.split('\r\n').length).to.equal(6)
      expect(list).to.include('“no 2026-03-12 X [2Jlie”').and.not.include('\u001b')
    })

    it('is one sentence where none was stamped, or there is no such month', async () => {
      await stamped()
      const none = await owner.get(`${ZIP}?month=2026-01`)
      expect(none.status).to.equal(200)
      expect(none.text).to.include('En enero de 2026 no se timbró ninguna factura')
      for (const month of ['2026-13', '../2026-03']) {
        const { status, text } = await owner.get(`${ZIP}?month=${month}`)
        expect(status, month).to.be.oneOf([400, 404])
        if (status === 404) expect(text).to.include('Ese mes no existe')
      }
      expect(await shop.paylink.db('audit_entries').where({ action: 'invoices.exported' })).to.deep.equal([])
      const stranger = await ShopPerson.signIn(shop.paylink, 'owner', (await ShopPerson.otherAccount(shop.paylink)).id)
      expect((await stranger.get(`${ZIP}?month=${MONTH}`)).text).to.include('no se timbró ninguna factura')
      const live = await owner.get(`/dashboard/invoices.zip?month=${MONTH}`)
      expect(live.text).to.include('no se timbró ninguna factura')
    })

    it('asks who it is, and is in the audit log, in words', async () => {
      await stamped()
      shop.paylink.clock.advance(11 * 60_000)
      const asked = await raw(owner, `${ZIP}?month=${MONTH}`)
      expect([asked.status, asked.headers.get('location')]).to.deep.equal([
        303,
        `/dashboard/test/confirm?next=${encodeURIComponent(`${ZIP}?month=${MONTH}`)}`,
      ])
      owner = await ShopPerson.again(owner)
      await archive()
      const entries = await shop.paylink.db('audit_entries').where({ action: 'invoices.exported' })
      expect(entries.map(({ details }) => JSON.parse(details))).to.deep.equal([{ month: MONTH, livemode: false }])
      expect((await owner.get('/dashboard/test/settings/audit?what=invoices')).text).to.include(
        `Descargó PDF y XML de las facturas de un mes ${MONTH}`,
      )
    })

    it('is for owners, administrators and viewers, from both pages', async () => {
      expect((await owner.get(LIST)).html).not.to.include('invoices.zip')
      expect((await owner.get('/dashboard/test/accountant')).html).not.to.include('invoices.zip')
      await stamped()
      for (const [role, status] of [
        ['owner', 200],
        ['admin', 200],
        ['viewer', 200],
        ['cashier', 403],
      ] as const) {
        const person = await ShopPerson.signIn(shop.paylink, role)
        const reply = await raw(person, `${ZIP}?month=${MONTH}`, { headers: { Cookie: person.cookie } })
        await reply.arrayBuffer()
        expect(reply.status, role).to.equal(status)
      }
      expect((await owner.get(`${LIST}?month=${MONTH}`)).html).to.include(`href="${ZIP}?month=${MONTH}"`)
      expect((await owner.get(LIST)).html).to.include(`href="${ZIP}"`)
      expect((await owner.get(`/dashboard/test/accountant?month=${MONTH}`)).html).to.include(
        `href="${ZIP}?month=${MONTH}"`,
      )
      const english = await ShopPerson.signIn(shop.paylink, 'viewer', undefined, 'en')
      expect((await english.get(LIST)).text).to.include('Download the month’s PDF and XML')
      expect([...(await archive(undefined, english)).keys()].join()).to.include('TEST-2026-03-12_')
    })

    it('costs nothing to those who only ask whether it is there', async () => {
      const { invoice } = await stamped()
      await forget(invoice.id)
      const reply = await raw(owner, `${ZIP}?month=${MONTH}`, { method: 'HEAD', headers: { Cookie: owner.cookie } })
      expect([reply.status, reply.headers.get('content-type')]).to.deep.equal([200, 'application/zip'])
    })
  })
}
