import type { Clock } from '../kernel/clock.js'
import type { AccountWidePrincipal } from '../kernel/principal.js'
import type { Timer } from '../kernel/timer.js'
import type { AccessLine } from './access-line.js'
import type { AccessLines } from './access-lines.repository.js'
import type { AccessLog } from './access-log.js'

const TRIES = 6
const BETWEEN_TRIES_MS = 400

/** Finds the record of a request by its `X-Request-Id`. */
export class FindRequest {
  constructor(
    private readonly lines: AccessLines,
    private readonly accessLog: AccessLog,
    private readonly clock: Clock,
    private readonly timer: Timer,
  ) {}

  /** Of any account: for the operator. */
  async run(id: string): Promise<AccessLine | undefined> {
    // A server stores its lines about once a second, so a recent request may not be there yet.
    for (let tries = 1; ; tries++) {
      const line = await this.lines.find(id)
      if (line || tries === TRIES || !this.isRecent(id)) return line
      // Of this process; for those of others there is only waiting.
      await this.accessLog.run()
      await this.timer.sleep(BETWEEN_TRIES_MS)
    }
  }

  /** Of the account alone: a request that was refused before its account was known belongs to none. */
  async ofAccount({ accountId }: AccountWidePrincipal, id: string): Promise<AccessLine | undefined> {
    const line = await this.run(id)
    return line?.accountId === accountId ? line : undefined
  }

  /** Ids begin with their time in milliseconds, in hexadecimal. */
  private isRecent(id: string): boolean {
    const age = this.clock.now().getTime() - Number.parseInt(id.replace('-', '').slice(0, 12), 16)
    return Math.abs(age) < TRIES * BETWEEN_TRIES_MS
  }
}
