import { expect } from 'chai'
import { linkBody, type Reply, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { Merchant } from '../support/merchants.js'
import { pathsOf } from '../support/problems.js'
import { rowCounts } from '../support/rows.js'
import { wire } from '../support/wire.js'

/** One engine's server, with objects to request. */
export interface Side {
  paylink: TestAppliance
  merchant: Merchant
  linkId: string
  paymentId: string
}

export interface TestRequest {
  name: string
  method?: string
  path: string | ((side: Side) => string)
  /** JSON, except that a string `@raw:…` is sent without its quotes: see `toText`. */
  body?: unknown
  idempotencyKey?: string
}

/** The part of a refusal that both engines must agree on. */
interface Refusal {
  status: number
  code: string
  paths: string[]
}

/** Sends the same request to a server on each engine at once. */
export class Twins {
  private constructor(readonly sides: readonly Side[]) {}

  static async start(): Promise<Twins> {
    const sides = ENGINES.map(async (engine): Promise<Side> => {
      const paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      const merchant = await Merchant.join(paylink)
      const paid = await merchant.createLink()
      const { body } = await merchant.post(`/v1/payment_links/${paid.id}/mark_paid`)
      return { paylink, merchant, linkId: (await merchant.createLink()).id, paymentId: body.paidPaymentId }
    })
    return new Twins(await Promise.all(sides))
  }

  async stop(): Promise<void> {
    await Promise.all(this.sides.map(({ paylink }) => paylink.stop()))
  }

  /** Both engines refuse each request for the same reason, and write nothing. */
  async expectRefused(
    asks: readonly (TestRequest & { status?: number; code?: string; paths?: string[] })[],
  ): Promise<void> {
    const before = await this.rows()
    for (const { status = 400, code = 'validation_error', paths, ...ask } of asks) {
      const all = (await this.ask(ask)).map(refusalOf)
      for (const one of all) {
        expect({ ...one, paths: paths ? one.paths : undefined }, ask.name).to.deep.equal({ status, code, paths })
      }
      expect(new Set(all.map((one) => JSON.stringify(one))).size, ask.name).to.equal(1)
    }
    expect(await this.rows()).to.deep.equal(before)
  }

  /** Both engines accept each request. */
  async expectAccepted(asks: readonly TestRequest[]): Promise<Reply[][]> {
    const replies: Reply[][] = []
    for (const ask of asks) {
      const all = await this.ask(ask)
      for (const reply of all) expect([200, 201], `${ask.name}: ${reply.text}`).to.include(reply.status)
      replies.push(all)
    }
    return replies
  }

  /** Sends raw bytes; returns the status and code of each side. */
  async wire(
    head: (side: Side) => string[],
    body: string | Uint8Array = '',
  ): Promise<{ status: number; code: string }[]> {
    return Promise.all(
      this.sides.map(async (side) => {
        const { status, headers, text } = await wire(side.paylink.url, head(side), body)
        const isProblem = headers.get('content-type') === 'application/problem+json'
        return { status, code: isProblem ? String(JSON.parse(text).code) : '' }
      }),
    )
  }

  rows(): Promise<Record<string, number>[]> {
    return Promise.all(this.sides.map(({ paylink }) => rowCounts(paylink)))
  }

  private ask({ method = 'POST', path, body, idempotencyKey }: Omit<TestRequest, 'name'>): Promise<Reply[]> {
    return Promise.all(
      this.sides.map((side) => {
        const address = typeof path === 'string' ? path : path(side)
        const raw = body === undefined ? undefined : toText(body)
        return side.paylink.call(method, address, undefined, { key: side.merchant.key, raw, idempotencyKey })
      }),
    )
  }
}

/** JSON, including what `JSON.stringify` cannot write. */
export const toText = (body: unknown): string => JSON.stringify(body).replace(/"@raw:([^"]*)"/g, '$1')

function refusalOf(reply: Reply): Refusal {
  expect(reply.status, reply.text).to.be.within(400, 499)
  expect(reply.headers.get('content-type')).to.equal('application/problem+json')
  return { status: reply.status, code: reply.body.code, paths: pathsOf(reply).sort() }
}

let count = 0

export const createLink = (name: string, changes: object): TestRequest => ({
  name,
  path: '/v1/payment_links',
  body: linkBody(changes),
  idempotencyKey: `bad-${++count}`,
})

export const updateLink = (name: string, changes: object): TestRequest => ({
  name,
  path: ({ linkId }) => `/v1/payment_links/${linkId}`,
  body: changes,
})

export const markPaid = (name: string, input: object): TestRequest => ({
  name,
  path: ({ linkId }) => `/v1/payment_links/${linkId}/mark_paid`,
  body: input,
})
