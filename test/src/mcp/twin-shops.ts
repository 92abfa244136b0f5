import type { Client } from '@modelcontextprotocol/client'
import type { Engine } from '@paylink/core/database/engine'
import { SECOND_MS } from '@paylink/core/kernel/clock'
import { expect } from 'chai'
import { InvoiceShop } from '../support/invoice-shop.js'
import { rowCounts } from '../support/rows.js'
import { callTool, connectAgent } from './agent.js'
import { anonymous } from './anonymous.js'

/** What a shop has seen so far, by the name of the step: the ids that later steps need. */
export type Seen = Record<string, any>

export interface Step {
  name: string
  operation: string
  arguments?: object | ((seen: Seen) => object)
  /** That of the problem; undefined: it succeeds. */
  code?: string
  /** Work in the background follows, at its own pace. */
  hasWork?: true
  /** What happens before it elsewhere, as at the provider. */
  before?: (shop: InvoiceShop, seen: Seen) => Promise<void>
}

/** Where the arguments of an operation go in a request of `/v1`, read from the published contract. */
interface Place {
  method: string
  path: string
  parameters: { name: string; in: string }[]
}

/** Two shops alike: one is run over `/v1`, the other by an agent over MCP. */
export class TwinShops {
  private readonly ids = { rest: new Map<string, string>(), mcp: new Map<string, string>() }
  private readonly seen = { rest: {} as Seen, mcp: {} as Seen }

  private constructor(
    private readonly rest: InvoiceShop,
    private readonly mcp: InvoiceShop,
    private readonly agent: Client,
    readonly places: ReadonlyMap<string, Place>,
    private readonly since: string,
  ) {}

  static async open(engine: Engine): Promise<TwinShops> {
    const [rest, mcp] = await Promise.all([InvoiceShop.open(engine), InvoiceShop.open(engine)])
    rest.paylink.clock.stop()
    mcp.paylink.clock.stop()
    const start = new Date(mcp.paylink.clock.now().getTime() + SECOND_MS)
    for (const { paylink } of [rest, mcp]) paylink.clock.advance(start.getTime() - paylink.clock.now().getTime())
    return new TwinShops(rest, mcp, await connectAgent(mcp.paylink), await placesOf(rest), start.toISOString())
  }

  async close(): Promise<void> {
    await this.agent.close()
    await Promise.all([this.rest.close(), this.mcp.close()])
  }

  /** Both answer alike, and write as many rows. */
  async run({ name, operation, arguments: given = {}, code, hasWork, before }: Step): Promise<void> {
    for (const [side, shop] of this.sides) {
      shop.paylink.clock.advance(SECOND_MS)
      await before?.(shop, this.seen[side])
    }
    const argumentsOf = (side: 'rest' | 'mcp'): Record<string, unknown> =>
      ({ ...(typeof given === 'function' ? given(this.seen[side]) : given) }) as Record<string, unknown>
    const reply = await this.overRest(operation, argumentsOf('rest'))
    const answer = await callTool(this.agent, operation, argumentsOf('mcp'))
    const file = answer.raw.content.find((content) => content.type === 'resource')?.resource
    const body =
      file && 'blob' in file ? Buffer.from(file.blob, 'base64') : answer.isError ? answer.body.problem : answer.body
    this.seen.rest[name] = reply.body
    this.seen.mcp[name] = body
    expect(reply.status >= 400 ? reply.body.code : undefined, `${name}: ${reply.text}`).to.equal(code)
    expect(answer.isError, `${name}: ${answer.text}`).to.equal(code !== undefined)
    expect(this.anonymous('mcp', body), name).to.deep.equal(this.anonymous('rest', reply.body))
    if (!hasWork) expect(await this.rows('mcp'), name).to.deep.equal(await this.rows('rest'))
  }

  async settle(): Promise<void> {
    await Promise.all([this.rest.settle(), this.mcp.settle()])
  }

  async events(): Promise<Record<'rest' | 'mcp', unknown[]>> {
    const [rest, mcp] = await Promise.all(
      this.sides.map(async ([side, { paylink }]) => {
        const payloads: string[] = await paylink.db('events').orderBy(['created_at', 'id']).pluck('payload')
        return payloads.map((payload) => this.anonymous(side, JSON.parse(payload)))
      }),
    )
    return { rest: rest ?? [], mcp: mcp ?? [] }
  }

  async channels(): Promise<Record<'rest' | 'mcp', string[]>> {
    const of = async (shop: InvoiceShop): Promise<string[]> =>
      shop.paylink.db('payment_links').distinct().pluck('channel')
    return { rest: await of(this.rest), mcp: await of(this.mcp) }
  }

  private get sides(): ['rest' | 'mcp', InvoiceShop][] {
    return [
      ['rest', this.rest],
      ['mcp', this.mcp],
    ]
  }

  private async rows(side: 'rest' | 'mcp'): Promise<Record<string, number>> {
    // The agent's calls are in the audit log.
    const { audit_entries: _, ...counts } = await rowCounts(this[side].paylink)
    return counts
  }

  private anonymous(side: 'rest' | 'mcp', value: unknown): unknown {
    return anonymous(value, { url: this[side].paylink.url, since: this.since, ids: this.ids[side] })
  }

  private overRest(operation: string, { idempotencyKey, ...given }: Record<string, unknown>) {
    const place = this.places.get(operation)
    if (!place) throw new Error(`no operation ${operation}`)
    const rest = { ...given }
    const query = new URLSearchParams()
    let path = place.path
    for (const parameter of place.parameters) {
      const value = rest[parameter.name]
      if (parameter.in === 'header' || value === undefined) continue
      delete rest[parameter.name]
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, encodeURIComponent(text))
      else query.set(parameter.name, text)
    }
    const address = query.size === 0 ? path : `${path}?${query.toString()}`
    const body = place.method === 'get' ? undefined : rest
    const options = typeof idempotencyKey === 'string' ? { idempotencyKey } : {}
    return this.rest.paylink.call(place.method.toUpperCase(), address, body, options)
  }
}

async function placesOf({ paylink }: InvoiceShop): Promise<Map<string, Place>> {
  const { body } = await paylink.get('/openapi.json')
  return new Map(
    Object.entries(body.paths as Record<string, Record<string, any>>).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, parameters = [] }]): [string, Place] => [
        operationId,
        { method, path, parameters },
      ]),
    ),
  )
}
