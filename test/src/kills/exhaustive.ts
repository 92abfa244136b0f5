import type { Engine } from '@paylink/core/database/engine'
import { keepFigures } from '../support/figures.js'
import { Site } from '../support/site.js'
import { callsOfCommand, COMMANDS, type CommandScenario, killCommandAt, stopRunning } from './commands.js'
import { ENDINGS, endAtStage, MAIL_STAGES } from './mail-stages.js'
import { FORM_SCENARIOS } from './forms/forms.js'
import type { KillOptions } from './options.js'
import { countPoints, killAt } from './points.js'
import { type Scenario, SCENARIOS } from './scenarios.js'
import { type Point, SYSCALLS } from './strace.js'
import { unlikePoints } from './unlike-points.js'
import { TO_LOOPBACK } from './webhook-scenario.js'

type Say = (text: string) => void

/** Past what a clean run counted: background work may have come between. */
const MAX_BEYOND = 20
/** So often a scenario may end before it comes to a point; then it has come to the end of such points. */
const MAX_MISSES = 2
/** So many of one syscall, where a scenario is thinned. */
const SPREAD = 5
/** After so many a line tells how far it has come. */
const MANY = 50

const STAGES = ENDINGS.flatMap((ending) =>
  MAIL_STAGES.map((stage) => ({ name: `${ending} while a mail server is silent at ${stage}`, stage, ending })),
)

/** @throws Error a word is in the name of no scenario */
export function assertKnown(words: readonly string[]): void {
  const names = [...SCENARIOS, ...FORM_SCENARIOS, ...COMMANDS, ...STAGES].map(({ name }) => name)
  const unknown = words.find((word) => !names.some((name) => name.includes(word)))
  if (unknown !== undefined) throw new Error(`--scenario: no scenario has "${unknown}" in its name`)
}

/** Kills at every syscall of every scenario. Returns how many points showed a fault. */
export async function runExhaustively(options: KillOptions, say: Say): Promise<number> {
  const isAsked = ({ name }: { name: string }): boolean =>
    options.scenarios.length === 0 || options.scenarios.some((word) => name.includes(word))
  let faults = 0
  for (const engine of options.engines) {
    say(`\n${engine}: killed -9 on entering`)
    for (const scenario of [...SCENARIOS, ...FORM_SCENARIOS].filter(isAsked))
      faults += await exhaust(engine, scenario, options, say)
    for (const command of COMMANDS.filter(isAsked)) faults += await exhaustCommand(engine, command, options, say)
    await stopRunning()
    faults += await exhaustStages(engine, isAsked, say)
  }
  return faults
}

/** On a site of its own, so that a fault of one scenario is not found again in the next. */
async function exhaust(engine: Engine, scenario: Scenario, { point, keep }: KillOptions, say: Say): Promise<number> {
  let site = await Site.start(engine, TO_LOOPBACK)
  const fresh = async (): Promise<void> => {
    await site.stop()
    site = await Site.start(engine, TO_LOOPBACK)
  }
  try {
    if (point) {
      say(`  ${scenario.name}: ${JSON.stringify(await killAt(site, scenario, point))}`)
      return 0
    }
    const counts = await countPoints(site, scenario)
    const kill = async (at: Point): Promise<boolean> => {
      try {
        return (await killAt(site, scenario, at)).wasKilled
      } catch (error) {
        await fresh()
        throw error
      }
    }
    const points = SYSCALLS.flatMap((syscall) => pointsOf(syscall, counts.get(syscall) ?? 0, scenario.isThinned))
    const { kills, faults } = await everyPoint(scenario.name, points, say, kill)
    if (keep) keepFigures('kills at every syscall', scenario.name, { [engine]: kills, [`faults on ${engine}`]: faults })
    if (scenario.tells) say(`  ${scenario.name}: ${scenario.tells()}`)
    return faults
  } finally {
    await site.stop()
  }
}

async function exhaustCommand(
  engine: Engine,
  command: CommandScenario,
  { point, keep }: KillOptions,
  say: Say,
): Promise<number> {
  const kill = (at: Point): Promise<boolean> => killCommandAt(command, engine, at)
  if (point) {
    say(`  ${command.name}: ${(await kill(point)) ? 'killed' : 'it ended before'}`)
    return 0
  }
  const calls = await callsOfCommand(command, engine)
  const points = command.isThinned ? unlikePoints(calls) : calls
  const { kills, faults } = await everyPoint(command.name, points, say, kill)
  if (keep) keepFigures('kills at every syscall', command.name, { [engine]: kills, [`faults on ${engine}`]: faults })
  return faults
}

async function exhaustStages(engine: Engine, isAsked: (stage: { name: string }) => boolean, say: Say): Promise<number> {
  let faults = 0
  for (const { name, stage, ending } of STAGES.filter(isAsked)) {
    const site = await Site.start(engine, TO_LOOPBACK)
    try {
      await endAtStage(site, stage, ending)
      say(`  ${name}: as it must`)
    } catch (error) {
      faults++
      say(`  FAULT ${name}: ${error instanceof Error ? error.message : String(error)}`)
    } finally {
      await site.stop()
    }
  }
  return faults
}

async function everyPoint(
  name: string,
  points: readonly Point[],
  say: Say,
  kill: (point: Point) => Promise<boolean>,
): Promise<{ kills: number; faults: number }> {
  const began = Date.now()
  const killed = new Map<string, number>()
  const missed = new Map<string, number>()
  let faults = 0
  let total = 0
  for (const point of points) {
    const { syscall } = point
    const misses = missed.get(syscall) ?? 0
    if (misses === MAX_MISSES) continue
    try {
      if (!(await kill(point))) {
        missed.set(syscall, misses + 1)
        continue
      }
    } catch (error) {
      faults++
      say(`  FAULT ${error instanceof Error ? error.message : String(error)}`)
    }
    killed.set(syscall, (killed.get(syscall) ?? 0) + 1)
    if (++total % MANY === 0) say(`  ${name}: ${total} of ${points.length} …`)
  }
  const seconds = (Date.now() - began) / 1000
  const each = [...killed].map(([syscall, kills]) => `${syscall} ${kills}`).join(', ')
  say(`  ${name}: ${each} (${total} kills, ${(seconds / Math.max(1, total)).toFixed(2)} s each)`)
  if (total === 0) {
    faults++
    say(`  FAULT ${name}: nothing was killed`)
  }
  return { kills: total, faults }
}

const pointsOf = (syscall: string, most: number, isThinned = false): Point[] =>
  (isThinned ? spread(most) : upTo(most)).map((count) => ({ syscall, count }))

const upTo = (most: number): number[] =>
  most === 0 ? [] : Array.from({ length: most + MAX_BEYOND }, (_, at) => at + 1)

/** The first, the last, and some between: the writes of one commit that come before its last are all alike. */
function spread(most: number): number[] {
  const step = Math.max(1, most / SPREAD)
  const chosen = Array.from({ length: Math.min(most, SPREAD) }, (_, at) => Math.floor(1 + at * step))
  return [...new Set([...chosen, most - 1, most])].filter((count) => count > 0)
}
