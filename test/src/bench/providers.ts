import { createServer, type IncomingMessage } from 'node:http'
import { nowMs } from './machine-clock.js'

/**
 * Providers of payments and invoices that answer at once and keep nothing: what is left of the time is ours. Ids tell
 * whose they are. One whose key says so never answers about a payment, nor stamps. Tells when each of these calls came.
 */
const session = (reference: string): object => ({
  id: `cs_test_${reference}`,
  object: 'checkout.session',
  client_reference_id: reference,
  metadata: { paylink_payment: reference },
  status: 'open',
  payment_status: 'unpaid',
  livemode: false,
  amount_total: 34_800,
  currency: 'mxn',
  payment_intent: null,
  expires_at: 4_102_444_800,
  url: 'http://127.0.0.1/pay',
})

const invoice = (reference: string): object => ({
  id: reference,
  external_id: reference,
  status: 'valid',
  livemode: false,
  uuid: '5e2d6aff-2dd7-43d1-83d3-000000000001',
  total: 348,
  stamp: { date: '2026-01-01T00:00:00.000Z' },
})

const ORGANIZATION = {
  id: 'org_bench',
  is_production_ready: true,
  legal: { legal_name: 'BENCH', tax_id: 'TBA010101AB1' },
}

function invoicing(call: string, body: string): { answer: object | string; step?: string } {
  if (call === 'GET /v2/organizations/me') return { answer: ORGANIZATION }
  if (call === 'POST /v2/webhooks') return { answer: { id: 'webhook_1', secret: 'of_the_bench' } }
  if (call === 'POST /v2/invoices') {
    const { external_id: step } = JSON.parse(body) as { external_id: string }
    return { answer: invoice(step), step }
  }
  const [, id = '', file] = /^GET \/v2\/invoices\/(\w+)(?:\/(\w+))?$/.exec(call) ?? []
  if (file !== undefined) return { answer: file === 'pdf' ? '%PDF-1.7' : '<cfdi:Comprobante/>' }
  return { answer: id === '' ? { data: [] } : invoice(id) }
}

function payments(call: string, body: string): { answer: object; step?: string } {
  const [, step] = /^GET \/v1\/checkout\/sessions\/cs_test_(\w+)/.exec(call) ?? []
  const reference = step ?? new URLSearchParams(body).get('client_reference_id')
  return { answer: reference === null ? { id: 'acct_bench', object: 'account' } : session(reference), step }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

const [port = '0', tells] = process.argv.slice(2)
const server = createServer((request, response) => {
  const atMs = nowMs()
  void textOf(request).then((body) => {
    const call = `${request.method} ${request.url?.split('?')[0]}`
    const { answer, step } = (call.includes(' /v2/') ? invoicing : payments)(call, body)
    const isHanging = request.headers.authorization?.includes('hang') ?? false
    if (isHanging && (step !== undefined || call === 'GET /v2/invoices')) return
    if (tells && step !== undefined) process.send?.({ id: step, atMs })
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  })
})
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'))
process.on('SIGTERM', () => process.exit(0))
