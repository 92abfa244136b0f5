import { isApprovable } from '../accounts/controls.js'
import { fingerprint } from '../idempotency/fingerprint.js'
import { toProblem } from '../http/error-handler.js'
import type { RunOperation } from '../http/run-operation.js'
import type { OperationInput } from '../contract/served-operation.js'
import type { Log } from '../kernel/log.js'
import type { BaseUrl } from '../kernel/named.js'
import type { AccountPrincipal } from '../kernel/principal.js'
import { invalid, Problem } from '../kernel/problem.js'
import type { AskPerson } from '../agents/ask-person.js'
import { type Approval, approvalStateAt } from '../agents/approval.js'
import type { Clock } from '../kernel/clock.js'
import type { CallLog } from './call-log.js'
import { referenceUri } from './file-uris.js'
import { IDEMPOTENCY_KEY, type Tool } from './tool.js'
import { fileResult, problemResult, resultOf, type ToolResult } from './tool-result.js'

/** A call as it arrived. */
export interface Call {
  principal: AccountPrincipal
  /** What the program calls itself; not verified. */
  client: string
  tool: Tool
  arguments: Record<string, unknown>
}

/** What came of a call: a result for the agent, or an approval that a person has not given. */
export type CallOutcome = { result: ToolResult } | { approval: Approval }

/** Runs the operation of a tool for an agent, as `/v1` does for a program with the same key (R17, I51). */
export class CallTool {
  constructor(
    private readonly operations: RunOperation,
    private readonly askPerson: AskPerson,
    private readonly callLog: CallLog,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly baseUrl: BaseUrl,
  ) {}

  /** Never throws: a problem is a result, too. */
  async run(call: Call): Promise<CallOutcome> {
    const { tool } = call
    const note = (outcome: string): void => this.note(call, outcome)
    try {
      const input = tool.toInput(call.arguments)
      const approval = await this.approvalFor(call, input)
      const state = approval && approvalStateAt(approval, this.clock.now())
      if (approval && state === 'declined') throw declined(approval)
      if (approval && state !== 'granted') {
        note('approval_required')
        return { approval }
      }
      const result = await this.execute(call, input, approval !== null)
      note('done')
      return { result }
    } catch (error) {
      const problem = toProblem(error)
      if (problem.status >= 500) this.log.error({ err: error, tool: tool.listed.name }, 'tool call failed')
      note(problem.code)
      return { result: problemResult(problem, this.baseUrl) }
    }
  }

  /** Records in the audit log what came of a call. `outcome`: see ToolCall. */
  note(call: Call, outcome: string): void {
    const { principal, client, tool } = call
    this.callLog.note({ principal, tool: tool.listed.name, client, argumentsHash: hashOf(call), outcome })
  }

  /** Null: this call needs none. The input is checked first: a person is not asked about what cannot be done. */
  private async approvalFor(call: Call, input: OperationInput): Promise<Approval | null> {
    const { principal, client, tool } = call
    const { name: operation } = tool.listed
    if (!principal.controls?.askFirst.includes(operation) || !isApprovable(operation)) return null
    this.operations.check(operation, input, { scopes: principal.scopes })
    const { [IDEMPOTENCY_KEY]: key, ...given } = call.arguments
    if (typeof key !== 'string') throw invalid(IDEMPOTENCY_KEY, 'is required, since a person approves this call')
    const argumentsHash = hashOf(call)
    return this.askPerson.run(principal, { client, operation, idempotencyKey: key, arguments: given, argumentsHash })
  }

  private async execute(
    { principal, tool, arguments: given }: Call,
    input: OperationInput,
    isApproved: boolean,
  ): Promise<ToolResult> {
    const { name } = tool.listed
    const acting = isApproved ? withoutAsking(principal) : principal
    const { body } = await this.operations.run(name, input, acting)
    if (body instanceof Uint8Array) {
      return fileResult(referenceUri(String(given['id'])), 'application/octet-stream', body)
    }
    return resultOf(body)
  }
}

/** Of what is called with which arguments; calls that differ in their key alone have the same. */
function hashOf({ tool, arguments: { [IDEMPOTENCY_KEY]: _, ...given } }: Call): string {
  return fingerprint(tool.listed.name, null, given)
}

/** This call is approved; the limits of money hold all the same. */
const withoutAsking = (principal: AccountPrincipal): AccountPrincipal => ({
  ...principal,
  controls: principal.controls ? { ...principal.controls, askFirst: [] } : null,
})

const declined = (approval: Approval): Problem =>
  new Problem('forbidden', {
    detail: `A person declined this call (${approval.id}). Do not repeat it unless they ask you to.`,
  })
