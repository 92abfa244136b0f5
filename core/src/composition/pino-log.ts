import { destination, type Logger, pino, stdSerializers } from 'pino'
import { Log } from '../kernel/log.js'

/** What Postgres adds to its errors may be the values of a row, and so a customer (I48). */
function withoutRows(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const told = stdSerializers.err(error)
  return 'severity' in told ? { ...told, detail: undefined, where: undefined } : told
}

/** One JSON object a line on standard error; answers of commands have standard output to themselves. */
export class PinoLog extends Log {
  private readonly pino: Logger

  constructor(level: string) {
    super()
    this.pino = pino({ level, base: null, serializers: { err: withoutRows } }, destination({ fd: 2, sync: true }))
  }

  debug(fields: object, message: string): void {
    this.pino.debug(fields, message)
  }

  info(fields: object, message: string): void {
    this.pino.info(fields, message)
  }

  warn(fields: object, message: string): void {
    this.pino.warn(fields, message)
  }

  error(fields: object, message: string): void {
    this.pino.error(fields, message)
  }
}
