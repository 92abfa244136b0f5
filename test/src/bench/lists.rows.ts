import { type Bench, USUAL_LINKS } from './bench.js'
import { bulkId } from './bench-links.js'
import { load } from './load.js'
import type { Target } from './report.js'
import { getList } from './requests.js'
import { divided, figures, inRounds } from './rounds.js'

const part = (letter: string, what: string, ratio: string): Target => ({
  row: `5${letter}`,
  what,
  ratio,
  goal: { most: 1.2 },
  redLine: 2,
})

/** Row 5: a list costs what a page costs, however long it is. One connection: the time of one answer. */
export async function listRows(bench: Bench): Promise<void> {
  const { options, report, engine } = bench
  const small = await bench.paylink(USUAL_LINKS)
  const large = await bench.largePaylink()
  try {
    await Promise.all([small.start(), large.start()])
    const meanMs = async (paylink: typeof small, query = '') =>
      1000 / (await load(getList(paylink, query), 1, options.seconds)).perSecond
    const middle = `?starting_after=${bulkId(Math.floor(options.rows / 2))}`
    const taken = await inRounds(options.rounds, {
      small: () => meanMs(small),
      large: () => meanMs(large),
      middle: () => meanMs(large, middle),
      active: () => meanMs(large, '?status=active'),
      disabled: () => meanMs(large, '?status=disabled'),
      expired: () => meanMs(large, '?status=expired'),
    })
    const first = { first: taken.large }
    const compare = (target: Target, above: Record<string, number[]>, below: Record<string, number[]>) => {
      const [over = []] = Object.values(above)
      const [under = []] = Object.values(below)
      report.add(engine, target, divided(over, under), figures('ms', { ...above, ...below }))
    }
    compare(part('a', `list with ${options.rows} rows`, '÷ with 10 k'), { large: taken.large }, { small: taken.small })
    compare(part('b', 'its middle page', '÷ first page'), { middle: taken.middle }, first)
    compare(part('c', 'only active ones', '÷ unfiltered'), { active: taken.active }, first)
    compare(part('d', 'only disabled ones (1 in 20)', '÷ unfiltered'), { disabled: taken.disabled }, first)
    compare(part('e', 'only expired ones (1 in 20)', '÷ unfiltered'), { expired: taken.expired }, first)
  } finally {
    await Promise.all([small.stop(), large.stop()])
  }
}
