import { Plugins } from '@paylink/core/plugin-host/registry'
import { loadContract, type Contract, type Operation, type Schema } from '@paylink/core/contract/contract'
import { ServedContract } from '@paylink/core/contract/served-contract'
import { PROBLEMS } from '@paylink/core/kernel/problem'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { ContractWitness } from '../support/contract.js'
import { ENGINES } from '../support/engines.js'

const OPERATIONS = [
  'GET /v1/connections',
  'GET /v1/invoicing/catalogs',
  'GET /v1/invoicing/connection',
  'GET /v1/payment_links',
  'GET /v1/payment_links/{id}',
  'GET /v1/payment_links/{id}/emails',
  'GET /v1/payments',
  'GET /v1/payments/{id}',
  'GET /v1/payments/{id}/invoice',
  'GET /v1/payments/{id}/invoice/files',
  'GET /v1/payments/{id}/reference',
  'POST /v1/payment_links',
  'POST /v1/payment_links/{id}',
  'POST /v1/payment_links/{id}/disable',
  'POST /v1/payment_links/{id}/email',
  'POST /v1/payment_links/{id}/mark_paid',
  'POST /v1/payments/{id}/invoice',
  'POST /v1/payments/{id}/invoice/cancel',
  'POST /v1/payments/{id}/sync',
]

/** Rules of the recommended set that are disabled, and why. */
const OFF: Record<string, string> = {
  'no-server-example.com': 'the server of a test is localhost',
}

for (const engine of ENGINES) {
  describe(`the contract on ${engine}`, () => {
    let paylink: TestAppliance
    let contract: Contract
    let text: string
    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      const reply = await paylink.get('/openapi.json', { key: null })
      expect(reply.status).to.equal(200)
      expect(reply.headers.get('content-type')).to.match(/^application\/json/)
      text = reply.text
      contract = reply.body
    })
    after(() => paylink.stop())

    const operations = (): Operation[] => Object.values(contract.paths).flatMap((methods) => Object.values(methods))

    it('is valid and passes the linter (R3)', async () => {
      const rules = Object.fromEntries(Object.keys(OFF).map((rule) => [rule, 'off' as const]))
      const config = await createConfig({ extends: ['recommended'], rules })
      const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config })
      expect(
        problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
      ).to.deep.equal([])
    })

    it('has the version of the specification and the address of this server (R1, R195, R221)', () => {
      expect(contract.info.version).to.equal('0.0.1')
      expect(contract.servers).to.deep.equal([{ url: paylink.url }])
    })

    it('has exactly the operations of /v1 (R3, R21, R195-R196)', () => {
      const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      )
      expect(operations.sort()).to.deep.equal(OPERATIONS)
    })

    it('has one security scheme for all operations (R3, R196)', () => {
      expect(Object.keys(contract.components.securitySchemes)).to.deep.equal(['bearer'])
      expect((contract as unknown as { security: object }).security).to.deep.equal([{ bearer: [] }])
      for (const operation of Object.values(contract.paths).flatMap((methods) => Object.values(methods))) {
        expect(operation).to.not.have.property('security')
      }
    })

    it('has neither unused nor missing schemas (R3, R196)', () => {
      const schemas = contract.components.schemas
      const used = new Set<string>()
      const follow = (part: unknown): void => {
        for (const [, name = ''] of JSON.stringify(part).matchAll(/#\/components\/schemas\/(\w+)/g)) {
          if (used.has(name)) continue
          used.add(name)
          expect(schemas).to.have.property(name)
          follow(schemas[name])
        }
      }
      follow(contract.paths)
      expect(Object.keys(schemas).sort()).to.deep.equal([...used].sort())
    })

    it('names the providers that are installed here (R34, R49, R262)', () => {
      const ids = paylink.container.get(Plugins).ids('payment-provider')
      const { ProviderId, PaymentProviderId } = contract.components.schemas
      expect(ids).to.include('provider_a')
      expect(ProviderId?.enum).to.deep.equal(ids)
      expect(PaymentProviderId?.enum).to.deep.equal([...ids, 'manual'])
      const both = loadContract('http://localhost', ['provider_a', 'provider_b']).components.schemas
      expect(both['ProviderId']?.enum).to.deep.equal(['provider_a', 'provider_b'])
    })

    it('uses the names of the specification (R5, R27-R31, R47)', () => {
      const { schemas } = contract.components
      const { MarkPaymentLinkPaid, PaymentLink, Payment } = schemas
      expect(MarkPaymentLinkPaid?.properties?.['method']?.enum).to.deep.equal([
        ...['card', 'retail_cash', 'spei_transfer', 'other'],
      ])
      expect(PaymentLink?.properties?.['status']?.enum).to.have.members([
        ...['active', 'processing', 'paid', 'expired', 'disabled'],
      ])
      expect(PaymentLink?.properties?.['channel']?.enum).to.have.members(['api', 'dashboard', 'mcp'])
      expect(Payment?.properties?.['status']?.enum).to.have.members([
        ...['pending', 'succeeded', 'failed', 'refunded', 'canceled'],
      ])
      expect(schemas).to.include.keys('CreatePaymentLink', 'UpdatePaymentLink', 'CreatedPaymentLink', 'PaymentItem')
      for (const name of Object.keys(schemas)) expect(name).to.not.match(/View|Body|Record/)
    })

    it('rejects unknown properties in requests, and allows new ones in responses (R73, R222)', () => {
      const { schemas } = contract.components
      const strict = Object.keys(schemas).filter((name) => schemas[name]?.additionalProperties === false)
      expect(strict).to.have.members([
        ...['CreatePaymentLink', 'UpdatePaymentLink', 'MarkPaymentLinkPaid', 'PaymentItem', 'EmailPaymentLink'],
        ...['InvoiceRequest', 'CancelInvoice'],
      ])
      for (const { responses } of operations()) {
        expect(JSON.stringify(responses)).to.not.match(new RegExp(`schemas/(${strict.join('|')})"`))
      }
    })

    it('has no default in a schema: generators would make the field required', () => {
      expect(text).to.not.match(/"default":/)
    })

    it('allows null wherever it declares it', () => {
      const validator = new ServedContract(contract)
      const nullable: string[] = []
      const follow = (part: unknown, path: string): void => {
        if (typeof part !== 'object' || part === null) return
        const schema = part as Schema
        if (schema.nullable) {
          nullable.push(path)
          expect(schema, path).to.include.keys('type').and.not.include.keys('allOf', 'anyOf', 'oneOf', '$ref')
          if (schema.enum) expect(schema.enum, path).to.include(null)
          expect(validator.compile(schema)(null), path).to.deep.equal([])
        }
        for (const [name, inner] of Object.entries(part)) follow(inner, `${path}.${name}`)
      }
      follow(contract.components.schemas, 'schemas')
      expect(nullable).to.include.members([
        'schemas.PaymentInvoicing.properties.invoice',
        'schemas.InvoicingConnection.properties.merchant',
        'schemas.UpdatePaymentLink.properties.metadata',
        'schemas.Payment.properties.method',
      ])
    })

    it('lists the values of every enum (R197)', () => {
      const enumOf = (name: string, property: string) => contract.components.schemas[name]?.properties?.[property]?.enum
      expect(enumOf('Problem', 'code')).to.deep.equal(Object.keys(PROBLEMS))
      const methods = ['card', 'wallet', 'retail_cash', 'spei_transfer', 'bnpl', 'bank_debit', 'other']
      expect(enumOf('Payment', 'method')).to.deep.equal([...methods, null])
      expect(enumOf('InvoiceFiles', 'status')).to.deep.equal(enumOf('PaymentInvoice', 'status'))
      expect(enumOf('PaymentInvoice', 'cancelMotivo')).to.deep.equal(['02', '03', null])
      expect(contract.components.schemas['Connection']?.properties?.['provider']).to.deep.equal({
        $ref: '#/components/schemas/ProviderId',
      })
    })

    it('has a request and a response example of every operation, valid against its schema', () => {
      const validator = new ServedContract(contract)
      const faultsOf = (schema: Schema, value: unknown): string =>
        validator
          .compile(schema)(value)
          .map((fault) => `${fault.instancePath} ${fault.message}`)
          .join()
      for (const operation of operations()) {
        const bodies = [operation.requestBody, ...Object.values(operation.responses)]
        for (const [type, media] of bodies.flatMap((body) => Object.entries(body?.content ?? {}))) {
          const refs = Object.values(media.examples ?? {}).map(({ $ref }) =>
            $ref.slice('#/components/examples/'.length),
          )
          const values =
            media.example === undefined
              ? refs.map((name) => contract.components.examples[name]?.value)
              : [media.example]
          if (type !== 'application/octet-stream') expect(values, operation.operationId).to.not.be.empty
          for (const value of values) expect(faultsOf(media.schema, value), operation.operationId).to.equal('')
        }
        for (const { name, in: place, example, schema } of operation.parameters ?? []) {
          if (place !== 'query') expect(faultsOf(schema, example), `${operation.operationId} ${name}`).to.equal('')
        }
      }
      expect(text).to.not.include('paylink.invalid')
    })

    it('describes each tag it uses, and has a contact', () => {
      const { tags, info } = contract as unknown as {
        tags: { name: string; description: string }[]
        info: { contact: object }
      }
      expect(tags.map(({ name }) => name)).to.have.members([
        ...new Set(operations().flatMap(({ tags: of }) => of ?? [])),
      ])
      for (const { description } of tags) expect(description).to.match(/\.$/)
      expect(info.contact).to.include({ url: `${paylink.url}/docs` })
    })

    it('strictly validates every response in the suite', async () => {
      const witness = new ContractWitness(contract)
      const link = await paylink.createLink()
      const { headers, text: body } = await paylink.get(`/v1/payment_links/${link.id}`)
      const answer = {
        method: 'GET',
        path: `/v1/payment_links/${link.id}`,
        status: 200,
        headers,
        text: body,
        hasKey: false,
      }
      const changed = (name: string, value: string | null): Headers => {
        const copy = new Headers(headers)
        copy.delete(name)
        if (value !== null) copy.set(name, value)
        return copy
      }
      const cases: [Partial<typeof answer>, RegExp][] = [
        [{ status: 202 }, /no such status/],
        [{ text: JSON.stringify({ ...JSON.parse(body), secret: 1 }) }, /additional properties/],
        [{ text: JSON.stringify({ ...JSON.parse(body), status: 'lost' }) }, /allowed values/],
        [{ headers: changed('X-Request-Id', null) }, /X-Request-Id is missing/],
        [{ headers: changed('Retry-After', '1') }, /retry-after is not declared/],
        [{ headers: changed('Content-Type', 'text/html') }, /no text\/html/],
        [{ path: '/v1/nothing' }, /no such operation/],
      ]
      expect(witness.violations(answer)).to.deep.equal([])
      for (const [change, message] of cases)
        expect(witness.violations({ ...answer, ...change }).join()).to.match(message)
    })

    it('marks date-time fields (R26)', () => {
      expect(contract.components.schemas['Timestamp']?.format).to.equal('date-time')
    })

    it('requires the idempotency key where the specification does, and describes its format (R101, R103, R178)', () => {
      const keyOf = (path: string) =>
        contract.paths[path]?.['post']?.parameters?.find(({ in: place }) => place === 'header')
      expect(keyOf('/v1/payment_links')).to.include({ name: 'Idempotency-Key', required: true })
      for (const path of [
        '/v1/payment_links/{id}',
        '/v1/payment_links/{id}/mark_paid',
        '/v1/payment_links/{id}/disable',
      ]) {
        expect(keyOf(path)).to.include({ name: 'Idempotency-Key', required: false })
      }
      const { IdempotencyKey } = contract.components.schemas
      expect(IdempotencyKey).to.include({ pattern: '^[\\x21-\\x7e]+$', minLength: 1, maxLength: 255 })
    })

    it('lists every problem, and the headers of each response (R2, R101, R175)', () => {
      for (const [path, methods] of Object.entries(contract.paths)) {
        for (const [method, { responses }] of Object.entries(methods)) {
          expect(Object.keys(responses), `${method} ${path}`).to.include.members(['400', '401', '403', '429', '500'])
          for (const [status, response] of Object.entries(responses)) {
            const { headers } = response as unknown as { headers: object }
            expect(headers, `${method} ${path} ${status}`).to.include.keys('X-Request-Id', 'X-RateLimit-Remaining')
            if (Number(status) >= 400) expect(response.content).to.have.keys('application/problem+json')
          }
        }
      }
    })

    it('names no company (R5)', () => {
      expect(text).to.not.match(/stripe|conekta|mercado|factura/i)
    })
  })
}
