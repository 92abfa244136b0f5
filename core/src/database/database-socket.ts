import { lookup, type LookupAllOptions } from 'node:dns'
import { type LookupFunction, Socket } from 'node:net'

type Answer = Parameters<LookupFunction>[2]

const pending = new Map<string, Answer[]>()

/**
 * Looks a name up once for all who ask meanwhile. The system's lookup blocks one of libuv's four threads until the name
 * server answers: for a host that is gone, one for each connection would keep those of its standby waiting.
 */
const lookUpOnce: LookupFunction = (name, options, answer) => {
  const key = JSON.stringify([name, options])
  const waiting = pending.get(key)
  if (waiting) {
    waiting.push(answer)
    return
  }
  const answers = [answer]
  pending.set(key, answers)
  lookup(name, options as LookupAllOptions, (...found) => {
    pending.delete(key)
    for (const each of answers) each(...found)
  })
}

/** What the driver connects: to a port of a host, or to a path. */
export class DatabaseSocket extends Socket {
  override connect(port: unknown, host?: unknown): this {
    return typeof host === 'string'
      ? super.connect({ port: Number(port), host, lookup: lookUpOnce })
      : super.connect(String(port))
  }
}
