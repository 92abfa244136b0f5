import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import { getHeapCodeStatistics, getHeapStatistics, writeHeapSnapshot } from 'node:v8'
import { collectGarbage } from '../support/collect-garbage.js'

/** Loaded into the server before anything else; answers on loopback what it holds after garbage collection. */
export interface MemoryAnswer {
  rss: number
  /** Of RSS: what the engine's pages take, free room in them included. */
  heapPages: number
  /** Of RSS: files that are mapped, such as Node itself and native modules. */
  mappedFiles: number
  heapUsed: number
  /** Of the heap: what the engine compiled, which grows as long as it finds code to optimize. */
  codeBytes: number
  /** Outside of the heap: buffers, and what native modules report. */
  external: number
  /** Open files and sockets. */
  files: number
  /** Of them, sockets to Postgres. */
  toDatabase: number
  /** Of them, sockets that clients opened: as many as they keep for further requests. */
  fromClients: number
  /** The fewest since the last answer, sockets to Postgres apart: what is under way opens some for a moment. */
  fewestFiles: number
  /** What keeps the event loop alive. */
  handles: number
}

const LOOK_EVERY_MS = 1000

const port = Number(process.env['SOAK_PROBE_PORT'])
if (process.argv.includes('up') && port > 0) {
  let fewestFiles = Infinity
  const look = (): ReturnType<typeof openFiles> => {
    const open = openFiles()
    fewestFiles = Math.min(fewestFiles, open.files - open.toDatabase)
    return open
  }
  setInterval(look, LOOK_EVERY_MS).unref()
  createServer((request, response) => {
    const folder = new URL(request.url ?? '/', 'http://localhost').searchParams.get('snapshot')
    if (folder !== null) writeHeapSnapshot(`${folder}/soak-${Math.round(process.uptime())}.heapsnapshot`)
    collectGarbage()
    const { heapUsed, external } = process.memoryUsage()
    const answer: MemoryAnswer = {
      ...{ heapUsed, external, codeBytes: getHeapCodeStatistics().code_and_metadata_size },
      ...{ rss: bytesOf('VmRSS'), mappedFiles: bytesOf('RssFile'), heapPages: getHeapStatistics().total_physical_size },
      ...look(),
      ...{ fewestFiles, handles: process.getActiveResourcesInfo().length },
    }
    fewestFiles = Infinity
    response.end(JSON.stringify(answer))
  })
    .listen(port, '127.0.0.1')
    .unref()
}

function openFiles(): Pick<MemoryAnswer, 'files' | 'toDatabase' | 'fromClients'> {
  const targets = readdirSync('/proc/self/fd').map(targetOf)
  const database = new URL(process.env['PAYLINK_DATABASE_URL'] ?? 'sqlite:').port
  const [toDatabase, fromClients] = [socketsBy('remote', database), socketsBy('local', process.env['PAYLINK_PORT'])]
  const count = (sockets: ReadonlySet<string>): number => targets.filter((target) => sockets.has(target)).length
  return { files: targets.length, toDatabase: count(toDatabase), fromClients: count(fromClients) }
}

const LISTENING = '0A'

/** With this port at one end, as the links in /proc/self/fd name them. SQLite has no port. */
function socketsBy(end: 'local' | 'remote', port: string | undefined): Set<string> {
  if (port === undefined || port === '') return new Set()
  const ending = `:${Number(port).toString(16).toUpperCase().padStart(4, '0')}`
  const lines = ['tcp', 'tcp6'].flatMap((name) => readFileSync(`/proc/self/net/${name}`, 'utf8').split('\n').slice(1))
  const sockets = lines.map((line) => line.trim().split(/\s+/)).filter(([, , , state]) => state !== LISTENING)
  const found = sockets.filter(([, local, remote]) => (end === 'local' ? local : remote)?.endsWith(ending))
  return new Set(found.map((fields) => `socket:[${fields[9] ?? ''}]`))
}

function targetOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`)
  } catch {
    // It was the one by which the folder was read.
    return ''
  }
}

function bytesOf(name: 'VmRSS' | 'RssFile'): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024
}
