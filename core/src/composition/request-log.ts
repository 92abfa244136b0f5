import { currentRequestId } from '../kernel/current-request.js'
import type { Log } from '../kernel/log.js'

/** Adds the id of the request that a line belongs to. */
export class RequestLog implements Log {
  constructor(private readonly log: Log) {}

  debug(fields: object, message: string): void {
    this.log.debug(withRequest(fields), message)
  }

  info(fields: object, message: string): void {
    this.log.info(withRequest(fields), message)
  }

  warn(fields: object, message: string): void {
    this.log.warn(withRequest(fields), message)
  }

  error(fields: object, message: string): void {
    this.log.error(withRequest(fields), message)
  }
}

function withRequest(fields: object): object {
  const request = currentRequestId()
  return request === undefined || 'request' in fields ? fields : { request, ...fields }
}
