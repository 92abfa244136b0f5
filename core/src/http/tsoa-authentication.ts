import type { Request } from 'express'
import type { Caller } from '../kernel/caller.js'

/** The generated routes ask again; `authenticate` has answered before the body was read. */
export function expressAuthentication(request: Request): Promise<Caller> {
  return Promise.resolve(request.caller)
}
