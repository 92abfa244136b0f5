import { invoiceLines } from '@paylink/core/invoicing/invoice-lines'
import { linkTotal } from '@paylink/core/payment-links/link-total'
import { expect } from 'chai'
import { anyCart, numbersFrom } from '../invoicing/carts.js'
import { readXml } from './cfdi-reader.js'
import { Sandbox } from './harness.js'

const CARTS = 60

describe('the sandbox’s arithmetic, independent of core’s', () => {
  const sandbox = new Sandbox()
  before(() => sandbox.start())
  after(() => sandbox.stop())

  it(`totals what the link charged, for ${CARTS} carts (I39)`, async () => {
    const below = numbersFrom(20_261_121)
    for (let count = 0; count < CARTS; count++) {
      const cart = anyCart(below)
      const invoiceId = `inv_${count}`
      const state = await sandbox.stamp({ invoiceId, idempotencyKey: invoiceId, lines: invoiceLines(cart) })
      expect(state.totalCentavos, JSON.stringify(cart)).to.equal(linkTotal(cart))
      if (count % 6 > 0) continue
      const ref = { providerRef: state.providerRef, invoiceId }
      const { attributes } = readXml(await sandbox.provider.file({ ...ref, format: 'xml' }, sandbox.context()))
      expect(attributes['Total']).to.equal((linkTotal(cart) / 100).toFixed(2))
    }
  })
})
