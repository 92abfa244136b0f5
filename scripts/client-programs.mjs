/** For each client generator: its command, and a program that uses the generated client as the documentation does. */

const CREATE = `{ title: 'Taza de barro', items: [{ name: 'Taza azul', quantity: 1, unitPriceCentavos: 15000 }] }`
const MARK = `{ note: 'Paid in cash at the shop' }`
const MAIL = `{ to: 'ana@example.com' }`
const INVOICE = `{ rfc: 'XIA190128J61', name: 'XENON INDUSTRIAL ARTICLES', zip: '76343', regimenFiscal: '601', usoCfdi: 'G03' }`
const CLEAR = `{ metadata: null, description: null }`

/** The compiler must know nulls, and reject values outside an enum. */
const uses = (state, payment) => `
const folio: string | null = ${state}.invoice === null ? null : ${state}.invoice.uuid
// @ts-expect-error there may be no invoice
void ${state}.invoice.uuid
const byCard: boolean = ${payment}.method === 'card'
// @ts-expect-error no payment has this status
const isLost: boolean = ${payment}.status === 'lost'
console.log(folio, byCard, isLost)
`

export const GENERATORS = [
  {
    name: 'openapi-typescript',
    packages: ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0'],
    command: ['openapi-typescript', 'openapi.json', '-o', 'client.ts'],
    program: `
import createClient from 'openapi-fetch'
import type { components, paths } from './client.js'
const api = createClient<paths>({ baseUrl: 'http://localhost:8080' })
const key = { 'Idempotency-Key': 'order-1001' }
const created = await api.POST('/v1/payment_links', { params: { header: key }, body: ${CREATE} })
const path = { id: created.data?.id ?? '' }
await api.POST('/v1/payment_links/{id}', { params: { path }, body: ${CLEAR} })
await api.POST('/v1/payment_links/{id}/mark_paid', { params: { path }, body: ${MARK} })
await api.POST('/v1/payment_links/{id}/email', { params: { path, header: key }, body: ${MAIL} })
await api.POST('/v1/payments/{id}/invoice', { params: { path }, body: ${INVOICE} })
const { data: page, error } = await api.GET('/v1/payments', { params: { query: { status: 'succeeded' } } })
if (error?.code === 'rate_limited') console.log(error.detail)
const payment: components['schemas']['Payment'] = page!.data[0]!
const state = (await api.GET('/v1/payments/{id}/invoice', { params: { path } })).data!
${uses('state', 'payment')}`,
  },
  {
    name: '@hey-api/openapi-ts',
    packages: ['@hey-api/openapi-ts@0.95.0'],
    command: ['openapi-ts', '-i', './openapi.json', '-o', 'client'],
    program: `
import * as api from './client/index.js'
const headers = { 'Idempotency-Key': 'order-1001' }
const created = await api.createPaymentLink({ headers, body: ${CREATE} })
const path = { id: created.data?.id ?? '' }
await api.updatePaymentLink({ path, body: ${CLEAR} })
await api.markPaymentLinkPaid({ path, body: ${MARK} })
await api.emailPaymentLink({ path, headers, body: ${MAIL} })
await api.requestPaymentInvoice({ path, body: ${INVOICE} })
const payment: api.Payment = (await api.listPayments({ query: { status: 'succeeded' } })).data!.data[0]!
const state = (await api.getPaymentInvoice({ path })).data!
${uses('state', 'payment')}`,
  },
  {
    name: 'orval',
    packages: ['orval@7.13.2', 'axios@1.7.9'],
    command: ['orval', '--input', 'openapi.json', '--output', 'client.ts'],
    program: `
import * as api from './client.js'
const options = { headers: { 'Idempotency-Key': 'order-1001' } }
const { data: link } = await api.createPaymentLink(${CREATE}, options)
await api.updatePaymentLink(link.id, ${CLEAR})
await api.markPaymentLinkPaid(link.id, ${MARK})
await api.emailPaymentLink(link.id, ${MAIL}, options)
await api.requestPaymentInvoice(link.id, ${INVOICE})
const payment: api.Payment = (await api.listPayments({ status: 'succeeded' })).data.data[0]!
const { data: state } = await api.getPaymentInvoice(link.id)
${uses('state', 'payment')}`,
  },
  {
    name: 'swagger-typescript-api',
    packages: ['swagger-typescript-api@13.13.0'],
    command: ['swagger-typescript-api', 'generate', '-p', 'openapi.json', '-o', '.', '-n', 'client.ts'],
    program: `
import { Api, type Payment } from './client.js'
const api = new Api({ baseUrl: 'http://localhost:8080' })
const params = { headers: { 'Idempotency-Key': 'order-1001' } }
const { data: link } = await api.v1.createPaymentLink(${CREATE}, params)
await api.v1.updatePaymentLink(link.id, ${CLEAR})
await api.v1.markPaymentLinkPaid(link.id, ${MARK})
await api.v1.emailPaymentLink(link.id, ${MAIL}, params)
await api.v1.requestPaymentInvoice(link.id, ${INVOICE})
const payment: Payment = (await api.v1.listPayments({ status: 'succeeded' })).data.data[0]!
const { data: state } = await api.v1.getPaymentInvoice(link.id)
${uses('state', 'payment')}`,
  },
  {
    name: 'openapi-typescript-codegen',
    packages: ['openapi-typescript-codegen@0.31.0'],
    command: ['openapi', '--input', 'openapi.json', '--output', 'client', '--useUnionTypes', '--useOptions'],
    program: `
import { EMailService, InvoicingService, type Payment, PaymentLinksService, PaymentsService } from './client'
const idempotencyKey = 'order-1001'
const { id } = await PaymentLinksService.createPaymentLink({ idempotencyKey, requestBody: ${CREATE} })
await PaymentLinksService.updatePaymentLink({ id, requestBody: ${CLEAR} })
await PaymentLinksService.markPaymentLinkPaid({ id, requestBody: ${MARK} })
await EMailService.emailPaymentLink({ id, idempotencyKey, requestBody: ${MAIL} })
await InvoicingService.requestPaymentInvoice({ id, requestBody: ${INVOICE} })
const payment: Payment = (await PaymentsService.listPayments({ status: 'succeeded' })).data[0]!
const state = await InvoicingService.getPaymentInvoice({ id })
${uses('state', 'payment')}`,
  },
  {
    name: '@rtk-query/codegen-openapi',
    packages: ['@rtk-query/codegen-openapi@2.2.0', '@reduxjs/toolkit@2.14.0'],
    files: {
      'empty.ts': `import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query'
export const api = createApi({ baseQuery: fetchBaseQuery({ baseUrl: '/' }), endpoints: () => ({}) })
`,
      'config.json': JSON.stringify({ schemaFile: './openapi.json', apiFile: './empty.ts', outputFile: './client.ts' }),
    },
    command: ['rtk-query-codegen-openapi', 'config.json'],
    program: `
import type * as api from './client'
const key = { 'Idempotency-Key': 'order-1001' }
const id = 'plink_1'
const create: api.CreatePaymentLinkApiArg = { ...key, createPaymentLink: ${CREATE} }
const update: api.UpdatePaymentLinkApiArg = { id, updatePaymentLink: ${CLEAR} }
const mark: api.MarkPaymentLinkPaidApiArg = { id, markPaymentLinkPaid: ${MARK} }
const mail: api.EmailPaymentLinkApiArg = { ...key, id, emailPaymentLink: ${MAIL} }
const invoice: api.RequestPaymentInvoiceApiArg = { id, invoiceRequest: ${INVOICE} }
console.log(create, update, mark, mail, invoice)
declare const payment: api.Payment
declare const state: api.GetPaymentInvoiceApiResponse
${uses('state', 'payment')}`,
  },
  {
    name: 'oazapfts',
    packages: ['oazapfts@7.5.0', '@oazapfts/runtime@1.2.0'],
    command: ['oazapfts', 'openapi.json', 'client.ts', '--optimistic'],
    program: `
import * as api from './client.js'
const key = 'order-1001'
const { id } = await api.createPaymentLink(key, ${CREATE})
await api.updatePaymentLink(id, ${CLEAR})
await api.markPaymentLinkPaid(id, ${MARK})
await api.emailPaymentLink(id, key, ${MAIL})
await api.requestPaymentInvoice(id, ${INVOICE})
const payment: api.Payment = (await api.listPayments({ status: 'succeeded' })).data[0]!
const state = await api.getPaymentInvoice(id)
${uses('state', 'payment')}`,
  },
]
