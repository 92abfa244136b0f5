import type { ServerProcess } from '../support/server-process.js'
import type { DrillSite } from './drill-site.js'
import type { Round } from './scenarios.js'
import type { Seen, Watch } from './watch.js'

/** Workers look for due rows every five seconds. */
const LATE_S = 6
/** So many writes refused in a row are commits that hang, for three quarters of a second or longer; fewer are a busy machine. */
const HUNG_WRITES = 5
/** Of the log of a process that ended. */
const LAST_LINES = 5

/** What is promised of a failover (docs/operate.md). */
const LIMITS = {
  /** From a writable primary on until requests are served. */
  serviceMs: 5000,
  /** How long a due row may wait, the failover included. */
  dueS: 60,
  /** Of one process: one beside the start and the end of an outage, which may fall into the same second. */
  logLinesASecond: 3,
  /** From the first failed write on until `/readyz` answers 503. */
  notReadyMs: 5000,
  /** From service on: how long due rows may still wait for longer than `LATE_S`. */
  caughtUpMs: 15_000,
  /** From service on until what happened meanwhile has been sent. */
  webhooksMs: 15_000,
  /** Of requests, while one connection of many is silent: failed, or answered later than `answerMs`. */
  failedShare: 0.01,
  answerMs: 5000,
}

interface Measured {
  name: string
  rounds: readonly Round[]
  watch: Watch
  site: DrillSite
  startedAt: number
  operations: number
  events: readonly { id: string; at: Date }[]
  say: (text: string) => void
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
const most = (numbers: readonly number[]): number => numbers.reduce((found, one) => Math.max(found, one), 0)

/** Returns what is not as promised. */
export function report({ name, rounds, watch, site, startedAt, operations, events, say }: Measured): string[] {
  const broken: string[] = []
  const promise = (isKept: boolean, what: string): void => {
    if (!isKept) broken.push(what)
  }
  say(`\n== ${name}: ${operations} operations`)
  for (const round of rounds) {
    say(`  ${round.what}: ${describeRound(round, watch)}`)
    const { writable, back } = timesOf(round, watch)
    if (round.isSame !== true && back - writable > LIMITS.serviceMs) {
      promise(false, `${round.what}: service came back late:\n${describeFailures(round, watch)}`)
    }
    if (!round.isOneConnection) continue
    const creates = watch.creates.flat().filter(({ at }) => at >= round.at)
    const failed = creates.filter(({ status, ms }) => status !== 201 || ms > LIMITS.answerMs).length
    promise(failed <= creates.length * LIMITS.failedShare, `${round.what}: ${failed} of ${creates.length} failed`)
  }
  say(`  answers to clients: ${JSON.stringify(Object.fromEntries([...site.answers].sort()))}`)
  watch.creates.forEach((seen, at) => say(`  serve ${at} creates: ${describeAnswers(seen)}`))
  const isOneConnection = rounds.some((round) => round.isOneConnection)
  const bad = watch.creates
    .flat()
    .filter(({ status, hasRetryAfter }) => status !== 201 && !(status === 503 && hasRetryAfter))
  promise(bad.length === 0 || isOneConnection, `creates: ${describeAnswers(bad)}`)
  watch.readiness.forEach((seen, at) => {
    const creates = watch.creates[at] ?? []
    const wrong = seen.filter((one) => isAmongFailures(one, creates)).length
    const late = rounds.map((round) => lateMs(round, watch, seen, creates))
    const refused = late.map((ms) => (ms === null ? 'none' : seconds(ms))).join(', ')
    say(
      `  serve ${at} /readyz: ${describeAnswers(seen)}; 503 after the first failed write began: ${refused}; 200 among failing writes ${wrong} times`,
    )
    promise(wrong === 0, `serve ${at} /readyz answered 200 among failing writes`)
    promise(
      isOneConnection || late.every((ms) => (ms ?? 0) <= LIMITS.notReadyMs),
      `serve ${at} /readyz answered 503 late`,
    )
  })
  const processes: [string, ServerProcess][] = [
    ...site.servers.map((server, at): [string, ServerProcess] => [`serve ${at}`, server]),
    ...site.workers.map((server, at): [string, ServerProcess] => [`worker ${at}`, server]),
  ]
  for (const [process, server] of processes) {
    const log = readLog(server, startedAt)
    say(`  ${process} log: ${describeLog(log)}`)
    promise(log.notJson === 0, `${process} logged ${log.notJson} lines that are not JSON`)
    promise(log.most <= LIMITS.logLinesASecond, `${process} logged ${log.most} lines in a second`)
    promise(!server.isDown, `${process} ended: ${server.logged.split('\n').slice(-LAST_LINES).join('\n')}`)
  }
  for (const queue of new Set(watch.oldest.map((one) => one.queue))) {
    const seen = watch.oldest.filter((one) => one.queue === queue)
    const worst = most(seen.map(({ age }) => age))
    promise(worst <= LIMITS.dueS, `${queue}: a due row waited for ${worst.toFixed(0)} s`)
    const lastLate = seen.filter(({ age }) => age > LATE_S).at(-1)?.at
    const lateMs = lastLate === undefined ? null : lastLate - lastBack(rounds, watch)
    const late = lateMs === null ? 'never' : `${seconds(lateMs)} after service was back`
    say(`  ${queue}: oldest due ${worst.toFixed(1)} s; last more than ${LATE_S} s late ${late}`)
    promise(lateMs === null || lateMs <= LIMITS.caughtUpMs, `${queue}: rows were late ${late}`)
  }
  const back = lastBack(rounds, watch)
  const missing = events.filter(({ id }) => !site.arrivals.has(id))
  const late = events.map(({ id, at }) => (site.arrivals.get(id) ?? 0) - Math.max(at.getTime(), back))
  say(
    `  webhooks: ${events.length} events, ${missing.length} not arrived, slowest after service was back ${seconds(most(late))}`,
  )
  promise(missing.length === 0, `${missing.length} webhooks did not arrive`)
  promise(most(late) <= LIMITS.webhooksMs, `a webhook arrived ${seconds(most(late))} after service was back`)
  return broken
}

function lastBack(rounds: readonly Round[], watch: Watch): number {
  return most(rounds.map((round) => timesOf(round, watch).back))
}

interface Times {
  /** When a new primary took its first write. */
  first: number
  /** When it took writes without interruption: a primary whose commits wait for a standby takes none. */
  writable: number
  back: number
}

function timesOf({ at, from, isSame = false }: Round, watch: Watch): Times {
  const tried = watch.writable.filter((one) => one.at > at).sort((a, b) => a.at - b.at)
  const taken = tried.filter(({ member }) => member !== null && member !== from)
  const first = isSame ? at : (taken[0]?.at ?? 0)
  const back = most(watch.creates.map((seen) => firstGood(seen, first)))
  const hungUntil = lastHung(tried.filter((one) => one.at < back))
  const writable = isSame ? at : (taken.find((one) => one.at > hungUntil)?.at ?? first)
  return { first, writable: Math.min(writable, back), back }
}

function lastHung(tried: Watch['writable']): number {
  let [refused, last] = [0, 0]
  for (const { at, member } of tried) {
    refused = member === null ? refused + 1 : 0
    if (refused >= HUNG_WRITES) last = at
  }
  return last
}

/** When an answer came that was not followed by a failure within five seconds. */
function firstGood(seen: readonly Seen[], since: number): number {
  const done = seen
    .map(({ at, ms, status }) => ({ at: at + ms, status }))
    .filter(({ at }) => at >= since)
    .sort((a, b) => a.at - b.at)
  const found = done.find(
    ({ at, status }, index) =>
      status === 201 && done.slice(index).every((later) => later.at > at + 5000 || later.status === 201),
  )
  return found?.at ?? Infinity
}

function describeRound(round: Round, watch: Watch): string {
  const { first, writable, back } = timesOf(round, watch)
  const failed = watch.creates.map((seen) =>
    seen.filter(({ at, status }) => status !== 201 && at >= round.at - 4000 && at <= back),
  )
  const outage = failed.map((list) =>
    list.length === 0 ? 0 : most(list.map(({ at, ms }) => at + ms)) - Math.min(...list.map(({ at }) => at)),
  )
  return `first write at a primary after ${seconds(first - round.at)}, steadily after ${seconds(writable - round.at)}, service ${seconds(back - writable)} later; failures ${failed.map(({ length }) => length).join('+')}, over ${outage.map(seconds).join(', ')}`
}

/** Each answer from the promotion on until service was back, in milliseconds since the round began. */
function describeFailures(round: Round, watch: Watch): string {
  const { first, back } = timesOf(round, watch)
  const lines = watch.creates.map((seen, index) => {
    const answers = seen.filter(({ at, ms }) => at + ms >= first && at <= back)
    return `serve ${index}: ${answers.map(({ at, ms, status }) => `${at - round.at}+${ms} ${status}`).join(', ')}`
  })
  return lines.join('\n')
}

function describeAnswers(seen: readonly Seen[]): string {
  const counts = new Map<string, number>()
  for (const { status, hasRetryAfter } of seen) {
    const what = status === 503 && !hasRetryAfter ? '503 without Retry-After' : String(status)
    counts.set(what, (counts.get(what) ?? 0) + 1)
  }
  return `${JSON.stringify(Object.fromEntries(counts))}, slowest ${seconds(most(seen.map(({ ms }) => ms)))}`
}

/** It answered 200 although writes just before and just after failed. */
function isAmongFailures({ at, ms, status }: Seen, creates: readonly Seen[]): boolean {
  const end = at + ms
  const around = creates.filter((one) => one.at + one.ms > end - 1500 && one.at < end + 1000)
  return status === 200 && around.length > 2 && around.every((one) => one.status !== 201)
}

/** From the first failed write of a round to the first 503; null: no write failed, or for a shorter time than is allowed. */
function lateMs(round: Round, watch: Watch, readiness: readonly Seen[], creates: readonly Seen[]): number | null {
  const { back } = timesOf(round, watch)
  const failures = creates.filter(({ at, status }) => status !== 201 && at >= round.at - 4000 && at <= back)
  const [first, last] = [failures[0], failures.at(-1)]
  if (!first || !last) return null
  const refused = readiness.find(({ at, status }) => at >= first.at && at <= back && status === 503)
  if (refused) return refused.at + refused.ms - first.at
  return last.at + last.ms - first.at < LIMITS.notReadyMs ? null : Infinity
}

interface Log {
  lines: number
  /** In one second. */
  most: number
  notJson: number
  messages: ReadonlyMap<string, number>
}

function readLog({ logged }: ServerProcess, since: number): Log {
  const lines = logged.split('\n').filter((line) => line !== '')
  const json = lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as { time: number; msg: string; level: number }]
    } catch {
      return []
    }
  })
  const recent = json.filter(({ time }) => time >= since)
  const bySecond = new Map<number, number>()
  for (const { time } of recent) bySecond.set(Math.floor(time / 1000), (bySecond.get(Math.floor(time / 1000)) ?? 0) + 1)
  const messages = new Map<string, number>()
  for (const { msg } of recent) messages.set(msg, (messages.get(msg) ?? 0) + 1)
  return { lines: recent.length, most: most([...bySecond.values()]), notJson: lines.length - json.length, messages }
}

const describeLog = ({ lines, most: inOneSecond, notJson, messages }: Log): string =>
  `${lines} lines, at most ${inOneSecond} in a second, ${notJson} not JSON ${JSON.stringify(Object.fromEntries(messages))}`
