import { expect } from 'chai'
import type { StampInput } from '@paylink/plugin-api'
import { PAYLOADS } from '../browser/payloads.js'
import { pagesOf, readPdf } from '../support/pdf-reader.js'
import { readXml } from './cfdi-reader.js'
import { LINE, RECEIVER, Sandbox } from './harness.js'

const MARK = 'PRUEBA – SIN VALIDEZ FISCAL'

describe('the PDF of an invoice of the sandbox', () => {
  const sandbox = new Sandbox()
  before(() => sandbox.start())
  after(() => sandbox.stop())
  let count = 0

  const stamped = async (changes: Partial<StampInput> = {}) => {
    const invoiceId = `inv_${++count}`
    const state = await sandbox.stamp({ invoiceId, idempotencyKey: invoiceId, ...changes })
    return { state, ref: { providerRef: state.providerRef, invoiceId } }
  }
  const pdf = async (ref: { providerRef: string; invoiceId: string }) => {
    const bytes = await sandbox.provider.file({ ...ref, format: 'pdf' }, sandbox.context())
    return { ...(await readPdf(bytes)), bytes }
  }

  it('shows the fields that a printed CFDI requires', async () => {
    const exempt = { ...LINE, quantity: 1, unitPriceMicros: 2_500_000, tax: { kind: 'exempt' as const } }
    const { state, ref } = await stamped({ lines: [LINE, exempt] })
    const { text, source } = await pdf(ref)
    for (const said of [
      ...['ESCUELA KEMPER URGATE', 'RFC EKU9003173C9', 'Régimen fiscal: 601 General de Ley Personas Morales'],
      ...['UNIVERSIDAD ROBOTICA ESPAÑOLA', 'RFC URE180429TM6', 'Uso del CFDI: G03 Gastos en general'],
      ...['Lugar de expedición: 42501', 'Domicilio fiscal (C.P.): 86991', state.uuid!, '2026-03-01 06:00:00'],
      ...['Forma de pago: 04 Tarjeta de crédito', 'Método de pago: PUE Pago en una sola exhibición'],
      ...['Centro de mesa', '10161800', '10', '$301.724138', '$3,017.241380'],
      'IVA (002) Tasa 16 % · Base $3,017.241379 · Importe $482.758621',
      ...['IVA (002) exento · Base $2.50', '$3,019.74', '$482.76', '$3,502.50'],
      'TRES MIL QUINIENTOS DOS PESOS 50/100 M.N.',
      'Este documento es una representación impresa de un CFDI. Emisor: EKU9003173C9',
    ]) {
      expect(text).to.include(said)
    }
    const whole = text.join('')
    const { Sello = '' } = readXml(await sandbox.provider.file({ ...ref, format: 'xml' }, sandbox.context())).attributes
    expect(whole).to.include(Sello).and.include(`||1.1|${state.uuid}|2026-03-01T06:00:00|SAT970701NN3|${Sello}|`)
    expect(text).to.include(MARK).and.not.include('CANCELADO')
    expect(pagesOf(source)).to.equal(1)
  })

  it('shows a cancellation', async () => {
    const { ref } = await stamped()
    await sandbox.provider.cancel({ ...ref, motivo: '02' }, sandbox.context())
    expect((await pdf(ref)).text).to.not.include('CANCELADO')
    sandbox.pass(2)
    expect((await pdf(ref)).text)
      .to.include('CANCELADO')
      .and.include('Factura CANCELADA')
      .and.include(MARK)
  })

  it('continues twenty long lines on further pages, each watermarked', async () => {
    const description = 'Arreglo floral de temporada con rosas y eucalipto, montaje incluido '.repeat(14).slice(0, 900)
    const lines = Array.from({ length: 20 }, () => ({ ...LINE, description }))
    const { text, source } = await pdf((await stamped({ lines })).ref)
    const pages = pagesOf(source)
    expect(pages).to.be.within(4, 10)
    expect(text.filter((line) => line === MARK)).to.have.length(pages)
    expect(text).to.include(`Página ${pages} de ${pages}`)
    expect(text.filter((line) => line === 'Importe')).to.have.length.within(4, pages)
    for (const line of text) expect(line.length, line).to.be.below(160)
  })

  it('is the same bytes for the same invoice', async () => {
    const { ref } = await stamped()
    const [a, b] = [await pdf(ref), await pdf(ref)]
    expect(Buffer.compare(a.bytes, b.bytes)).to.equal(0)
  })

  it('can be drawn with any text, none of which is active content', async () => {
    const odd = ['Dvořák 漢字 🎉 👩‍👩‍👧 ﬁ \u202eab', 'W'.repeat(300), '(a) \\ <b> %']
    const texts = [...odd, ...PAYLOADS].map((text) => text.replaceAll(/[|\p{Cc}]/gu, '').slice(0, 300))
    for (let from = 0; from < texts.length; from += 20) {
      const lines = texts.slice(from, from + 20).map((description) => ({ ...LINE, description }))
      const receiver = { ...RECEIVER, rfc: 'XOJI740919U48', name: texts[from]!, regimenFiscal: '612' }
      const { source } = await pdf((await stamped({ receiver, lines })).ref)
      expect(source).to.not.match(/\/(JS|JavaScript|URI|Launch|Action|OpenAction|AA)\b|\/Annots \[ *[^ \]]/)
    }
  })

  const amounts = [
    [100, 'UN PESO 00/100 M.N.'],
    [1, 'CERO PESOS 01/100 M.N.'],
    [2_100, 'VEINTIÚN PESOS 00/100 M.N.'],
    [10_000, 'CIEN PESOS 00/100 M.N.'],
    [10_100, 'CIENTO UN PESOS 00/100 M.N.'],
    [100_000, 'MIL PESOS 00/100 M.N.'],
    [3_179_427, 'TREINTA Y UN MIL SETECIENTOS NOVENTA Y CUATRO PESOS 27/100 M.N.'],
    [100_000_000, 'UN MILLÓN DE PESOS 00/100 M.N.'],
    [212_300_016, 'DOS MILLONES CIENTO VEINTITRÉS MIL PESOS 16/100 M.N.'],
    [100_000_000_000, 'MIL MILLONES DE PESOS 00/100 M.N.'],
  ] as const
  for (const [centavos, words] of amounts) {
    it(`says ${centavos} centavos as ${words}`, async () => {
      const line = { ...LINE, quantity: 1, unitPriceMicros: centavos * 10_000, tax: { kind: 'exempt' as const } }
      const { text } = await pdf((await stamped({ lines: [line] })).ref)
      expect(text.join(' ')).to.include(words)
    })
  }
})
