import { readTraceparent } from '@paylink/core/tracing/trace-parent'
import { expect } from 'chai'
import { eventually, type TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { Hooks } from '../webhooks/hooks.js'
import { Collector } from './collector.js'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'
const SERVER = 2
const CLIENT = 3
const CONSUMER = 5
const ERROR = 2

for (const engine of ENGINES) {
  describe(`traces on ${engine}`, () => {
    let collector: Collector
    let hooks: Hooks
    let paylink: TestAppliance
    before(async () => {
      collector = await Collector.start()
      hooks = await Hooks.start(engine, { otelEndpoint: collector.url })
      paylink = hooks.paylink
    })
    after(async () => {
      await hooks.stop()
      await collector.stop()
    })

    const traced = (path: string, traceparent: string, init: RequestInit = {}): Promise<Response> =>
      fetch(path, { ...init, redirect: 'manual', headers: { ...(init.headers as object), traceparent } })
    const received = (name: string, traceId = TRACE) =>
      eventually(
        () => Promise.resolve(collector.named(name).filter((span) => span.traceId === traceId)),
        (spans) => spans.length > 0,
      )

    it('take over the trace of a request, down to the call of its provider', async () => {
      const link = await paylink.createLink()
      const pressed = await traced(`${link.url}/checkout`, `00-${TRACE}-${CALLER}-01`, {
        method: 'POST',
        headers: { Origin: 'null' },
        body: new URLSearchParams({ provider: 'provider_a' }),
      })
      expect(pressed.status).to.equal(303)
      const [request] = await received('POST /p/:slug/checkout')
      expect(request).to.deep.include({ parentSpanId: CALLER, kind: SERVER, status: {} })
      expect(request?.attributes).to.deep.equal({
        'http.request.method': 'POST',
        'http.route': '/p/:slug/checkout',
        'http.response.status_code': 303,
        'paylink.request_id': pressed.headers.get('x-request-id'),
      })
      const [call] = await received('provider_a createCheckout')
      expect(call).to.include({ parentSpanId: request?.spanId, kind: CLIENT })
      expect(call?.attributes).to.deep.equal({ provider: 'provider_a', operation: 'createCheckout' })
      expect(BigInt(call?.endTimeUnixNano ?? 0) >= BigInt(call?.startTimeUnixNano ?? 1)).to.equal(true)
      expect(collector.resources[0]).to.include({ 'service.name': 'paylink' })
    })

    it('have a trace for each due row, with the call that it made', async () => {
      await hooks.register({ events: ['payment.succeeded'] })
      const { address } = await paylink.opened()
      await paylink.pay(address, 'succeed')
      const [delivery] = await eventually(
        () => Promise.resolve(collector.named('deliver webhook')),
        (spans) => spans.length > 0,
      )
      expect(delivery).to.deep.include({ kind: CLIENT, status: {} })
      expect(delivery?.attributes).to.deep.equal({ attempt: 1, 'http.response.status_code': 200 })
      const jobs = await received('work webhooks', delivery?.traceId)
      expect(jobs).to.have.length(1)
      expect(jobs[0]).to.deep.include({ kind: CONSUMER, spanId: delivery?.parentSpanId })
      expect(jobs[0]).to.not.have.property('parentSpanId')
      const [verified] = await eventually(
        () => Promise.resolve(collector.named('provider_a retrieve')),
        (spans) => spans.length > 0,
      )
      expect(collector.spans.filter(({ traceId }) => traceId === verified?.traceId).length).to.be.at.least(2)
    })

    it('say what failed; the lines of the log have the ids of request and trace', async () => {
      const trace = TRACE.replace('4', 'a')
      const link = await paylink.createLink()
      await paylink.setFaults([{ kind: 'error_before', match: 'POST /v1/checkout/sessions', times: 9 }])
      const pressed = await traced(`${link.url}/checkout`, `00-${trace}-${CALLER}-01`, {
        method: 'POST',
        headers: { Origin: 'null' },
        body: new URLSearchParams({ provider: 'provider_a' }),
      })
      await paylink.setFaults([])
      const [call] = await received('provider_a createCheckout', trace)
      expect(call?.status.code).to.equal(ERROR)
      expect(call?.status.message).to.be.oneOf(['unknown', 'unavailable'])
      const failed = paylink.log.entries.filter(({ message }) => message === 'a provider call failed')
      expect(failed.map(({ fields }) => fields)).to.satisfy((lines: { request?: string; trace?: string }[]) =>
        lines.some((line) => line.request === pressed.headers.get('x-request-id') && line.trace === trace),
      )
      // Background work that the request woke is not part of it.
      const ofRequest = collector.spans.filter(({ traceId }) => traceId === trace).map(({ name }) => name)
      expect(ofRequest.filter((name) => name.startsWith('work '))).to.deep.equal([])
    })

    it('leave out requests whose caller does not sample them, and begin anew for a malformed header', async () => {
      const unsampled = '11111111111111111111111111111111'
      await traced(`${paylink.url}/docs`, `00-${unsampled}-${CALLER}-00`)
      const malformed = `00-${unsampled}-${'0'.repeat(16)}-01`
      await traced(`${paylink.url}/problems`, malformed)
      const [span] = await eventually(
        () => Promise.resolve(collector.named('GET /problems')),
        (spans) => spans.length > 0,
      )
      expect(span?.traceId).to.match(/^[\da-f]{32}$/)
      expect(span?.parentSpanId).to.equal(undefined)
      expect(collector.spans.map(({ traceId }) => traceId)).to.not.include(unsampled)
    })

    it('have no secret, slug or id in them', async () => {
      const slugs = await paylink.db('payment_links').pluck('slug')
      const ids = await paylink.db('payments').pluck('id')
      for (const text of [paylink.key, ...slugs, ...ids]) expect(collector.received).to.not.include(text)
    })

    it('are dropped while the collector refuses them, with one line for the start and one for the end', async () => {
      const about = (text: string) => paylink.log.entries.filter(({ message }) => message.includes(text))
      collector.status = 503
      await eventually(
        async () => {
          expect((await paylink.get('/v1/payments')).status).to.equal(200)
          return collector.refused
        },
        (refused) => refused >= 2,
      )
      expect(about('does not take traces')).to.have.length(1)
      collector.status = 200
      await eventually(
        async () => {
          await paylink.get('/v1/payments')
          return about('takes traces again')
        },
        (lines) => lines.length === 1,
      )
    })
  })
}

describe('the header traceparent', () => {
  for (const [header, expected] of [
    [`00-${TRACE}-${CALLER}-01`, { traceId: TRACE, spanId: CALLER, isSampled: true }],
    [`00-${TRACE}-${CALLER}-00`, { traceId: TRACE, spanId: CALLER, isSampled: false }],
    [`00-${TRACE}-${CALLER}-03`, { traceId: TRACE, spanId: CALLER, isSampled: true }],
    [`cc-${TRACE}-${CALLER}-01-later`, { traceId: TRACE, spanId: CALLER, isSampled: true }],
    [`00-${TRACE}-${CALLER}-01-later`, null],
    [`ff-${TRACE}-${CALLER}-01`, null],
    [`00-${'0'.repeat(32)}-${CALLER}-01`, null],
    [`00-${TRACE}-${'0'.repeat(16)}-01`, null],
    [`00-${TRACE.toUpperCase()}-${CALLER}-01`, null],
    [`00-${TRACE}-${CALLER}`, null],
    ['', null],
    [undefined, null],
  ] as const) {
    it(`${header} is ${expected === null ? 'ignored' : 'taken over'}`, () => {
      expect(readTraceparent(header)).to.deep.equal(expected)
    })
  }
})
