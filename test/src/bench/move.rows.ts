import { mkdirSync } from 'node:fs'
import { connect } from '@paylink/core/database/connect'
import type { Engine } from '@paylink/core/database/engine'
import { LINK_BODY } from './bench-links.js'
import type { Bench } from './bench.js'
import { fillShop } from './bench-shop.js'
import { pause } from './load.js'
import { nowMs } from './machine-clock.js'
import type { Target } from './report.js'
import { Paylink } from './servers.js'

/** Twenty requests a second: every other one creates a link. */
const PAUSE_MS = 50
const SERVICE_UNAVAILABLE = 503

const target = (row: string, to: Engine, what: string, most: number): Target => ({
  row,
  what: `move into ${to}: ${what}`,
  ratio: 'absolute',
  goal: { most },
  redLine: null,
})

/** Row 22: a shop with very many payments is moved into the other engine by the command line while it is used. */
export async function moveRows({ engine, databases, children, options, report }: Bench): Promise<void> {
  const paylink = await Paylink.make(engine, databases, children, options.profile)
  await fillShop(paylink.databaseUrl, options.rows)
  const to = engine === 'sqlite' ? 'postgres' : 'sqlite'
  const folder = databases.folder()
  mkdirSync(folder)
  const into = await databases.create(to, folder)
  try {
    await paylink.start()
    const begun = nowMs()
    const { refusedSince, failed } = await use(paylink, paylink.move(into))
    const end = nowMs()
    await expectPayments(into, options.rows)
    report.add(engine, target('22a', to, 'seconds in all', 300), [(end - begun) / 1000])
    report.add(engine, target('22b', to, 'seconds without writes', 30), [(end - (refusedSince ?? end)) / 1000])
    report.add(engine, target('22c', to, 'other failed requests', 0), [failed])
  } finally {
    await paylink.stop()
  }
}

async function expectPayments(databaseUrl: string, count: number): Promise<void> {
  const database = connect(databaseUrl)
  try {
    const row = await database.reader('payments').count({ found: '*' }).first()
    if (Number(row?.found) !== count) throw new Error(`${String(row?.found)} payments were moved, not ${count}`)
  } finally {
    await database.close()
  }
}

/** Sends requests at a steady rate until `end`, whether or not those before were answered. */
async function use(paylink: Paylink, end: Promise<unknown>) {
  const running: Promise<unknown>[] = []
  const seen: { refusedSince: number | null; failed: number } = { refusedSince: null, failed: 0 }
  let isOver = false
  const over = end.finally(() => (isOver = true))
  for (let count = 0; !isOver; count++) {
    const sentAt = nowMs()
    const asked = count % 2 === 0 ? create(paylink, count) : list(paylink)
    running.push(
      asked.then(
        (status) => {
          if (status === SERVICE_UNAVAILABLE && count % 2 === 0) seen.refusedSince ??= sentAt
          else if (status >= 400) seen.failed++
        },
        () => void seen.failed++,
      ),
    )
    await pause(PAUSE_MS)
  }
  await Promise.all([over, ...running])
  return seen
}

async function create(paylink: Paylink, count: number): Promise<number> {
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': `move-${count}` }
  return ask(paylink, '', { method: 'POST', headers, body: LINK_BODY })
}

const list = (paylink: Paylink): Promise<number> => ask(paylink, '?limit=20', {})

async function ask({ url, authorization }: Paylink, path: string, init: RequestInit): Promise<number> {
  const headers = { ...authorization, ...init.headers }
  const answer = await fetch(`${url}/v1/payment_links${path}`, { ...init, headers })
  await answer.arrayBuffer()
  return answer.status
}
