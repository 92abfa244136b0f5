import { SECOND_MS } from '../../kernel/clock.js'
import type { ClockOffsets } from '../../outbound/clock-offsets.js'
import type { Check, CheckUp } from '../check.js'
import { type Finding, hidden, kind } from '../finding.js'

const NAME = 'clock'
/** Signatures of webhooks and one-time codes allow more, but not much. */
const MAX_OFFSET_MS = 30 * SECOND_MS

const agrees = kind<object, { hosts: string[] }>({
  code: 'clock.agrees',
  severity: 'fine',
  operator: ({ hosts }) => (hosts.length === 0 ? 'no server to compare it with' : `as at ${hosts.join(', ')}`),
})

const differs = kind<object, { host: string; seconds: number }>({
  code: 'clock.differs_from_provider',
  severity: 'wrong',
  operator: ({ host, seconds }) =>
    `this machine's clock is ${Math.abs(seconds)} s ${seconds > 0 ? 'behind' : 'ahead of'} ${host}: signed requests, codes and webhooks are refused; synchronize it (timedatectl set-ntp true)`,
})

/** Compares the clock with those of the servers that other checks asked, so it comes after them. */
export class ClockCheckUp implements CheckUp {
  readonly isQuick = false

  constructor(private readonly offsets: ClockOffsets) {}

  checks(): Promise<Check[]> {
    const look = (): Promise<Finding[]> => Promise.resolve([this.find()])
    return Promise.resolve([
      { name: NAME, subject: { 'es-MX': 'el reloj del servidor', en: "the server's clock" }, look },
    ])
  }

  private find(): Finding {
    const all = [...this.offsets.all()]
    // One server whose own clock is wrong proves nothing if another agrees with us.
    const least = all.sort(([, one], [, other]) => Math.abs(one) - Math.abs(other))[0]
    if (!least || Math.abs(least[1]) <= MAX_OFFSET_MS) return agrees(NAME, hidden({ hosts: all.map(([host]) => host) }))
    const [host, offset] = least
    return differs(NAME, hidden({ host, seconds: Math.round(offset / SECOND_MS) }))
  }
}
