import type { Log } from '../kernel/log.js'
import { currentScope } from '../kernel/scope.js'

/** Adds the ids of the request and the trace that a line belongs to. */
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
  const { request, span } = currentScope()
  if (request === undefined && span === undefined) return fields
  return {
    ...(request === undefined ? {} : { request }),
    ...(span === undefined ? {} : { trace: span.traceId }),
    ...fields,
  }
}
