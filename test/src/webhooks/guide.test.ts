import { Ajv } from 'ajv'
import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import Stripe from 'stripe'
import { CONTRACT_TEXT } from '@paylink/core/contract/generated/contract-text'
import type { Contract } from '@paylink/core/contract/contract'
import { toJsonSchema } from '@paylink/core/contract/json-schema'
import { EXCHANGES, expectNothingWithoutSecret, SECRET } from './exchanges.js'
import { guideEvent, guideValue } from './guide.js'
import { CompiledPrograms, VARIANTS } from './programs.js'
import { Receiver } from './receiver.js'
import { signedHeaders } from './signer.js'

describe('the receiver that the guide to webhooks shows', () => {
  const compiled = new CompiledPrograms()
  before(() => compiled.compile())
  after(() => compiled.remove())

  for (const variant of VARIANTS) {
    const program = compiled.program(variant)
    describe(`in ${program.language}`, () => {
      let receiver: Receiver
      before(async () => {
        receiver = await Receiver.start(program, SECRET)
      })
      after(() => receiver.stop())

      for (const [title, exchange] of Object.entries(EXCHANGES)) it(title, () => exchange(receiver))

      it('takes nothing without a secret', () => expectNothingWithoutSecret(program))
    })
  }
})

describe('the guide to webhooks', () => {
  it('shows a payment as the contract has it', () => {
    const contract = JSON.parse(CONTRACT_TEXT) as Contract
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(
      toJsonSchema(contract, { $ref: '#/components/schemas/Payment' }),
    )
    expect(validate(guideEvent().data.object), JSON.stringify(validate.errors)).to.equal(true)
  })

  it('has correct test vectors', () => {
    const secret = guideValue('secret')
    const sentAt = guideValue('`t`, `webhook-timestamp`')
    const id = guideValue('`webhook-id`')
    const headers = signedHeaders(id, guideValue('body, in UTF-8'), [secret], sentAt)
    expect(headers['service-signature']).to.equal(`t=${sentAt},v1=${guideValue('`v1` of the first, hex')}`)
    expect(headers['webhook-signature']).to.equal(`v1,${guideValue('`v1` of the second, base64')}`)
  })

  it('has test vectors that the libraries accept', () => {
    const [secret, body] = [guideValue('secret'), guideValue('body, in UTF-8')]
    const sentAt = Number(guideValue('`t`, `webhook-timestamp`'))
    const header = `t=${sentAt},v1=${guideValue('`v1` of the first, hex')}`
    const taken = Stripe.webhooks.constructEvent(body, header, secret, 300, undefined, sentAt * 1000)
    expect(taken).to.deep.equal(JSON.parse(body))
    expect(new Webhook(secret).sign(guideValue('`webhook-id`'), new Date(sentAt * 1000), body)).to.equal(
      `v1,${guideValue('`v1` of the second, base64')}`,
    )
  })
})
