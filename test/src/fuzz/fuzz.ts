import type { Engine } from '@paylink/core/database/engine'
import type { Contract } from '@paylink/core/contract/contract'
import { SECOND_MS } from '@paylink/core/kernel/clock'
import { TestAppliance } from '../support/appliance.js'
import { InvoiceShop } from '../support/invoice-shop.js'
import { type FuzzedRequest, FuzzedRequests, idMark } from './fuzzed-requests.js'

export interface FuzzReport {
  requests: number
  /** How often each status was returned, by engine. */
  statuses: Record<string, Record<string, number>>
  /** Responses of 500 and above, invalid ones, and those that the engines disagree on. */
  faults: string[]
}

const MAX_FAULTS = 50
/** Invoices get stamped, and emails can be sent again. */
const PAUSE_EVERY = 200
const MINUTE_MS = 61 * SECOND_MS

interface Side {
  engine: Engine
  shop: InvoiceShop
  links: string[]
  payments: string[]
}

async function open(engine: Engine): Promise<Side> {
  const paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
  const shop = InvoiceShop.over(paylink)
  await shop.connect()
  await shop.choose((await shop.issuers())[0]?.id ?? '')
  const { link, paymentId } = await shop.paid()
  const open = await paylink.createLink()
  const { link: processing, payment } = await paylink.opened()
  return { engine, shop, links: [link.id, open.id, processing.id], payments: [paymentId, payment.id] }
}

/** Sends the same requests to a server on each engine, one after another. */
export async function fuzz(engines: readonly Engine[], count: number, seed: number): Promise<FuzzReport> {
  const sides = await Promise.all(engines.map(open))
  const report: FuzzReport = { requests: 0, statuses: {}, faults: [] }
  try {
    const first = sides[0]
    if (!first) throw new Error('no engine is given')
    const contract = (await first.shop.paylink.get('/openapi.json', { key: null })).body as Contract
    const requests = new FuzzedRequests(contract, seed)
    while (report.requests < count && report.faults.length < MAX_FAULTS) {
      if (report.requests++ % PAUSE_EVERY === 0) await Promise.all(sides.map(pause))
      const request = requests.make(first.links.length, first.payments.length)
      const answers = await Promise.all(sides.map((side) => send(side, request)))
      judge(report, request, sides, answers)
      const isAlike = new Set(answers.map(({ status }) => status)).size === 1
      if (isAlike) sides.forEach((side, nr) => remember(side, request, answers[nr]?.body))
    }
  } finally {
    await Promise.all(sides.map(({ shop }) => shop.close()))
  }
  return report
}

async function pause({ shop }: Side): Promise<void> {
  await shop.settle(1)
  shop.paylink.clock.advance(MINUTE_MS)
}

interface Answered {
  /** 0: the response is invalid. */
  status: number
  body: any
  text: string
}

async function send(side: Side, { method, path, headers, body, authorization }: FuzzedRequest): Promise<Answered> {
  const key = authorization === undefined ? { Authorization: `Bearer ${side.shop.paylink.key}` } : {}
  const address = [side.links, side.payments].reduce(
    (text, ids, kind) =>
      ids.reduce((sum, id, nr) => sum.replace(idMark(kind === 0 ? 'link' : 'payment', nr), id), text),
    path,
  )
  try {
    const { paylink } = side.shop
    const given = { ...key, ...(authorization ? { Authorization: authorization } : {}), ...headers }
    const reply = await paylink.call(method, address, undefined, { key: null, headers: given, raw: body })
    return { status: reply.status, body: reply.body, text: reply.text }
  } catch (error) {
    return { status: 0, body: null, text: error instanceof Error ? error.message : String(error) }
  }
}

function judge(report: FuzzReport, request: FuzzedRequest, sides: readonly Side[], answers: readonly Answered[]): void {
  const shown = `${request.method} ${request.path.slice(0, 120)} ${(request.body ?? '').slice(0, 300)}`
  for (const [nr, { status, text }] of answers.entries()) {
    const { engine } = sides[nr]!
    const counted = (report.statuses[engine] ??= {})
    counted[status] = (counted[status] ?? 0) + 1
    if (status === 0 || status >= 500) report.faults.push(`${engine} ${status}: ${shown}: ${text.slice(0, 400)}`)
  }
  const [one, ...others] = answers.map(({ status }) => status)
  if (others.some((status) => status !== one)) {
    const each = answers.map(({ status, text }, nr) => `${sides[nr]?.engine} ${status} ${text.slice(0, 200)}`)
    report.faults.push(`different: ${shown}: ${each.join(' | ')}`)
  }
}

/** Later requests use ids that earlier ones created. */
function remember(side: Side, { operationId }: FuzzedRequest, body: any): void {
  if (operationId === 'create_payment_link' && body?.object === 'payment_link') keep(side.links, body.id)
  if (operationId === 'mark_payment_link_paid' && body?.paidPaymentId) keep(side.payments, body.paidPaymentId)
}

/** The latest few: most requests should meet objects that have not ended. */
function keep(ids: string[], id: string): void {
  if (ids.includes(id)) return
  ids.push(id)
  if (ids.length > 20) ids.splice(3, 1)
}
