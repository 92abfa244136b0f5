import { createServer, type IncomingMessage } from 'node:http'

/** A provider that answers at once and keeps nothing: what is left of the time is ours. Ids tell whose they are. */
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

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return new URLSearchParams(text)
}

const [port = '0'] = process.argv.slice(2)
const server = createServer((request, response) => {
  void bodyOf(request).then((body) => {
    const [, id] = /^\/v1\/checkout\/sessions\/cs_test_(\w+)/.exec(request.url ?? '') ?? []
    const reference = id ?? body.get('client_reference_id')
    const answer = reference === null ? { id: 'acct_bench', object: 'account' } : session(reference)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer))
  })
})
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'))
process.on('SIGTERM', () => process.exit(0))
