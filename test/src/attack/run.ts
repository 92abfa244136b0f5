import { readFileSync } from 'node:fs'
import { emptyDatabase } from '../support/databases.js'
import { ServerProcess } from '../support/server-process.js'
import { attackers } from './attackers.js'
import { Healthy } from './healthy.js'

const SECONDS = Number(process.argv[2] ?? 90)
/** Only these attacks; all without any. */
const NAMES = process.argv.slice(3)
/** Until then the healthy client may have to wait: time-outs of the first clients have to pass. */
const GRACE_SECONDS = 30
const MAX_HEALTHY_MS = 1000
const MAX_RSS_MB = 300
const MB = 1024 * 1024

const say = (text: string): void => void process.stdout.write(`${text}\n`)

function rssOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return (Number(kilobytes) * 1024) / MB
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The attacks at once on an appliance in a process of its own, on loopback; ends after its duration. */
async function run(): Promise<boolean> {
  const database = await emptyDatabase('sqlite')
  const server = await ServerProcess.create(database.url, database.folder, { env: { PAYLINK_LOG_LEVEL: 'warn' } })
  const healthy = new Healthy(server.url)
  try {
    await server.start()
    say(`${SECONDS} s of attack on ${server.url}; RSS before: ${rssOf(server.pid).toFixed(0)} MB`)
    const all = attackers(server.url, NAMES)
    let maxRss = 0
    for (let second = 1; second <= SECONDS; second++) {
      for (const attack of all) attack.refill()
      await Promise.all([healthy.look(second), pause(1000)])
      maxRss = Math.max(maxRss, rssOf(server.pid))
      if (second % 10 === 0) {
        const open = all.map(({ name, open: count }) => `${count} ${name}`).join(', ')
        say(
          `${String(second).padStart(4)} s: ${healthy.summary(second - 9, second)}; RSS ${maxRss.toFixed(0)} MB; open: ${open}`,
        )
      }
    }
    for (const attack of all) attack.end()
    const isHealthy = healthy.isWithin(GRACE_SECONDS, SECONDS, MAX_HEALTHY_MS)
    say(`from ${GRACE_SECONDS} s on: ${healthy.summary(GRACE_SECONDS, SECONDS)}`)
    say(`largest RSS: ${maxRss.toFixed(0)} MB`)
    say(`log lines on the connection limit: ${server.output.match(/connection limit reached/g)?.length ?? 0}`)
    return isHealthy && maxRss < MAX_RSS_MB
  } finally {
    await server.stop()
    await database.drop()
  }
}

const passed = await run()
say(passed ? 'passed' : `FAILED: wanted 200 within ${MAX_HEALTHY_MS} ms, and less than ${MAX_RSS_MB} MB`)
process.exit(passed ? 0 : 1)
