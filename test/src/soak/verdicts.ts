import { type Sample, slopePerHour } from './samples.js'
import { type Kind, quantile, type Stopwatch } from './stopwatch.js'

const MB = 1024 * 1024
const MAX_SLOPE_MB_PER_HOUR = 1
const MAX_WAL_MB = 64
const MAX_TRANSACTION_SECONDS = 60
const MAX_P99_RATIO = 1.2
const MAX_MORE_FILES = 3
/** The pool has ten; the listener and the examination for /metrics one each; the schedule two, and one for each task that runs. */
const MAX_DATABASE_CONNECTIONS = 18
/** Shorter runs are too noisy for a slope. */
const MIN_MINUTES = 20
/** What does not wait for a provider that fails. */
const JUDGED: readonly Kind[] = ['api', 'page', 'dashboard']

export interface Verdict {
  what: string
  isOk: boolean
  found: string
  /** What is kept of it, by the name of its column. */
  figure?: Record<string, string>
}

const MEMORY = {
  heap: ({ heapUsed, codeBytes }) => (heapUsed - codeBytes) / MB,
  'compiled code': ({ codeBytes }) => codeBytes / MB,
  // What the engine keeps free in its pages comes and goes by megabytes, and mapped files are the kernel's to drop.
  native: ({ rss, heapPages, mappedFiles }) => (rss - heapPages - mappedFiles) / MB,
  RSS: ({ rss }) => rss / MB,
} satisfies Record<string, (sample: Sample) => number>

type Memory = keyof typeof MEMORY

/** Megabytes an hour. */
export const memorySlope = (samples: readonly Sample[], memory: Memory): number =>
  slopePerHour(samples.map((sample) => [sample.minute, MEMORY[memory](sample)] as const))

export function verdictsOf(samples: readonly Sample[], stopwatch: Stopwatch, faults: readonly string[]): Verdict[] {
  return [
    memoryVerdict(samples, 'heap', 'heap, less compiled code,'),
    memoryVerdict(samples, 'native', 'memory outside of heap and mapped files'),
    walVerdict(samples),
    filesVerdict(samples),
    latencyVerdict(stopwatch),
    { what: 'nothing lost, doubled or unexplained', isOk: faults.length === 0, found: `${faults.length} faults` },
  ]
}

function memoryVerdict(samples: readonly Sample[], memory: Memory, name: string): Verdict {
  const slope = memorySlope(samples, memory)
  const [first, last] = [samples[0], samples.at(-1)]
  const isTooShort = (last?.minute ?? 0) < MIN_MINUTES
  const at = (sample: Sample | undefined): string => (sample ? MEMORY[memory](sample) : 0).toFixed(1)
  return {
    what: `${name} grows by less than ${MAX_SLOPE_MB_PER_HOUR} MB an hour`,
    isOk: isTooShort || slope < MAX_SLOPE_MB_PER_HOUR,
    found: `${isTooShort ? 'too short to judge; ' : ''}${slope.toFixed(2)} MB an hour; ${at(first)} → ${at(last)} MB`,
    figure: { [`${memory}, MB an hour`]: slope.toFixed(2) },
  }
}

function walVerdict(samples: readonly Sample[]): Verdict {
  const wal = Math.max(...samples.map(({ walBytes }) => walBytes ?? 0)) / MB
  if (samples.every(({ walBytes }) => walBytes === null)) {
    const oldest = Math.max(...samples.map(({ oldestTransactionSeconds }) => oldestTransactionSeconds))
    const what = `no transaction is open for ${MAX_TRANSACTION_SECONDS} s`
    return { what, isOk: oldest < MAX_TRANSACTION_SECONDS, found: `${oldest.toFixed(1)} s` }
  }
  return {
    what: `WAL below ${MAX_WAL_MB} MB`,
    isOk: wal < MAX_WAL_MB,
    found: `${wal.toFixed(1)} MB at most`,
    figure: { 'WAL, MB': wal.toFixed(1) },
  }
}

/**
 * By the fewest of a quarter: a leak raises them, sockets of requests under way do not. The pool closes a connection that
 * was idle for 30 s and opens it at the next rush, so connections to the database have a limit instead.
 */
export function filesVerdict(samples: readonly Pick<Sample, 'quarter' | 'fewestFiles' | 'toDatabase'>[]): Verdict {
  const fewest = [0, 1, 2, 3].map((quarter) =>
    Math.min(...samples.filter((sample) => sample.quarter === quarter).map(({ fewestFiles }) => fewestFiles)),
  )
  const [first, last] = [fewest[0] ?? NaN, fewest[3] ?? NaN]
  const connections = Math.max(...samples.map(({ toDatabase }) => toDatabase))
  return {
    what: 'no files or sockets are left open',
    isOk: last - first <= MAX_MORE_FILES && connections <= MAX_DATABASE_CONNECTIONS,
    found: `fewest by quarter ${fewest.join(', ')}, and at most ${connections} connections to the database`,
  }
}

/**
 * The last quarter beside the first. The floor's own ratio is what the machine did meanwhile: if that is above one, ours
 * is divided by it.
 */
function latencyVerdict(stopwatch: Stopwatch): Verdict {
  const ratioOf = (kinds: readonly Kind[]): number =>
    quantile(stopwatch.of(3, ...kinds), 0.99) / quantile(stopwatch.of(0, ...kinds), 0.99)
  const [ours, floor] = [ratioOf(JUDGED), ratioOf(['floor'])]
  const ratio = ours / Math.max(1, floor)
  return {
    what: `p99 of the last quarter ÷ the first at most ${MAX_P99_RATIO}`,
    isOk: ratio <= MAX_P99_RATIO,
    found: `${ours.toFixed(2)}; of the floor meanwhile ${floor.toFixed(2)}`,
    figure: { 'p99, last quarter ÷ first': ratio.toFixed(2) },
  }
}

/** One line a quarter. */
export function quartersOf(samples: readonly Sample[], stopwatch: Stopwatch): string[] {
  return [0, 1, 2, 3].map((quarter) => {
    const within = samples.filter((sample) => sample.quarter === quarter)
    const middle = (of: (sample: Sample) => number): string => quantile(within.map(of), 0.5).toFixed(1)
    const shown = (name: string, ...kinds: Kind[]): string => {
      const times = stopwatch.of(quarter, ...kinds)
      return `${name} ${quantile(times, 0.5).toFixed(1)}/${quantile(times, 0.99).toFixed(1)} ms of ${times.length}`
    }
    const latencies = [
      shown('all', ...JUDGED),
      ...(['api', 'page', 'dashboard', 'checkout', 'floor'] as const).map((kind) => shown(kind, kind)),
    ]
    return [
      `quarter ${quarter + 1}: p50/p99 ${latencies.join(', ')}`,
      `  heap ${middle(MEMORY.heap)} MB and compiled code ${middle(MEMORY['compiled code'])} MB, external ${middle(({ external }) => external / MB)} MB, ` +
        `RSS ${middle(MEMORY.RSS)} MB (pages of the heap ${middle(({ heapPages }) => heapPages / MB)}, ` +
        `native ${middle(MEMORY.native)}, mapped files ${middle(({ mappedFiles }) => mappedFiles / MB)}), files ${middle(({ files }) => files)} (${middle(({ toDatabase }) => toDatabase)} to the database, ${middle(({ fromClients }) => fromClients)} from clients), ` +
        `load ${middle(({ load }) => load)}, driver late ${middle(({ driverLateMs }) => driverLateMs)} ms`,
    ].join('\n')
  })
}
