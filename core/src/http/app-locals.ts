import type { Application, Request } from 'express'
import type { ContractValidator } from './contract-validator.js'

/** Resolves controllers. */
export interface Controllers {
  get(controller: never): unknown
}

/** What the generated routes need, kept on the app because one process may run several appliances. */
export interface AppLocals {
  container: Controllers
  validator: ContractValidator
}

export function setAppLocals(app: Application, locals: AppLocals): void {
  Object.assign(app.locals, locals)
}

export const localsOf = (request: Request): AppLocals => request.app.locals as AppLocals
