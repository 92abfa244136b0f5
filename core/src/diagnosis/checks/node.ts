import { type Clock, SystemClock } from '../../kernel/clock.js'
import type { Check } from '../check.js'
import { hidden, kind } from '../finding.js'

/** The day after which a line of Node gets no more repairs of security faults. Odd lines end with the next one. */
const ENDS: Readonly<Record<number, string>> = {
  20: '2026-04-30',
  21: '2024-06-01',
  22: '2027-04-30',
  23: '2025-06-01',
  24: '2028-04-30',
  25: '2026-06-01',
  26: '2029-04-30',
}

const isSupported = kind<object, { version: string }>({
  code: 'node.supported',
  severity: 'fine',
  operator: ({ version }) => `Node ${version}`,
})

const isPastItsEnd = kind<object, { version: string; end: string }>({
  code: 'node.past_its_end',
  severity: 'attention',
  operator: ({ version, end }) =>
    `Node ${version} has received no security fixes since ${end}: install the current LTS line, see https://nodejs.org`,
})

/** Is the line of Node still maintained? */
export const nodeCheck = (version = process.version, clock: Clock = new SystemClock()): Check => ({
  name: 'node',
  subject: { 'es-MX': 'la versión de Node', en: 'the version of Node' },
  look: () => {
    const end = ENDS[Number(/^v(\d+)/.exec(version)?.[1])]
    const isOver = end !== undefined && clock.now().toISOString().slice(0, 10) > end
    return Promise.resolve([
      isOver ? isPastItsEnd('node', hidden({ version, end })) : isSupported('node', hidden({ version })),
    ])
  },
})
