import { connect } from 'node:net'
import type { Bench } from './bench.js'
import { LINK_BODY } from './bench-links.js'
import type { Bound, Target } from './report.js'

const part = (letter: string, what: string, goal: Bound, redLine: number | null): Target => ({
  row: `15${letter}`,
  what,
  ratio: 'as it is',
  goal,
  redLine,
})

/** Row 15: the payment page as a browser without any cache gets it. */
export async function pageRows(bench: Bench): Promise<void> {
  const { report, engine } = bench
  const paylink = await bench.paylink(0)
  try {
    await paylink.start()
    const page = new URL((await paylink.createLink(LINK_BODY, 'bench-page')).url)
    const target = new URL(page.pathname, paylink.url)
    const answer = await onTheWire(target)
    if (!answer.startsWith('HTTP/1.1 200')) throw new Error(`the page answers ${answer.split('\r\n')[0]}`)
    const html = answer.slice(answer.indexOf('\r\n\r\n') + 4)
    const loaded = loadedBy(html, target)
    let bytes = answer.length
    for (const address of loaded) if (address.origin === target.origin) bytes += (await onTheWire(address)).length
    const foreign = new Set(loaded.map(({ origin }) => origin).filter((origin) => origin !== target.origin))
    report.add(engine, part('a', 'payment page, kB on the wire', { most: 14 }, 30), [bytes / 1000], `${bytes} bytes`)
    report.add(engine, part('b', 'requests', { most: 3 }, null), [1 + loaded.length])
    report.add(engine, part('c', 'bytes of JavaScript', { most: 0 }, null), [scriptBytes(html)])
    report.add(engine, part('d', 'third-party origins', { most: 0 }, null), [foreign.size], [...foreign].join(' '))
  } finally {
    await paylink.stop()
  }
}

/** Head and body as they cross the wire, uncompressed, a byte a character. */
function onTheWire(address: URL): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(address.port), address.hostname)
    let received = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => (received += chunk))
    socket.on('end', () => resolve(received))
    socket.on('error', reject)
    const head = [
      `GET ${address.pathname}${address.search} HTTP/1.1`,
      `Host: ${address.host}`,
      'Accept: text/html',
      'Accept-Language: es-MX',
      'Accept-Encoding: identity',
      'Connection: close',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
  })
}

/** What a browser fetches on its own account. Links and forms are for the customer to follow. */
function loadedBy(html: string, page: URL): URL[] {
  const found = [
    ...html.matchAll(/<(?:img|script|iframe|source|video|audio|embed|object)\b[^>]*?\b(?:src|data)="([^"]*)"/gi),
    ...html.matchAll(
      /<link\b(?=[^>]*\brel="(?:stylesheet|icon|preload|modulepreload|manifest)")[^>]*?\bhref="([^"]*)"/gi,
    ),
    ...html.matchAll(/url\(["']?([^"')]+)["']?\)/gi),
    ...html.matchAll(/@import\s+["']([^"']+)["']/gi),
  ]
  return found
    .map(([, address = '']) => address)
    .filter((address) => address !== '' && !address.startsWith('data:') && !address.startsWith('#'))
    .map((address) => new URL(address, page))
}

function scriptBytes(html: string): number {
  const elements = [...html.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/gi)].map(([whole]) => whole)
  const scripts = elements.filter((whole) => !whole.startsWith('<script type="application/ld+json">'))
  const handlers = [...html.matchAll(/\son[a-z]+="[^"]*"/gi)].map(([whole]) => whole)
  return [...scripts, ...handlers].reduce((sum, text) => sum + text.length, 0)
}
