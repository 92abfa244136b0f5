import { Accounts } from '@paylink/core/accounts/accounts.repository'
import type { Engine } from '@paylink/core/database/engine'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { localDay } from '@paylink/core/kernel/local-day'
import { FindablePayments } from '@paylink/core/search/findables'
import { SearchIndex } from '@paylink/core/search/search-index.repository'
import { TestAppliance } from '../support/appliance.js'
import { ShopPerson } from '../support/dashboard.js'

/**
 * Row 17: the dashboard with many payments ÷ with a thousand, by the server's pages. `node dashboard-growth.js sqlite 1000000`
 */
const [engine = 'sqlite', many = '1000000'] = process.argv.slice(2)
const DAYS = 90
const ROUNDS = 40
const CHUNK = 2000
const INDEXED = 500

const WORDS = ['cafe', 'mesa', 'pastel', 'taza', 'plato', 'jarra', 'boda', 'curso']
const id = (prefix: string, n: number): string => `${prefix}_0${String(n).padStart(25, '0')}`

async function fill(paylink: TestAppliance, count: number): Promise<void> {
  const scope = { account_id: paylink.account.id, livemode: false }
  const now = paylink.clock.now().getTime()
  const step = (DAYS * 86_400_000) / count
  for (let from = 0; from < count; from += CHUNK) {
    const links: object[] = []
    const payments: object[] = []
    for (let n = from; n < Math.min(count, from + CHUNK); n++) {
      const at = new Date(now - (count - n) * step).toISOString()
      // Every other has the first word; one in a thousand a rare one.
      const title = `${n % 2 === 0 ? 'comun' : WORDS[n % WORDS.length]} ${n % 1000 === 1 ? 'raro' : 'azul'} ${n % 97}`
      const money = { amount_centavos: 10_000 + (n % 5000), currency: 'MXN' }
      const who = { customer_name: `Ana ${WORDS[n % 7]}`, customer_email: `c${n % 5000}@example.com` }
      const common = { ...scope, ...money, ...who, metadata: `{"pedido":"P-${n}"}`, created_at: at }
      links.push({
        ...common,
        ...{ id: id('plink', n), slug: `s${n}`, status: 'paid', title, items: '[]', providers: '[]' },
        ...{ invoiceable: false, channel: 'api', paid_payment_id: id('pay', n) },
      })
      payments.push({
        ...common,
        ...{ id: id('pay', n), link_id: id('plink', n), provider: 'manual', provider_ref: `manual:${n}` },
        ...{ status: n % 50 === 7 ? 'refunded' : 'succeeded', paid_at: at, method: 'other' },
      })
    }
    await insert(paylink, 'payment_links', links)
    await insert(paylink, 'payments', payments)
  }
  await sum(paylink, count, step, now)
  await paylink.writer('search_queue').delete()
  await index(paylink, count)
  await paylink.writer.raw('analyze')
}

async function insert(paylink: TestAppliance, table: string, rows: object[]): Promise<void> {
  await paylink.container.get(UnitOfWork).run(async (tx) => {
    for (let at = 0; at < rows.length; at += 500) await tx(table).insert(rows.slice(at, at + 500))
  })
}

/** As the transactions of the payments would have kept them. */
async function sum(paylink: TestAppliance, count: number, step: number, now: number): Promise<void> {
  const [account] = await paylink.container.get(Accounts).list()
  const zone = account?.brand.timeZone ?? 'America/Mexico_City'
  const tables = { day_sums: new Map<string, number[]>(), quarter_hour_sums: new Map<string, number[]>() }
  for (let n = 0; n < count; n++) {
    const at = now - (count - n) * step
    const quarter = new Date(Math.floor(at / 900_000) * 900_000)
    for (const [table, key] of [
      ['day_sums', localDay(quarter, zone)],
      ['quarter_hour_sums', quarter.toISOString()],
    ] as const) {
      const [centavos = 0, payments = 0] = tables[table].get(key) ?? []
      tables[table].set(key, [centavos + 10_000 + (n % 5000), payments + 1])
    }
  }
  const common = {
    account_id: paylink.account.id,
    livemode: false,
    created_by: '',
    provider: 'manual',
    currency: 'MXN',
  }
  for (const [table, sums] of Object.entries(tables)) {
    const period = table === 'day_sums' ? 'day' : 'starts_at'
    const rows = [...sums].map(([key, [received_centavos, received_count]]) => ({
      ...{ ...common, [period]: key, received_centavos, received_count, refunded_centavos: 0, refunded_count: 0 },
    }))
    await insert(paylink, table, rows)
  }
}

async function index(paylink: TestAppliance, count: number): Promise<void> {
  const scope = { accountId: paylink.account.id, livemode: false }
  const searchIndex = paylink.container.get(SearchIndex)
  const payments = paylink.container.get(FindablePayments)
  for (let from = 0; from < count; from += INDEXED) {
    const ids = Array.from({ length: Math.min(INDEXED, count - from) }, (_, n) => id('pay', from + n))
    await paylink.container.get(UnitOfWork).run(async (tx) => {
      await searchIndex.add(tx, scope, 'pay', await payments.byIds(scope, ids, tx))
    })
  }
}

const PAGES: Record<string, (count: number) => string> = {
  home: () => '',
  'home, 90 days': () => '?days=90',
  list: () => '/payments',
  'list, refunded': () => '/payments?status=refunded',
  'list, this month': () => '/payments?when=month',
  'search, half the rows': () => '/payments?q=comun',
  'search, one in a thousand': () => '/payments?q=raro',
  'search, one row': (count) => `/payments?q=P-${count - 5}`,
  'search, two words': () => '/payments?q=comun+azul',
  'search, common and rare': () => '/payments?q=azul+raro',
  'search, an amount': () => '/payments?q=100.07',
  'search, a beginning': () => '/payments?q=comu',
  'search, nothing': () => '/payments?q=nohay',
}

const shops: { count: number; paylink: TestAppliance; owner: ShopPerson; size: string }[] = []
for (const count of [1000, Number(many)]) {
  const began = Date.now()
  const paylink = await TestAppliance.start(engine as Engine, {}, { http: true, jobs: false })
  await fill(paylink, count)
  process.stdout.write(`${engine}: ${count} rows in ${Math.round((Date.now() - began) / 1000)} s\n`)
  shops.push({ count, paylink, owner: await ShopPerson.signIn(paylink), size: '' })
}
for (const [name, pathOf] of Object.entries(PAGES)) {
  const times = shops.map((): number[] => [])
  for (let round = -5; round < ROUNDS; round++) {
    for (const [which, { owner, count }] of shops.entries()) {
      const began = performance.now()
      const { status } = await owner.get(`/dashboard/test${pathOf(count)}`)
      if (status !== 200) throw new Error(`${name}: ${status}`)
      if (round >= 0) times[which]?.push(performance.now() - began)
    }
  }
  const [few = 0, lots = 0] = times.map((list) => list.sort((one, other) => one - other)[ROUNDS / 2] ?? 0)
  process.stdout.write(
    `${engine.padEnd(9)} ${name.padEnd(26)} ${few.toFixed(1)} ms → ${lots.toFixed(1)} ms  ×${(lots / few).toFixed(2)}\n`,
  )
}
for (const { paylink } of shops) await paylink.stop()
process.exit()
