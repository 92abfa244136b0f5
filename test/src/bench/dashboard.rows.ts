import { Agent, request } from 'undici'
import type { Bench } from './bench.js'
import { fillShop, shopId } from './bench-shop.js'
import type { Target } from './report.js'
import { alternately, divided, figures, quantiles } from './rounds.js'
import { Paylink } from './servers.js'

const FEW = 1000
const BASE = '/dashboard/test'
/** Long enough over for both shops to have a page of its invoices. */
const A_MONTH = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 7)

/** Pages, as they are asked for in a shop of so many payments. Each has as many rows in a small shop as in a large one. */
const PAGES: Record<string, (count: number) => string> = {
  home: () => '',
  'home, 90 days': () => '?days=90',
  links: () => '/links',
  'links, active': () => '/links?status=active',
  'links, paid': () => '/links?status=paid',
  'links, expired': () => '/links?status=expired',
  'links, disabled': () => '/links?status=disabled',
  'links, search': () => '/links?q=comun+raro',
  payments: () => '/payments',
  'payments, received': () => '/payments?status=succeeded',
  'payments, pending': () => '/payments?status=pending',
  'payments, failed': () => '/payments?status=failed',
  'payments, canceled': () => '/payments?status=canceled',
  'payments, refunded': () => '/payments?status=refunded',
  'payments, under review': () => '/payments?status=review',
  'payments, this month': () => '/payments?when=month',
  'search, a word of half the rows': () => '/payments?q=comun',
  'search, a word of one in twenty': () => '/payments?q=raro',
  'search, both words': () => '/payments?q=comun+raro',
  'search, the beginning of a word': () => '/payments?q=comu',
  'search, an order': (count) => `/payments?q=P-${count - 5}`,
  'search, an amount': () => '/payments?q=100.00',
  'search, nothing': () => '/payments?q=nohay',
  reviews: () => '/review',
  invoices: () => '/invoices',
  'invoices, rejected': () => '/invoices?kind=rejected',
  'invoices, of a month': () => `/invoices?month=${A_MONTH}`,
  'invoices, search': () => '/invoices?q=comun+raro',
  'invoices, search, one RFC': () => '/invoices?q=XAXX010101000',
  'search everything': () => '/search?q=comun+raro',
  'search everything, a customer': () => '/search?q=ana',
  'search everything, an order': (count) => `/search?q=P-${count - 5}`,
  'search everything, an id': (count) => `/search?q=${shopId('pay', count - 5)}`,
  'search everything, nothing': () => '/search?q=nohaynada',
  'for the accountant': () => '/accountant',
}

/** Pages and the calls of the API that answer with the same facts, in a shop of so many payments. */
const CALLS: Record<string, (count: number) => { page: string; calls: string[] }> = {
  links: () => ({ page: '/links', calls: ['/payment_links?limit=20'] }),
  'links, paid': () => ({ page: '/links?status=paid', calls: ['/payment_links?limit=20&status=paid'] }),
  payments: () => ({ page: '/payments', calls: ['/payments?limit=25'] }),
  'one link': (count) => {
    const [link, payment] = [shopId('plink', count - 1), shopId('pay', count - 1)]
    return {
      page: `/links/${link}`,
      calls: [
        ...[`/payment_links/${link}`, `/payment_links/${link}/emails`],
        ...[`/payments/${payment}`, `/payments/${payment}/invoice`],
      ],
    }
  },
  'one payment': (count) => {
    const [link, payment] = [shopId('plink', count - 1), shopId('pay', count - 1)]
    return {
      page: `/payments/${payment}`,
      calls: [
        ...[`/payments/${payment}`, `/payments/${payment}/invoice`],
        ...[`/payment_links/${link}`, `/payment_links/${link}/emails`],
      ],
    }
  },
  home: () => ({
    page: '',
    calls: [
      '/payments?limit=5',
      '/payment_links?limit=3&status=active',
      '/payments?limit=10&status=pending',
      '/connections',
    ],
  }),
}

const growth = (what: string, rows: number): Target => ({
  row: '17a',
  what,
  ratio: `with ${rows} payments ÷ with ${FEW}`,
  goal: { most: 1.2 },
  redLine: 2,
})
const beside = (what: string): Target => ({
  row: '17b',
  what: `page: ${what}`,
  ratio: '÷ the calls of the API with the same facts',
  goal: { most: 2 },
  redLine: 4,
})
const WEIGHT: Target = {
  row: '17c',
  what: 'heaviest page with styles and scripts, kB',
  ratio: 'on the wire, to a browser that has nothing yet',
  goal: { most: 60 },
  redLine: null,
}

interface Shop {
  paylink: Paylink
  count: number
  cookie: string
}

/** Row 17: the dashboard of a large shop beside that of a small one, and beside the API. */
export async function dashboardRows(bench: Bench): Promise<void> {
  const { options, report, engine } = bench
  const few = await shopWith(bench, FEW)
  const many = await shopWith(bench, options.rows)
  // Many short samples: a page takes milliseconds, and there are many pages.
  const short = { ...options, seconds: options.seconds / 4 }
  try {
    await Promise.all([few.paylink.start(), many.paylink.start()])
    for (const [name, pathOf] of Object.entries(PAGES)) {
      const taken = await alternately(short, {
        many: () => timed(() => page(many, pathOf(many.count))),
        few: () => timed(() => page(few, pathOf(few.count))),
      })
      const medians = { many: quantiles(taken.many, 0.5), few: quantiles(taken.few, 0.5) }
      report.add(engine, growth(name, options.rows), divided(medians.many, medians.few), figures('ms', medians))
    }
    for (const [name, of] of Object.entries(CALLS)) {
      const { page: path, calls } = of(few.count)
      const taken = await alternately(short, {
        page: () => timed(() => page(few, path)),
        calls: () => timed(() => callAll(few, calls)),
      })
      const medians = { page: quantiles(taken.page, 0.5), calls: quantiles(taken.calls, 0.5) }
      report.add(engine, beside(name), divided(medians.page, medians.calls), figures('ms', medians))
    }
    report.add(engine, WEIGHT, [await heaviest(few)])
  } finally {
    await Promise.all([few.paylink.stop(), many.paylink.stop()])
  }
}

async function shopWith({ engine, databases, children, options }: Bench, count: number): Promise<Shop> {
  const paylink = await Paylink.make(engine, databases, children, options.profile)
  await fillShop(paylink.databaseUrl, count)
  return { paylink, count, cookie: await paylink.signIn() }
}

const agent = new Agent({ pipelining: 1 })

async function timed(act: () => Promise<unknown>): Promise<number[]> {
  const begun = performance.now()
  await act()
  return [performance.now() - begun]
}

const page = (shop: Shop, path: string): Promise<string> => read(shop, BASE + path)

/** One after another: what the server takes for them all. */
async function callAll(shop: Shop, paths: readonly string[]): Promise<void> {
  for (const path of paths) await read(shop, `/v1${path}`)
}

const read = async (shop: Shop, path: string): Promise<string> => (await receive(shop, path)).toString()

async function receive({ paylink, cookie }: Shop, path: string): Promise<Buffer> {
  const isApi = path.startsWith('/v1')
  const headers = isApi ? paylink.authorization : { Cookie: cookie, Accept: 'text/html', 'Accept-Encoding': 'gzip' }
  const response = await request(paylink.url + path, { headers, dispatcher: agent })
  const bytes = Buffer.from(await response.body.arrayBuffer())
  if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}`)
  return bytes
}

async function heaviest(shop: Shop): Promise<number> {
  const paths = [...Object.values(PAGES).map((pathOf) => pathOf(shop.count)), '/links/new']
  const paged = Object.values(CALLS).map((of) => of(shop.count).page)
  let most = 0
  for (const path of [...paths, ...paged]) {
    const html = await page(shop, path)
    const files = new Set([...html.matchAll(/(?:src|href)="([^"]*\/assets\/[^"]+)"/g)].map(([, file = '']) => file))
    let bytes = Buffer.byteLength(html)
    for (const file of files) bytes += (await receive(shop, file)).length
    most = Math.max(most, bytes)
  }
  return most / 1000
}
