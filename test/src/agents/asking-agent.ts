import type { Client } from '@modelcontextprotocol/client'
import type { Controls } from '@paylink/core/kernel/principal'
import { type AgentOptions, type Answer, callTool, connectAgent } from '../mcp/agent.js'
import { linkBody, type TestAppliance } from '../support/appliance.js'

const CONTROLS: Controls = { currency: 'MXN', dailyLimit: null, linkLimit: null, askFirst: ['create_payment_link'] }

/** A program with a key of test mode that must ask a person before it creates a link. */
export class AskingAgent {
  private constructor(
    readonly paylink: TestAppliance,
    readonly keyId: string,
    readonly key: string,
    readonly client: Client,
  ) {}

  static async connect(
    paylink: TestAppliance,
    {
      name = 'Mostrador',
      controls = {},
      ...options
    }: AgentOptions & { name?: string; controls?: Partial<Controls> } = {},
  ): Promise<AskingAgent> {
    const { key, text } = await paylink.newKey({
      ...{ name, scopes: ['links:read', 'links:write'] },
      controls: { ...CONTROLS, ...controls },
    })
    return new AskingAgent(paylink, key.id, text, await connectAgent(paylink, { ...options, key: text }))
  }

  create(idempotencyKey: string, changes: object = {}): Promise<Answer> {
    return callTool(this.client, 'create_payment_link', { ...linkBody(changes), idempotencyKey })
  }

  /** Asks, and returns the path of the page on which a person decides. */
  async ask(idempotencyKey: string, changes: object = {}): Promise<string> {
    const { body, text } = await this.create(idempotencyKey, changes)
    if (body?.approval?.status !== 'approval_required') throw new Error(`it was not asked for: ${text}`)
    return new URL(body.approval.url as string).pathname
  }

  /** How many links it has created. */
  async links(): Promise<number> {
    return (await this.paylink.db('payment_links').where({ created_by: `key:${this.keyId}` })).length
  }
}
