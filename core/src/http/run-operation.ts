import type { TsoaRoute } from '@tsoa/runtime'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { OperationId, ServedContract } from '../contract/served-contract.js'
import type { OperationInput, ParsedInput } from '../contract/served-operation.js'
import type { AccountPrincipal, Principal } from '../kernel/principal.js'
import type { Controllers } from './app-locals.js'
import { HANDLERS } from './generated/handlers.js'
import { operationArguments } from './operation-arguments.js'

/** What `/v1` would answer. */
export interface OperationAnswer {
  status: number
  /** Those that the operation itself sets. */
  headers: Record<string, string | string[] | undefined>
  /** A file, or a value that is sent as JSON. */
  body: unknown
}

/** The part of tsoa's controllers that the generated routes use. */
interface Controller {
  getStatus(): number | undefined
  getHeaders(): OperationAnswer['headers']
  [action: string]: (...given: never[]) => unknown
}

interface Handler {
  controller: unknown
  action: string
  successStatus: number | undefined
  parameters: readonly TsoaRoute.ParameterSchema[]
}

/** Runs an operation of the contract without an HTTP request, through the very controller that serves `/v1` (R17). */
export class RunOperation {
  private readonly handlers: ReadonlyMap<OperationId, Handler>

  constructor(
    private readonly contract: ServedContract,
    private readonly controllers: Controllers,
  ) {
    this.handlers = new Map(
      HANDLERS.map(({ method, path, ...handler }) => [
        contract.operationAt(method, path.replace(/:(\w+)/g, '{$1}')),
        handler,
      ]),
    )
  }

  /** @throws Problem `forbidden`; `validation_error`, with every field at fault */
  check(id: OperationId, input: OperationInput, permissions: Pick<Principal, 'scopes' | 'controls'>): void {
    this.contract.parse(id, input, permissions)
  }

  /** @throws Problem as `/v1` answers it */
  async run(id: OperationId, input: OperationInput, principal: AccountPrincipal): Promise<OperationAnswer> {
    const handler = this.handlers.get(id)
    if (!handler) throw new Error(`no controller serves ${id}`)
    const parsed: ParsedInput = this.contract.parse(id, input, principal)
    const controller = this.controllers.get(handler.controller as never) as Controller
    const given = operationArguments(handler.parameters, parsed, { principal })
    const body = await controller[handler.action]?.(...(given as never[]))
    return {
      status: controller.getStatus() ?? handler.successStatus ?? 200,
      headers: controller.getHeaders(),
      body: body instanceof Readable ? await buffer(body) : body,
    }
  }
}
