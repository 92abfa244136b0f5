import type { Application, Request } from 'express'
import type { ContractValidator } from './contract-validator.js'

/** Where controllers come from. */
export interface Controllers {
  get(controller: never): unknown
}

/** What the generated routes find through the request: several appliances may live in one process. */
export interface AppLocals {
  container: Controllers
  validator: ContractValidator
}

export function setAppLocals(app: Application, locals: AppLocals): void {
  Object.assign(app.locals, locals)
}

export const appOf = (request: Request): AppLocals => request.app.locals as AppLocals
