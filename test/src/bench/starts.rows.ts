import type { Bench } from './bench.js'
import type { Target } from './report.js'
import { divided, figures, inRounds } from './rounds.js'
import type { Floor, Paylink } from './servers.js'

const START: Target = {
  row: '12a',
  what: 'start to first 200, migrated',
  ratio: "ours ÷ floor's start",
  goal: { most: 3.5 },
  redLine: 6,
}
const START_LARGE: Target = {
  row: '12b',
  what: 'start with many rows',
  ratio: '÷ empty',
  goal: { most: 1.1 },
  redLine: null,
}

/** Row 12. */
export async function startRows(bench: Bench): Promise<void> {
  const { options, report, engine } = bench
  const empty = await bench.paylink(0)
  const large = await bench.largePaylink()
  const floor = await bench.floor(0)
  const startOf = async (server: Paylink | Floor): Promise<number> => {
    const ms = await server.startTimed()
    await server.stop()
    return ms
  }
  const taken = await inRounds(options.rounds, {
    ours: () => startOf(empty),
    large: () => startOf(large),
    floor: () => startOf(floor),
  })
  const { ours, large: many, floor: least } = taken
  report.add(engine, START, divided(ours, least), figures('ms', { ours, floor: least }))
  report.add(engine, START_LARGE, divided(many, ours), figures('ms', { [`${options.rows} rows`]: many, empty: ours }))
}
