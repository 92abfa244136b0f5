import { destination, type Logger, pino } from 'pino'
import { Log } from '../kernel/log.js'

/** One JSON object a line on standard error; answers of commands have standard output to themselves. */
export class PinoLog extends Log {
  private readonly pino: Logger

  constructor(level: string) {
    super()
    this.pino = pino({ level, base: null }, destination({ fd: 2, sync: true }))
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
