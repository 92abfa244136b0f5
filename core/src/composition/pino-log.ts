import { destination, type Logger, pino, stdSerializers } from 'pino'
import type { Log } from '../kernel/log.js'
import { redact } from './redact.js'

/** Postgres may add the values of a row to its errors, and so a customer's data (I48). */
function withoutRowValues(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const serialized = stdSerializers.err(error)
  return 'severity' in serialized ? { ...serialized, detail: undefined, where: undefined } : serialized
}

/** JSON lines on standard error; standard output is for the output of commands. */
export class PinoLog implements Log {
  private readonly pino: Logger

  constructor(level: string) {
    const options = { level, base: null, serializers: { err: withoutRowValues }, hooks: { streamWrite: redact } }
    this.pino = pino(options, destination({ fd: 2, sync: true }))
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
