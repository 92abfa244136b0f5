import type { Application, Request } from 'express'
import type { ServedContract } from '../contract/served-contract.js'

export interface Controllers {
  get(controller: never): unknown
}

/** What the generated routes need, kept on the app because one process may run several appliances. */
interface AppLocals {
  container: Controllers
  contract: ServedContract
}

export function setAppLocals(app: Application, locals: AppLocals): void {
  Object.assign(app.locals, locals)
}

export const localsOf = (request: Request): AppLocals => request.app.locals as AppLocals
