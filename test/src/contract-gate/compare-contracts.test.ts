import type { Contract, Operation, Schema } from '@paylink/core/contract/contract'
import { expect } from 'chai'
import { breakingChanges } from './compare-contracts.js'
import { currentContract, releasedContract } from './released.js'

const { parse, stringify } = JSON
const PAYMENTS = '/v1/payments'
const LINKS = '/v1/payment_links'

const schema = (contract: Contract, name: string): Schema => contract.components.schemas[name]!
const field = (contract: Contract, name: string, property: string): Schema =>
  schema(contract, name).properties![property]!
const get = (contract: Contract, path: string): Operation => contract.paths[path]!['get']!
const post = (contract: Contract, path: string): Operation => contract.paths[path]!['post']!

type Change = (contract: Contract) => unknown

const compatible: [string, Change][] = [
  ['a new operation', ({ paths }) => (paths['/v1/refunds'] = { get: paths[PAYMENTS]!['get']! })],
  [
    'a new optional query parameter',
    (c) => get(c, PAYMENTS).parameters!.push({ name: 'linkId', in: 'query', schema: { type: 'string' } }),
  ],
  [
    'a new optional field of a request',
    (c) => (schema(c, 'CreatePaymentLink').properties!['locale'] = { type: 'string' }),
  ],
  ['a new field of an answer', (c) => (schema(c, 'Payment').properties!['fee'] = { type: 'integer' })],
  ['a field of an answer that is always there now', (c) => schema(c, 'SyncResult').required!.push('detail')],
  ['a field of a request that is optional now', (c) => schema(c, 'CreatePaymentLink').required!.pop()],
  ['a longer text in a request', (c) => (field(c, 'CreatePaymentLink', 'title')['maxLength'] = 300)],
  ['null taken in a request', (c) => (field(c, 'CreatePaymentLink', 'description').nullable = true)],
  ['another value taken in a request', (c) => field(c, 'MarkPaymentLinkPaid', 'method').enum!.push('wallet')],
  ['another problem', (c) => field(c, 'Problem', 'code').enum!.push('too_early')],
  ['another provider', (c) => schema(c, 'PaymentProviderId').enum!.push('acme')],
  ['an answer that is never null now', (c) => delete field(c, 'Payment', 'note').nullable],
  ['another refusal', (c) => (get(c, PAYMENTS).responses['410'] = get(c, PAYMENTS).responses['400']!)],
  [
    'another header',
    (c) => (get(c, PAYMENTS).responses['200']!.headers!['Sunset'] = { $ref: '#/components/headers/Sunset' }),
  ],
  ['other words and examples', (c) => Object.assign(schema(c, 'Payment'), { description: 'x', example: {} })],
]

const breaking: [string, Change, string][] = [
  ['an operation is gone', ({ paths }) => delete paths['/v1/connections'], 'GET /v1/connections: removed'],
  ['an operation has another name', (c) => (get(c, PAYMENTS).operationId = 'payments'), 'operationId is payments'],
  [
    'another scope is needed',
    (c) => (get(c, PAYMENTS)['x-required-scope'] = 'payments:write'),
    'needs the scope payments:write',
  ],
  ['a query parameter is gone', (c) => get(c, PAYMENTS).parameters!.splice(0, 1), 'the query parameter limit: removed'],
  [
    'a parameter is required',
    (c) => (get(c, PAYMENTS).parameters![2]!.required = true),
    'the query parameter status is required',
  ],
  [
    'a new field is required',
    (c) => schema(c, 'CreatePaymentLink').required!.push('customerEmail'),
    'body.customerEmail: is required',
  ],
  [
    'the body is required',
    (c) => (post(c, `${LINKS}/{id}/mark_paid`).requestBody!.required = true),
    'the body is required',
  ],
  [
    'a field of a request is gone',
    (c) => delete schema(c, 'CreatePaymentLink').properties!['metadata'],
    'body.metadata: removed',
  ],
  [
    'a shorter text in a request',
    (c) => (field(c, 'CreatePaymentLink', 'title')['maxLength'] = 100),
    'maxLength is 100, was 200',
  ],
  [
    'a greater minimum in a request',
    (c) => (field(c, 'PaymentItem', 'quantity')['minimum'] = 2),
    'minimum is 2, was 1',
  ],
  [
    'a new pattern in a request',
    (c) => (field(c, 'CreatePaymentLink', 'title')['pattern'] = '^a'),
    'pattern is ^a, was none',
  ],
  ['null refused in a request', (c) => delete field(c, 'UpdatePaymentLink', 'description').nullable, 'may not be null'],
  ['a value refused in a request', (c) => field(c, 'MarkPaymentLinkPaid', 'method').enum!.shift(), '"card" is removed'],
  ['a field of an answer is gone', (c) => delete schema(c, 'Payment').properties!['note'], 'note: removed'],
  ['a field of an answer may be missing', (c) => schema(c, 'Payment').required!.shift(), 'object: may be left out'],
  [
    'a field of an answer may be null',
    (c) => (field(c, 'Payment', 'createdAt').nullable = true),
    'createdAt: may be null',
  ],
  ['another type', (c) => (field(c, 'Payment', 'amountCentavos').type = 'string'), 'type is string, was integer'],
  ['another format', (c) => (schema(c, 'Timestamp').format = 'date'), 'format is date, was date-time'],
  ['another state of a payment', (c) => field(c, 'Payment', 'status').enum!.push('lost'), 'status: "lost" is new'],
  ['a state of a link is gone', (c) => field(c, 'PaymentLink', 'status').enum!.pop(), 'is removed'],
  ['a problem is gone', (c) => field(c, 'Problem', 'code').enum!.pop(), 'is removed'],
  ['a greater amount in an answer', (c) => (field(c, 'Payment', 'amountCentavos')['maximum'] = 2 ** 40), 'maximum is'],
  ['an answer is gone', (c) => delete get(c, PAYMENTS).responses['200'], 'answer 200: removed'],
  [
    'a header is gone',
    (c) => delete get(c, PAYMENTS).responses['200']!.headers!['X-Request-Id'],
    'X-Request-Id: removed',
  ],
  [
    'the status of success changes',
    (c) => (get(c, PAYMENTS).responses['206'] = get(c, PAYMENTS).responses['200']!),
    'succeeds with 206',
  ],
]

describe('the gate for contract changes', () => {
  const changed = (change: Change): string[] => {
    const contract = currentContract()
    const before = parse(stringify(contract)) as Contract
    change(contract)
    expect(stringify(contract)).to.not.equal(stringify(before))
    return breakingChanges(before, contract)
  }

  for (const [name, change] of compatible) {
    it(`allows ${name} (R222)`, () => expect(changed(change)).to.deep.equal([]))
  }

  for (const [name, change, message] of breaking) {
    it(`stops when ${name} (R222)`, () => expect(changed(change).join('\n')).to.include(message))
  }

  it('finds the contract compatible with the released one (R222)', () => {
    expect(breakingChanges(releasedContract(), currentContract())).to.deep.equal([])
  })
})
