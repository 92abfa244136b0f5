import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Controller } from '../contract/controller.js'
import type { OperationId, ServedContract } from '../contract/served-contract.js'
import type { OperationInput, ParsedInput } from '../contract/served-operation.js'
import type { AccountPrincipal, Principal } from '../kernel/principal.js'
import { HANDLERS } from './generated/handlers.js'
import { operationArguments, type OperationHandler } from './operation-handler.js'

export interface Controllers {
  get(controller: never): unknown
}

export interface OperationAnswer {
  status: number
  /** Those that the operation itself sets. */
  headers: Readonly<Record<string, string>>
  /** A file's bytes, or a value that is sent as JSON. */
  body: Uint8Array | object
}

type Action = (...given: unknown[]) => Promise<object>

/** Runs the operations of the contract, for `/v1` and for agents alike (R17). */
export class RunOperation {
  private readonly handlers: ReadonlyMap<OperationId, OperationHandler>

  constructor(
    private readonly contract: ServedContract,
    private readonly controllers: Controllers,
  ) {
    this.handlers = new Map(
      HANDLERS.map((handler) => [
        contract.operationAt(handler.method, handler.path.replace(/:(\w+)/g, '{$1}')),
        handler,
      ]),
    )
  }

  /** Where `/v1` serves each operation. */
  routes(): readonly (readonly [OperationId, Pick<OperationHandler, 'method' | 'path'>])[] {
    return [...this.handlers]
  }

  /** @throws Problem `forbidden`; `validation_error`, with every field at fault */
  check(id: OperationId, input: OperationInput, permissions: Pick<Principal, 'scopes' | 'controls'>): void {
    this.contract.parse(id, input, permissions)
  }

  /** @throws Problem `forbidden`; `validation_error`, with every field at fault; those of the operation */
  async run(id: OperationId, input: OperationInput, principal: AccountPrincipal): Promise<OperationAnswer> {
    const handler = this.handlers.get(id)
    if (!handler) throw new Error(`no controller serves ${id}`)
    const parsed: ParsedInput = this.contract.parse(id, input, principal)
    const controller = this.controllers.get(handler.controller as never) as Controller & Record<string, Action>
    const given = operationArguments(handler.parameters, parsed, { principal })
    const body = await (controller[handler.action] as Action)(...given)
    return {
      status: controller.getStatus() ?? handler.successStatus ?? 200,
      headers: controller.getHeaders(),
      body: body instanceof Readable ? await buffer(body) : body,
    }
  }
}
