import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { linkBody } from '../support/appliance.js'
import type { DrillSite } from './drill-site.js'
import type { PatroniCluster } from './patroni.js'

const CREATE_EVERY_MS = 250
const READY_EVERY_MS = 500
const PRIMARY_EVERY_MS = 150
const QUEUES_EVERY_MS = 1000
const MAX_ANSWER_MS = 20_000

export interface Seen {
  at: number
  ms: number
  status: number
  hasRetryAfter: boolean
}

const QUEUES: Record<string, [table: string, dueAt: string]> = {
  notifications: ['notifications', 'next_attempt_at'],
  verifications: ['payments', 'reconcile_after'],
  webhooks: ['webhook_deliveries', 'next_attempt_at'],
}
const OLDEST_DUE = Object.entries(QUEUES)
  .map(
    ([queue, [table, at]]) =>
      `select '${queue}' as queue, extract(epoch from now() - min(${at}))::float8 as age from ${table} where ${at} <= now()`,
  )
  .join(' union all ')

/** Asks everything all the time, and keeps the answers. */
export class Watch {
  /** Of each `serve`. */
  readonly creates: Seen[][] = []
  readonly readiness: Seen[][] = []
  readonly writable: { at: number; member: string | null }[] = []
  /** For how many seconds the row that has waited the longest has been due. */
  readonly oldest: { at: number; queue: string; age: number }[] = []
  /** Links whose creation was acknowledged, by title. */
  readonly acknowledged = new Map<string, string>()
  private isOver = false
  private readonly loops: Promise<void>[] = []

  constructor(
    private readonly site: DrillSite,
    private readonly cluster: PatroniCluster,
  ) {
    for (const { url } of site.servers) {
      const [creates, readiness] = [[] as Seen[], [] as Seen[]]
      this.creates.push(creates)
      this.readiness.push(readiness)
      this.every(CREATE_EVERY_MS, () => this.create(url, creates))
      this.every(READY_EVERY_MS, async () => void (await ask(`${url}/readyz`, {}, readiness)))
    }
    this.every(PRIMARY_EVERY_MS, () => this.findWritable())
    this.every(QUEUES_EVERY_MS, () => this.lookAtQueues())
  }

  async stop(): Promise<void> {
    this.isOver = true
    await Promise.all(this.loops)
    await sleep(1000)
  }

  /** Links that are not there, or twice, although their creation was acknowledged once. */
  async losses(): Promise<string[]> {
    const rows = await this.site.view.rows<{ id: string; title: string }>(
      "select id, title from payment_links where title like 'probe %'",
    )
    const ids = new Map(rows.map(({ id, title }) => [title, id]))
    const lost = [...this.acknowledged].filter(([title, id]) => ids.get(title) !== id)
    return [
      ...lost.map(([title]) => `lost: ${title}`),
      ...(ids.size < rows.length ? [`${rows.length - ids.size} links were stored twice`] : []),
    ]
  }

  /** Does not wait for an answer. */
  private every(ms: number, act: () => Promise<void>): void {
    const loop = async (): Promise<void> => {
      while (!this.isOver) {
        void act().catch(() => undefined)
        await sleep(ms)
      }
    }
    this.loops.push(loop())
  }

  private async create(url: string, seen: Seen[]): Promise<void> {
    const title = `probe ${randomUUID()}`
    const headers = {
      Authorization: `Bearer ${this.site.key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': randomUUID(),
    }
    const body = JSON.stringify(linkBody({ title }))
    const response = await ask(`${url}/v1/payment_links`, { method: 'POST', headers, body }, seen)
    if (response?.status === 201) this.acknowledged.set(title, ((await response.json()) as { id: string }).id)
  }

  private async findWritable(): Promise<void> {
    const at = Date.now()
    const found = await Promise.all(
      this.cluster.members.map(async (member) => ((await this.cluster.takesWrites(member)) ? member.name : null)),
    )
    this.writable.push({ at: Date.now() - (Date.now() - at) / 2, member: found.find((name) => name !== null) ?? null })
  }

  private async lookAtQueues(): Promise<void> {
    const rows = await this.site.view.rows<{ queue: string; age: number | null }>(OLDEST_DUE)
    for (const { queue, age } of rows) this.oldest.push({ at: Date.now(), queue, age: Number(age ?? 0) })
  }
}

async function ask(url: string, init: RequestInit, seen: Seen[]): Promise<Response | null> {
  const at = Date.now()
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(MAX_ANSWER_MS) })
    const { status, headers } = response
    seen.push({ at, ms: Date.now() - at, status, hasRetryAfter: headers.has('retry-after') })
    return response
  } catch {
    seen.push({ at, ms: Date.now() - at, status: 0, hasRetryAfter: false })
    return null
  }
}
