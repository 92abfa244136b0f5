import type { Engine } from '@paylink/core/database/engine'
import { keepFigures } from '../support/figures.js'
import { Site } from '../support/site.js'
import { COMMANDS, type CommandScenario, countCommandPoints, killCommandAt, stopRunning } from './commands.js'
import { ENDINGS, endAtStage, MAIL_STAGES } from './mail-stages.js'
import { FORM_SCENARIOS } from './forms/forms.js'
import type { KillOptions } from './options.js'
import { countPoints, killAt } from './points.js'
import { type Scenario, SCENARIOS } from './scenarios.js'
import { SYSCALLS } from './strace.js'
import { TO_LOOPBACK } from './webhook-scenario.js'

type Say = (text: string) => void

/** Past what a clean run counted: background work may have come between. */
const MAX_BEYOND = 20
/** So many of one syscall, where a scenario is thinned. */
const SPREAD = 5
/** Worth a line before the scenario is through. */
const MANY = 20

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
    const kill = async (syscall: string, count: number): Promise<boolean> => {
      try {
        return (await killAt(site, scenario, { syscall, count })).wasKilled
      } catch (error) {
        await fresh()
        throw error
      }
    }
    const { kills, faults } = await everyPoint(scenario.name, counts, say, kill, scenario.isThinned)
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
  { keep }: KillOptions,
  say: Say,
): Promise<number> {
  const counts = await countCommandPoints(command, engine)
  const kill = (syscall: string, count: number): Promise<boolean> => killCommandAt(command, engine, { syscall, count })
  const { kills, faults } = await everyPoint(command.name, counts, say, kill)
  if (keep) keepFigures('kills at every syscall', command.name, { [engine]: kills, [`faults on ${engine}`]: faults })
  return faults
}

async function exhaustStages(engine: Engine, isAsked: (stage: { name: string }) => boolean, say: Say): Promise<number> {
  const stages = ENDINGS.flatMap((ending) =>
    MAIL_STAGES.map((stage) => ({ name: `${ending} while a mail server is silent at ${stage}`, stage, ending })),
  ).filter(isAsked)
  if (stages.length === 0) return 0
  let faults = 0
  for (const { name, stage, ending } of stages) {
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
  counts: ReadonlyMap<string, number>,
  say: Say,
  kill: (syscall: string, count: number) => Promise<boolean>,
  isThinned = false,
): Promise<{ kills: number; faults: number }> {
  const began = Date.now()
  const killed: string[] = []
  let faults = 0
  let total = 0
  for (const syscall of SYSCALLS) {
    const most = counts.get(syscall) ?? 0
    let kills = 0
    for (const count of isThinned ? spread(most) : upTo(most)) {
      try {
        if (!(await kill(syscall, count))) break
        kills++
      } catch (error) {
        faults++
        kills++
        say(`  FAULT ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    if (kills > 0) killed.push(`${syscall} ${kills}`)
    if (kills > MANY) say(`  ${name}: ${syscall} ${kills} …`)
    total += kills
  }
  const seconds = (Date.now() - began) / 1000
  say(`  ${name}: ${killed.join(', ')} (${total} kills, ${(seconds / Math.max(1, total)).toFixed(2)} s each)`)
  return { kills: total, faults }
}

const upTo = (most: number): number[] =>
  most === 0 ? [] : Array.from({ length: most + MAX_BEYOND }, (_, at) => at + 1)

/** The first, the last, and some between: the writes of one commit that come before its last are all alike. */
function spread(most: number): number[] {
  const step = Math.max(1, most / SPREAD)
  const chosen = Array.from({ length: Math.min(most, SPREAD) }, (_, at) => Math.floor(1 + at * step))
  return [...new Set([...chosen, most - 1, most])].filter((count) => count > 0)
}
