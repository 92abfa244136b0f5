import type { Application, Request } from 'express'
import type { Container } from 'inversify'
import type { ContractValidator } from './contract-validator.js'

/** What the generated routes find through the request: several appliances may live in one process. */
export interface AppLocals {
  container: Container
  validator: ContractValidator
}

export function setAppLocals(app: Application, locals: AppLocals): void {
  Object.assign(app.locals, locals)
}

export const appOf = (request: Request): AppLocals => request.app.locals as AppLocals
