import { Agent, request } from 'undici'
import type { Bench } from './bench.js'
import { fillShop } from './bench-shop.js'
import { pause } from './load.js'
import type { Target } from './report.js'
import { Paylink } from './servers.js'

const SETTLE_MS = 4000
const FORMATS = ['csv', 'xlsx'] as const

const target = (format: string, row: string, what: string, most: number): Target => ({
  row,
  what: `${format}: ${what}`,
  ratio: 'of a month with four fifths as many movements as payments',
  goal: { most },
  redLine: null,
})

/** Row 21: the sheet of a month with very many movements, while nothing else is asked. */
export async function sheetRows({ engine, databases, children, options, report }: Bench): Promise<void> {
  const paylink = await Paylink.make(engine, databases, children, options.profile)
  const lastMonth = new Date()
  lastMonth.setUTCDate(0)
  // Noon of its last day, so that every time zone's month has them all.
  const end = lastMonth.setUTCHours(12, 0, 0, 0)
  await fillShop(paylink.databaseUrl, options.rows, { now: end, days: 26 })
  const month = new Date(end).toISOString().slice(0, 7)
  try {
    await paylink.start()
    const cookie = await paylink.signIn()
    for (const format of FORMATS) {
      const path = `/dashboard/test/accountant.${format}?month=${month}`
      // What the first export brings into memory is not that of its rows.
      await download(paylink, `/dashboard/test/accountant.${format}?month=2020-01`, cookie)
      await pause(SETTLE_MS)
      const before = memoryOf(paylink)
      let most = before
      const watch = setInterval(() => (most = Math.max(most, memoryOf(paylink))), 50)
      const taken = await download(paylink, path, cookie)
      clearInterval(watch)
      report.add(engine, target(format, '21a', 'first byte, s', 1), [taken.firstByteMs / 1000])
      report.add(engine, target(format, '21b', 'more memory (RSS), MB', 50), [(most - before) / 1000])
      report.add(engine, target(format, '21c', `whole file of ${(taken.bytes / 1e6).toFixed(0)} MB, s`, 120), [
        taken.ms / 1000,
      ])
    }
  } finally {
    await paylink.stop()
  }
}

function memoryOf(server: Paylink): number {
  const kilobytes = server.child.memory('VmRSS')
  if (kilobytes === null) throw new Error('memory is read from /proc, which is not here')
  return kilobytes
}

const agent = new Agent({ bodyTimeout: 10 * 60_000 })

async function download({ url }: Paylink, path: string, cookie: string) {
  const begun = performance.now()
  const { statusCode, body } = await request(url + path, { headers: { Cookie: cookie }, dispatcher: agent })
  if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`)
  let firstByteMs: number | undefined
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    firstByteMs ??= performance.now() - begun
    bytes += chunk.length
  }
  return { firstByteMs: firstByteMs ?? Infinity, bytes, ms: performance.now() - begun }
}
