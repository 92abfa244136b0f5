import { loadContract } from '@paylink/core/contract/contract'
import { type OperationId, ServedContract } from '@paylink/core/contract/served-contract'
import type { OperationInput } from '@paylink/core/contract/served-operation'
import { type ApiScope, OPERATOR } from '@paylink/core/kernel/principal'
import { problemOf } from '@paylink/core/kernel/problem'
import { Ajv } from 'ajv'
import { expect } from 'chai'
import { linkBody, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'

const contract = new ServedContract(loadContract('http://localhost:8080', ['provider_a']))
const KEY = { 'idempotency-key': 'order-1' }

const REFUSED: [string, OperationId, OperationInput, string[]][] = [
  ['a missing path parameter', 'retrieve_payment_link', {}, ['id']],
  ['a NUL in a path parameter', 'retrieve_payment_link', { path: { id: 'plink_\0' } }, ['id']],
  ['a NUL in the query', 'list_payments', { query: { starting_after: 'pay_\0' } }, ['starting_after']],
  ['an unknown query parameter', 'list_payments', { query: { staus: 'paid' } }, ['staus']],
  ['a number out of range in the query', 'list_payments', { query: { limit: 101 } }, ['limit']],
  ['a missing header', 'create_payment_link', { body: linkBody({}) }, ['Idempotency-Key']],
  ['a missing body', 'create_payment_link', { headers: KEY }, ['body']],
  ['an unpaired surrogate', 'create_payment_link', { headers: KEY, body: linkBody({ title: '\ud800' }) }, ['title']],
  [
    'several faults',
    'create_payment_link',
    { body: { title: '', items: [{ name: 'x', quantity: 0, unitPriceCentavos: 1 }], nope: 1 } },
    ['Idempotency-Key', 'items[0].quantity', 'nope', 'title'],
  ],
]

describe('parsing the input of an operation', () => {
  for (const [name, id, input, paths] of REFUSED) {
    it(`refuses ${name} at ${paths.join(', ')}`, async () => {
      const problem = await problemOf(async () => void contract.parse(id, input, OPERATOR))
      expect(problem?.errors?.map(({ path }) => path).sort()).to.deep.equal(paths)
    })
  }

  it('checks first whether the scopes suffice', async () => {
    const parse = (...scopes: ApiScope[]) =>
      problemOf(async () => void contract.parse('mark_payment_link_paid', { path: { id: '\0' } }, { scopes }))
    const missing = { code: 'forbidden', detail: 'This key lacks the scope payments:write.' }
    expect(await parse('links:write')).to.include(missing)
    expect((await parse('links:write', 'payments:write'))?.code).to.equal('validation_error')
  })

  it('reports the faults that the API reports', async () => {
    const paylink = await TestAppliance.start(ENGINES[0] ?? 'sqlite', {}, { http: true, jobs: false })
    try {
      const body = {
        title: '',
        items: [{ name: 'x', quantity: 0, unitPriceCentavos: 1 }],
        metadata: { a: {} },
        nope: 1,
      }
      const reply = await paylink.post('/v1/payment_links', body)
      const { errors } =
        (await problemOf(async () => void contract.parse('create_payment_link', { body }, OPERATOR))) ?? {}
      expect(reply.body.errors).to.have.length(5).and.to.deep.equal(errors)
    } finally {
      await paylink.stop()
    }
  })

  it('returns the input, with numbers in the query', () => {
    expect(contract.parse('list_payments', { query: { limit: '5' } }, OPERATOR).query).to.deep.equal({ limit: 5 })
    const body = linkBody({})
    expect(contract.parse('create_payment_link', { headers: KEY, body }, OPERATOR).body).to.equal(body)
  })

  it('describes the input of every operation as JSON Schema', () => {
    const operations = Object.values(contract.document.paths).flatMap((methods) => Object.values(methods))
    const ajv = new Ajv({ strict: false, validateFormats: false })
    for (const { operationId } of operations) {
      expect(() => ajv.compile(contract.inputSchema(operationId as OperationId)), operationId).not.to.throw()
    }
    const schema = ajv.compile(contract.inputSchema('update_payment_link'))
    expect(schema({ path: { id: 'plink_1' }, body: { title: 'x' } })).to.equal(true)
    expect(schema({ path: {}, body: { title: 'x' } })).to.equal(false)
    expect(schema({ path: { id: 'plink_1' }, body: { title: '' } })).to.equal(false)
  })
})
