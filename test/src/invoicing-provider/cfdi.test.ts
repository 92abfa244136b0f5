import { createPublicKey, verify, X509Certificate } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { InvoiceLine, StampInput } from '@paylink/plugin-api'
import { expect } from 'chai'
import { validateXML } from 'xmllint-wasm'
import { PAYLOADS } from '../browser/payloads.js'
import { all, cadenaOf, one, readXml } from './cfdi-reader.js'
import { LINE, RECEIVER, rejection, Sandbox, TEST_KEY } from './harness.js'

/** The SAT's schemas cannot be redistributed: they are expected beside the repository, or in `SAT_XSD`. */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const SCHEMAS = process.env['SAT_XSD'] ?? resolve(ROOT, '../shared/data/sat/xsd')

const NASTY = [
  `Ñandú & Cía. "El Águila" <b>'x'</b> > ü €`,
  '&amp; &#60; &amp;lt; &#x26;amp; &quot ]]> <![CDATA[x]]> <!-- --> ${x} %s \\n',
  'Ñ&"<>\'é'.repeat(50).slice(0, 300),
  ...PAYLOADS.map((text) => text.replaceAll(/[|\p{Cc}]/gu, '').slice(0, 300)).filter((text) => text.trim() !== ''),
]

const LINES: InvoiceLine[] = [
  LINE,
  { ...LINE, quantity: 3, unitPriceMicros: 33_333_333, tax: { kind: 'iva', ratePercent: 16 } },
  { ...LINE, quantity: 7, unitPriceMicros: 1_000_001, tax: { kind: 'exempt' } },
]

describe('the XML of an invoice of the sandbox', () => {
  const sandbox = new Sandbox()
  before(() => sandbox.start())
  after(() => sandbox.stop())
  let count = 0

  const xml = async (changes: Partial<StampInput> = {}, key = TEST_KEY) => {
    const context = sandbox.context({ secretKey: key })
    const invoiceId = `inv_${++count}`
    const input = { invoiceId, idempotencyKey: invoiceId, receiver: RECEIVER, lines: LINES, ...changes }
    const state = await sandbox.provider.stamp(
      { currency: 'MXN', formaPago: '03', totalCentavos: 0, ...input },
      context,
    )
    const ref = { providerRef: state.providerRef, invoiceId }
    const bytes = await sandbox.provider.file({ ...ref, format: 'xml' }, context)
    return { bytes, root: readXml(bytes), state, ref }
  }

  it('states issuer, receiver, items and Mexico City time, and totals the payment', async () => {
    const { root, state } = await xml()
    expect(root.attributes).to.deep.include({
      ...{ Version: '4.0', Fecha: '2026-03-01T06:00:00', FormaPago: '03', MetodoPago: 'PUE', Moneda: 'MXN' },
      ...{ TipoDeComprobante: 'I', Exportacion: '01', LugarExpedicion: '42501' },
      ...{ SubTotal: '3124.24', Total: '3623.00' },
    })
    expect(state.totalCentavos).to.equal(362_300)
    expect(one(root, 'cfdi:Emisor')).to.deep.equal({
      ...{ Rfc: 'EKU9003173C9', Nombre: 'ESCUELA KEMPER URGATE', RegimenFiscal: '601' },
    })
    expect(one(root, 'cfdi:Receptor')).to.deep.equal({
      ...{ Rfc: RECEIVER.rfc, Nombre: RECEIVER.name, DomicilioFiscalReceptor: '86991' },
      ...{ RegimenFiscalReceptor: '601', UsoCFDI: 'G03' },
    })
    expect(one(root, 'tfd:TimbreFiscalDigital')).to.deep.include({
      UUID: state.uuid,
      FechaTimbrado: '2026-03-01T06:00:00',
    })
  })

  it('reproduces the sums of its lines, exempt ones beside taxed ones', async () => {
    const { root } = await xml()
    const [conceptos, impuestos] = [all(root, 'cfdi:Conceptos')[0]!, all(root, 'cfdi:Impuestos').at(-1)!]
    expect(all(conceptos, 'cfdi:Traslado').map(({ attributes }) => attributes)).to.deep.equal([
      { Base: '3017.241379', Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: '0.160000', Importe: '482.758621' },
      { Base: '99.999999', Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: '0.160000', Importe: '16.00' },
      { Base: '7.000007', Impuesto: '002', TipoFactor: 'Exento' },
    ])
    expect(impuestos.attributes).to.deep.equal({ TotalImpuestosTrasladados: '498.76' })
    expect(all(impuestos, 'cfdi:Traslado').map(({ attributes }) => attributes)).to.deep.equal([
      { Base: '3117.24', Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: '0.160000', Importe: '498.76' },
      { Base: '7.00', Impuesto: '002', TipoFactor: 'Exento' },
    ])
  })

  it('has no sum of taxes where every line is exempt', async () => {
    const { root } = await xml({ lines: [{ ...LINE, tax: { kind: 'exempt' } }] })
    expect(all(root, 'cfdi:Impuestos').at(-1)!.attributes).to.deep.equal({})
    expect(root.attributes['Total']).to.equal(root.attributes['SubTotal'])
  })

  it('is signed over its cadena original, and stamped over the stamp’s', async () => {
    const { root } = await xml({ lines: [{ ...LINE, description: 'Dos  espacios & más' }] })
    const { Sello = '', Certificado = '', NoCertificado } = root.attributes
    const certificate = new X509Certificate(Buffer.from(Certificado, 'base64'))
    expect(certificate.subject).to.include('CN=ESCUELA KEMPER URGATE')
    expect(Buffer.from(certificate.serialNumber, 'hex').toString()).to.equal(NoCertificado)
    expect(certificate.verify(certificate.publicKey)).to.equal(true)
    const cadena = cadenaOf(root)
    expect(cadena)
      .to.match(/^\|\|4\.0\|2026-03-01T06:00:00\|03\|/)
      .and.include('|Dos espacios & más|')
      .and.match(/\|\|$/)
    expect(verify('sha256', Buffer.from(cadena), certificate.publicKey, Buffer.from(Sello, 'base64'))).to.equal(true)
    const stamp = all(root, 'tfd:TimbreFiscalDigital')[0]!
    expect(stamp.attributes['SelloCFD']).to.equal(Sello)
    const kept = JSON.parse((await sandbox.store.get('seal:SAT970701NN3'))!) as { privateKey: string }
    const sat = createPublicKey(kept.privateKey)
    const satSeal = Buffer.from(stamp.attributes['SelloSAT']!, 'base64')
    expect(verify('sha256', Buffer.from(cadenaOf(stamp)), sat, satSeal)).to.equal(true)
  })

  it('is the same bytes every time, and uses one key per issuer', async () => {
    const { bytes, ref } = await xml()
    const again = () => sandbox.provider.file({ ...ref, format: 'xml' }, sandbox.context())
    sandbox.pass(86_400)
    expect(Buffer.compare(bytes, await again())).to.equal(0)
    const [a, b] = [await xml(), await xml({}, TEST_KEY.replace('sandbox0', 'sandbox1'))]
    expect(a.root.attributes['Certificado']).to.equal(readXml(bytes).attributes['Certificado'])
    expect(b.root.attributes['Certificado']).to.not.equal(a.root.attributes['Certificado'])
  })

  it('keeps every text exactly', async () => {
    for (const text of NASTY) {
      const receiver = { ...RECEIVER, rfc: 'XOJI740919U48', name: text, regimenFiscal: '612' }
      const { root } = await xml({ receiver, lines: [{ ...LINE, description: text }] })
      expect(one(root, 'cfdi:Receptor')['Nombre']).to.equal(text)
      expect(one(root, 'cfdi:Concepto')['Descripcion']).to.equal(text)
    }
  })

  for (const text of ['a|b', 'a\u0000b', 'a\nb', 'a\uffff']) {
    it(`refuses ${JSON.stringify(text)}, which XML or the signature cannot hold`, async () => {
      const { fault, info } = await rejection(xml({ lines: [{ ...LINE, description: text }] }))
      expect(fault).to.equal('rejected')
      expect(info.failure!.field).to.equal(undefined)
    })
  }

  it('is missing before the invoice is stamped', async () => {
    await sandbox.behave({ stampSeconds: '9' })
    expect((await rejection(xml())).fault).to.equal('unavailable')
    await sandbox.behave({})
  })

  // Reported as skipped if the schemas are missing.
  if (!existsSync(join(SCHEMAS, 'all.xsd'))) it(`is valid by the SAT’s schemas, which are not in ${SCHEMAS}`)
  else {
    it('is valid by the SAT’s schemas', async () => {
      const names = readdirSync(SCHEMAS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.xsd'))
      // The validator does not resolve folders.
      const files = names.map((name) => ({
        fileName: basename(name),
        contents: readFileSync(join(SCHEMAS, name), 'utf8').replace(
          /schemaLocation="[^"]*\/([^"/]+)"/g,
          'schemaLocation="$1"',
        ),
      }))
      const entry = files.find(({ fileName }) => fileName === 'all.xsd')!
      const documents: Uint8Array[] = []
      const person = { ...RECEIVER, rfc: 'XOJI740919U48', regimenFiscal: '625', usoCfdi: 'D05', zip: '01000' }
      const longest = { ...LINE, description: 'Ñ&'.repeat(500) }
      for (const changes of [
        {},
        { lines: [{ ...LINE, tax: { kind: 'exempt' as const } }] },
        { lines: Array.from({ length: 20 }, () => longest), receiver: { ...person, name: 'É"<'.repeat(100) } },
        {
          lines: [
            { ...LINE, quantity: 1, unitPriceMicros: 10_000, tax: { kind: 'iva' as const, ratePercent: 16 as const } },
          ],
        },
        { lines: [{ ...LINE, quantity: 1, unitPriceMicros: 999_999_999_999_999, tax: { kind: 'exempt' as const } }] },
      ]) {
        documents.push((await xml(changes)).bytes)
      }
      const { valid, errors } = await validateXML({
        xml: documents.map((bytes, index) => ({
          fileName: `cfdi${index}.xml`,
          contents: new TextDecoder().decode(bytes),
        })),
        schema: entry,
        preload: files.filter((file) => file !== entry),
      })
      expect(errors.map(({ rawMessage }) => rawMessage)).to.deep.equal([])
      expect(valid).to.equal(true)
    })
  }
})
