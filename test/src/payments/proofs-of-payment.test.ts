import { expect } from 'chai'
import { type Reply, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { Merchant } from '../support/merchants.js'
import { expectProblem } from '../support/problems.js'
import { dataUrl, pngOf, PROOFS, type ProofType } from '../support/proofs-of-payment.js'

const ENDINGS: Record<ProofType, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
}
const TYPES = Object.keys(PROOFS) as ProofType[]
const PNG = PROOFS['image/png']
const MAX_BYTES = 716_800
const html = Buffer.from('<html><script>alert(1)</script></html>')
const withAfter = (type: ProofType, after: Uint8Array): string => dataUrl(type, Buffer.concat([PROOFS[type], after]))

const refused: [string, string][] = [
  ['an empty text', ''],
  ['an address', 'https://example.com/receipt.png'],
  ['no media type', `data:;base64,${PNG.toString('base64')}`],
  ['nothing after the comma', 'data:image/png;base64,'],
  ['no base64', 'data:image/png,abc'],
  ['a parameter', `data:image/png;charset=utf-8;base64,${PNG.toString('base64')}`],
  ['SVG', dataUrl('image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
  ['HTML', dataUrl('text/html', html)],
  ['GIF', dataUrl('image/gif', Buffer.from('GIF89a'))],
  ['image/jpg, which is no type', dataUrl('image/jpg', PROOFS['image/jpeg'])],
  ['spaces in the base64', `data:image/png;base64, ${PNG.toString('base64')}`],
  [
    'a line break in the base64',
    `data:image/png;base64,${PNG.toString('base64').slice(0, 8)}\n${PNG.toString('base64').slice(8)}`,
  ],
  ['base64 for addresses', `data:image/jpeg;base64,${PROOFS['image/jpeg'].toString('base64url')}-_`],
  ['padding left out', dataUrl('image/png', PNG).replace(/=+$/, '')],
  ['padding too much', `${dataUrl('image/png', PNG)}=`],
  ['bits in the padding', 'data:application/pdf;base64,JVBERi0xLjQKJSVFT0b='],
  ['HTML declared as PNG', dataUrl('image/png', html)],
  ['the first bytes of a PNG and then HTML', dataUrl('image/png', Buffer.concat([PNG.subarray(0, 16), html]))],
  ['half a PNG', dataUrl('image/png', PNG.subarray(0, 40))],
  ['a PNG with HTML after it', withAfter('image/png', html)],
  ['a PNG with a PNG after it', withAfter('image/png', PNG)],
  ['a PNG with one byte after it', withAfter('image/png', Buffer.from([0]))],
  ['half a JPEG', dataUrl('image/jpeg', PROOFS['image/jpeg'].subarray(0, 12))],
  ['a WebP with HTML after it', withAfter('image/webp', html)],
  ['half a WebP', dataUrl('image/webp', PROOFS['image/webp'].subarray(0, 20))],
  ['a RIFF that is a WAV', dataUrl('image/webp', Buffer.from('RIFF\x04\0\0\0WAVE', 'latin1'))],
  ['a PDF that begins with HTML', dataUrl('application/pdf', Buffer.concat([html, PROOFS['application/pdf']]))],
  ['half a PDF', dataUrl('application/pdf', PROOFS['application/pdf'].subarray(0, 20))],
  ['700 KB and a byte', dataUrl('image/png', pngOf(MAX_BYTES + 1))],
  ...TYPES.flatMap((type) =>
    TYPES.filter((other) => other !== type).map((other): [string, string] => [
      `${other} declared as ${type}`,
      dataUrl(type, PROOFS[other]),
    ]),
  ),
]

/** Files of real phones and scanners. */
const accepted: [string, ProofType, Uint8Array][] = [
  ['a motion photo: a JPEG with a video after it', 'image/jpeg', Buffer.from('\0\0\0\x18ftypmp42', 'latin1')],
  ['a Samsung photo: a JPEG with the camera’s notes after it', 'image/jpeg', Buffer.from('Image_UTC_Data1732SEFT')],
  ['a PDF with bytes after its end', 'application/pdf', Buffer.concat([Buffer.from('\r\n\0'), Buffer.alloc(2000)])],
]

for (const engine of ENGINES) {
  describe(`receipts on ${engine}`, () => {
    let paylink: TestAppliance
    let merchant: Merchant
    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      merchant = await Merchant.join(paylink)
    })
    after(() => paylink.stop())

    const attach = async (reference: unknown): Promise<Reply> => {
      const { id } = await merchant.createLink()
      return merchant.post(`/v1/payment_links/${id}/mark_paid`, { reference })
    }
    const download = (link: { paidPaymentId: string }): Promise<Reply> =>
      merchant.get(`/v1/payments/${link.paidPaymentId}/reference`)

    for (const type of TYPES) {
      it(`returns a ${type} byte for byte, as an attachment (R53, R122, R126, R217, R256)`, async () => {
        const link = (await attach(dataUrl(type, PROOFS[type]))).body
        expect((await merchant.get(`/v1/payments/${link.paidPaymentId}`)).body.hasReference).to.equal(true)
        const reply = await download(link)
        expect(reply.status).to.equal(200)
        expect(Buffer.compare(reply.body as Buffer, PROOFS[type])).to.equal(0)
        expect(reply.headers.get('content-type')).to.equal('application/octet-stream')
        expect(reply.headers.get('content-length')).to.equal(String(PROOFS[type].length))
        expect(reply.headers.get('x-content-type-options')).to.equal('nosniff')
        expect(reply.headers.get('content-security-policy')).to.equal("default-src 'none'; sandbox")
        expect(reply.headers.get('cache-control')).to.equal('no-store')
        const disposition = `attachment; filename="receipt-${link.paidPaymentId}.${ENDINGS[type]}"`
        expect(reply.headers.get('content-disposition')).to.equal(disposition)
      })
    }

    for (const [name, type, after] of accepted) {
      it(`accepts ${name}, and returns it byte for byte as an attachment (R122, R256)`, async () => {
        const whole = Buffer.concat([PROOFS[type], after])
        const reply = await download((await attach(dataUrl(type, whole))).body)
        expect(Buffer.compare(reply.body as Buffer, whole)).to.equal(0)
        expect(reply.headers.get('content-disposition')).to.match(/^attachment; /)
        expect(reply.headers.get('x-content-type-options')).to.equal('nosniff')
        expect(reply.headers.get('content-security-policy')).to.match(/sandbox/)
      })
    }

    it('accepts 700 KB, and the type in any case (R122, R190)', async () => {
      const largest = pngOf(MAX_BYTES)
      const link = (await attach(dataUrl('IMAGE/PNG', largest).replace('data:', 'DATA:'))).body
      const reply = await download(link)
      expect(Buffer.compare(reply.body as Buffer, largest)).to.equal(0)
      expect(reply.headers.get('content-disposition')).to.match(/\.png"$/)
    })

    it('refuses incomplete files and files of another type (R122, R190, R256)', async () => {
      const { id } = await merchant.createLink()
      for (const [name, reference] of refused) {
        const reply = await merchant.post(`/v1/payment_links/${id}/mark_paid`, { reference })
        expect(reply.status, name).to.equal(400)
        expectProblem(reply, 400, 'validation_error', 'reference')
        expect(reply.text.length, name).to.be.below(1000)
      }
      expect((await merchant.get(`/v1/payment_links/${id}`)).body.status).to.equal('active')
    })

    it('refuses a body larger than any receipt (R190)', async () => {
      const { id } = await merchant.createLink()
      const reply = await merchant.post(`/v1/payment_links/${id}/mark_paid`, { reference: 'x'.repeat(1_200_000) })
      expectProblem(reply, 413, 'payload_too_large')
    })

    it('answers 404 where none was attached (R126, R161)', async () => {
      const link = (await attach(undefined)).body
      expectProblem(await download(link), 404, 'not_found')
      for (const id of ['pay_00000000000000000000000000', link.id, 'x']) {
        expectProblem(await download({ paidPaymentId: id }), 404, 'not_found')
      }
    })

    it('does not return those of another account (R161, I46)', async () => {
      const link = (await attach(dataUrl('image/png', PNG))).body
      const other = await Merchant.join(paylink, { connected: false })
      const path = `/v1/payments/${link.paidPaymentId}/reference`
      expect((await other.get(path)).text).to.equal(
        (await other.get('/v1/payments/pay_00000000000000000000000000/reference')).text,
      )
    })
  })
}
