import { outageOf } from '../database/outage.js'
import type { OutageWatch } from '../database/outage-watch.js'
import type { Log } from '../kernel/log.js'

/** Suppresses lines that only repeat a database outage; the watch logs its start and end. */
export class OutageLog implements Log {
  constructor(
    private readonly log: Log,
    private readonly outages: OutageWatch,
    { isTold = false } = {},
  ) {
    if (!isTold) outages.logTo(log)
  }

  debug(fields: object, message: string): void {
    this.log.debug(fields, message)
  }

  info(fields: object, message: string): void {
    this.log.info(fields, message)
  }

  warn(fields: object, message: string): void {
    if (!this.isRepetition(fields)) this.log.warn(fields, message)
  }

  error(fields: object, message: string): void {
    if (!this.isRepetition(fields)) this.log.error(fields, message)
  }

  private isRepetition(fields: object): boolean {
    const outage = 'err' in fields ? outageOf(fields.err) : null
    if (!outage) return false
    // Nothing else may have detected this outage.
    if (!this.outages.isOn) this.outages.recordFailure(outage)
    this.outages.countWithheldLine()
    return true
  }
}
