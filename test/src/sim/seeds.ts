import { readFileSync } from 'node:fs'
import type { Container } from 'inversify'
import { type Decisions, ReplayedDecisions, SeededDecisions, type Step } from './decisions.js'
import { type Ran, Simulation } from './simulation.js'
import type { Template } from './template.js'
import type { Profile, RunOptions, Story } from './world.js'

/** The options of a run, without its decisions. */
export type Plan = Pick<
  RunOptions,
  'profile' | 'story' | 'isFine' | 'isPaired' | 'losesWorkers' | 'faultsOneIn' | 'isKeyless' | 'releases'
>

/** The decisions of a run that once failed: its seed no longer means the same after the next change. */
export interface Regression extends Plan {
  name: string
  /** What it found, and when. */
  found: string
  steps: Step[]
}

export const savedRun = (path: string): Regression => JSON.parse(readFileSync(path, 'utf8')) as Regression

export interface RunExtras {
  substitute?: (container: Container) => void
  tell?: (line: string) => void
}

/** Seeds beyond this one are runs about invoices. */
export const INVOICES = 1_000_000
/** Seeds beyond this one are runs in which links are released, and payers come back. */
export const RELEASES = 2_000_000

const PROFILES: readonly Profile[] = ['full', 'notifications-off', 'full', 'reconciliation-off']
const STORIES: readonly Story[] = ['crowd', 'late', 'doubt', 'crowd', 'doubt', 'late', 'crowd']
const FAULTS_ONE_IN: Record<Story, readonly number[]> = {
  crowd: [4, 2, 8],
  late: [4, 2, 8],
  doubt: [3, 2, 4],
  invoices: [4, 2, 8],
}
/** Where they rest more, less of what is decided comes further. */
const STEPS: Record<Story, readonly number[]> = {
  crowd: [60, 90, 120],
  late: [20, 30, 40],
  doubt: [25, 35, 45],
  invoices: [40, 60, 80],
}

export function planOf(seed: number): Plan {
  const plan = moneyPlanOf(seed)
  if (seed <= INVOICES) return { ...plan, losesWorkers: seed % 11 === 8 }
  if (seed > RELEASES) return { ...plan, story: 'late', releases: true }
  const profile = seed % 4 === 0 ? 'notifications-off' : 'full'
  return {
    ...plan,
    profile,
    story: 'invoices',
    faultsOneIn: FAULTS_ONE_IN.invoices[seed % 3] ?? 4,
    isKeyless: seed % 3 === 1,
  }
}

function moneyPlanOf(seed: number): Plan {
  const story = STORIES[seed % STORIES.length] ?? 'crowd'
  return {
    profile: PROFILES[seed % PROFILES.length] ?? 'full',
    story,
    isFine: seed % 5 === 0,
    isPaired: seed % 11 > 6,
    faultsOneIn: FAULTS_ONE_IN[story][seed % 3] ?? 4,
  }
}

export async function runSeed(
  template: Template,
  seed: number,
  extras: RunExtras = {},
): Promise<Ran & { steps: Step[] }> {
  const plan = planOf(seed)
  const lengths = STEPS[plan.story]
  const decisions = new SeededDecisions(seed, lengths[Math.floor(seed / 7) % lengths.length] ?? 60)
  return { ...(await run(template, decisions, plan, extras)), steps: decisions.trace }
}

export function runSteps(template: Template, plan: Plan, steps: readonly Step[], extras: RunExtras = {}): Promise<Ran> {
  return run(template, new ReplayedDecisions(steps), plan, extras)
}

function run(template: Template, decisions: Decisions, plan: Plan, extras: RunExtras): Promise<Ran> {
  const options = { ...plan, substitute: () => undefined, ...extras }
  return Simulation.run(decisions, options, template.copy(plan.story), template.principal)
}
