import { setTimeout as sleep } from 'node:timers/promises'
import type { DrillSite } from './drill-site.js'
import type { PatroniCluster } from './patroni.js'
import { until } from './programs.js'
import type { Watch } from './watch.js'

export interface Round {
  what: string
  at: number
  /** The member that was primary before. */
  from: string
  /** No promotion is expected. */
  isSame?: boolean
  /** Only one connection of many was disturbed. */
  isOneConnection?: boolean
}

interface Running {
  cluster: PatroniCluster
  site: DrillSite
  watch: Watch
}

export interface Scenario {
  name: string
  act: (running: Running) => Promise<Round[]>
}

const FREEZE_MS = 30_000
const PROMOTIONS = Number(process.env['PROMOTIONS'] ?? 20)

const serves = (watch: Watch, since: number): boolean =>
  watch.creates.every((seen) => seen.some(({ at, status }) => at > since && status === 201))

async function promoted({ cluster, watch }: Running, from: string): Promise<void> {
  await until(async () => (await cluster.primary()).name !== from, 'another primary', 120_000)
  const now = Date.now()
  await until(async () => serves(watch, now), 'service', 120_000)
}

async function killed(running: Running): Promise<Round> {
  const member = await running.cluster.primary()
  const at = Date.now()
  running.cluster.killPostgres(member)
  await promoted(running, member.name)
  return { what: 'kill -9 of Postgres', at, from: member.name }
}

async function switched(running: Running): Promise<Round> {
  const { cluster } = running
  const [member, to] = [await cluster.primary(), await cluster.synchronous()]
  const at = Date.now()
  await cluster.switchOver(member, to)
  await promoted(running, member.name)
  return { what: 'switchover', at, from: member.name }
}

async function frozen(running: Running, withPatroni: boolean): Promise<Round> {
  const member = await running.cluster.primary()
  const at = Date.now()
  const thaw = running.cluster.freeze(member, withPatroni)
  try {
    await promoted(running, member.name)
    await sleep(5000)
  } finally {
    thaw()
  }
  return { what: `SIGSTOP of Postgres${withPatroni ? ' and Patroni' : ''}`, at, from: member.name }
}

export const SCENARIOS: readonly Scenario[] = [
  { name: 'kill', act: async (running) => [await killed(running)] },
  { name: 'switchover', act: async (running) => [await switched(running)] },
  { name: 'frozen-postgres', act: async (running) => [await frozen(running, false)] },
  { name: 'frozen-member', act: async (running) => [await frozen(running, true)] },
  {
    name: 'backend',
    act: async ({ cluster }) => {
      const member = await cluster.primary()
      const [pid] = await cluster.backends(member)
      const at = Date.now()
      process.kill(pid as number, 'SIGSTOP')
      await sleep(FREEZE_MS)
      process.kill(pid as number, 'SIGCONT')
      return [{ what: 'SIGSTOP of one backend', at, from: member.name, isSame: true, isOneConnection: true }]
    },
  },
  {
    name: 'silent',
    act: async ({ cluster, site }) => {
      const at = Date.now()
      site.network.forgetConnections(1)
      await sleep(FREEZE_MS)
      const { name } = await cluster.primary()
      return [{ what: 'one silent connection', at, from: name, isSame: true, isOneConnection: true }]
    },
  },
  {
    name: 'standby',
    act: async ({ cluster }) => {
      const member = await cluster.synchronous()
      const at = Date.now()
      const thaw = cluster.freeze(member, false)
      await sleep(FREEZE_MS)
      thaw()
      return [{ what: 'SIGSTOP of the synchronous standby', at, from: (await cluster.primary()).name, isSame: true }]
    },
  },
  {
    name: 'promotions',
    act: async (running) => {
      const rounds: Round[] = []
      for (let round = 0; round < PROMOTIONS; round++) {
        await running.cluster.settled()
        await sleep(3000)
        rounds.push(await (round % 2 === 0 ? killed : switched)(running))
      }
      return rounds
    },
  },
]
