import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench } from './bench.js'
import { LINK_BODY } from './bench-links.js'
import { fillShop } from './bench-shop.js'
import { pause } from './load.js'
import { nowMs } from './machine-clock.js'
import { median, type Target } from './report.js'
import { divided, figures, quantiles } from './rounds.js'
import { Paylink } from './servers.js'

/** Twenty requests a second: every other one creates a link. */
const PAUSE_MS = 50
const QUIET_MS = 20_000

const LATENCY: Target = {
  row: '19a',
  what: 'p99 at 20 requests a second while a backup is made',
  ratio: '÷ without',
  goal: { most: 1.5 },
  redLine: 3,
}
const FAILED: Target = {
  row: '19b',
  what: 'failed requests meanwhile',
  ratio: 'absolute',
  goal: { most: 0 },
  redLine: null,
}

/** Row 19: a backup of a shop with very many payments, made by the command line while the server answers. */
export async function backupRows({ engine, databases, children, options, report }: Bench): Promise<void> {
  const paylink = await Paylink.make(engine, databases, children, options.profile)
  await fillShop(paylink.databaseUrl, options.rows)
  const folder = mkdtempSync(join(tmpdir(), 'paylink-bench-backup-'))
  try {
    await paylink.start()
    const without: number[][] = []
    const meanwhile: number[][] = []
    const lengths: number[] = []
    let failed = 0
    for (let round = 0; round <= options.rounds; round++) {
      const quiet = await steadyLoad(paylink, pause(QUIET_MS))
      const begun = nowMs()
      const busy = await steadyLoad(paylink, paylink.backUp(join(folder, `${round}.backup`)))
      failed += quiet.failed + busy.failed
      // The first round warms up.
      if (round === 0) continue
      without.push(quiet.times)
      meanwhile.push(busy.times)
      lengths.push(nowMs() - begun)
    }
    const [p99, least] = [quantiles(meanwhile, 0.99), quantiles(without, 0.99)]
    const seconds = Math.round(median(lengths) / 1000)
    report.add(engine, LATENCY, divided(p99, least), `${figures('ms', { backup: p99, without: least })}, ${seconds} s`)
    report.add(engine, FAILED, [failed])
  } finally {
    await paylink.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A request every 50 ms, whether or not those before it were answered, until `end`. */
async function steadyLoad(paylink: Paylink, end: Promise<unknown>): Promise<{ times: number[]; failed: number }> {
  const times: number[] = []
  const running: Promise<void>[] = []
  let failed = 0
  let isOver = false
  const over = end.finally(() => (isOver = true))
  for (let count = 0; !isOver; count++) {
    running.push(
      one(paylink, count).then(
        (ms) => void times.push(ms),
        () => void failed++,
      ),
    )
    await pause(PAUSE_MS)
  }
  await Promise.all([over, ...running])
  return { times, failed }
}

async function one(paylink: Paylink, count: number): Promise<number> {
  const begun = nowMs()
  if (count % 2 === 0) await paylink.createLink(LINK_BODY, `backup-${begun}-${count}`)
  else {
    const answer = await fetch(`${paylink.url}/v1/payment_links?limit=20`, { headers: paylink.authorization })
    if (!answer.ok) throw new Error(`the list answered ${answer.status}`)
    await answer.arrayBuffer()
  }
  return nowMs() - begun
}
