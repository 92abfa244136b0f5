import { Gauge, type Registry } from 'prom-client'
import type { ExaminedInvariants } from '../doctor/examine-invariants.js'
import { SECOND_MS } from '../kernel/clock.js'
import type { PoolUse } from '../database/pool-use.js'
import type { Backlog } from './backlog.repository.js'

/** What a scrape found; undefined: it could not be read, and has no gauge. */
export interface Found {
  pools: readonly PoolUse[]
  backlog: Backlog | undefined
  invariants: ExaminedInvariants | undefined
}

type Value = [labels: Record<string, string>, value: number]

/** The values of each gauge. */
const GAUGES: Record<string, { help: string; values: (found: Found) => Value[] }> = {
  paylink_database_pool_connections: {
    help: 'Connections of this process to its database.',
    values: ({ pools }) =>
      pools.flatMap(({ pool, used, free }): Value[] => [
        [{ pool, state: 'used' }, used],
        [{ pool, state: 'free' }, free],
      ]),
  },
  paylink_database_pool_max: {
    help: 'How many connections the pool may have.',
    values: ({ pools }) => pools.map(({ pool, max }) => [{ pool }, max]),
  },
  paylink_database_pool_waiting: {
    help: 'How many wait for a connection.',
    values: ({ pools }) => pools.map(({ pool, waiting }) => [{ pool }, waiting]),
  },
  paylink_database_up: {
    help: '1: the database answered this scrape in time. 0: the gauges that are read from it are absent.',
    values: ({ backlog }) => [[{}, Number(backlog !== undefined)]],
  },
  paylink_jobs_waiting: {
    help: 'Unfinished rows of a queue, including those that are not due yet; counted up to 10,000.',
    values: ofQueues(({ waiting }) => waiting),
  },
  paylink_jobs_due: {
    help: 'Rows of a queue that are due.',
    values: ofQueues(({ due }) => due),
  },
  paylink_jobs_late: {
    help: 'Rows of a queue that have been due for more than a minute.',
    values: ofQueues(({ late }) => late),
  },
  paylink_jobs_oldest_due_seconds: {
    help: 'For how long the oldest row of a queue has been due; 0: none is.',
    values: ofQueues(({ oldestDueMs }) => oldestDueMs / SECOND_MS),
  },
  paylink_payments_in_review: {
    help: 'Payments that wait for the decision of a person.',
    values: ofBacklog(({ underReview }) => [
      [{ mode: 'test' }, underReview.test],
      [{ mode: 'live' }, underReview.live],
    ]),
  },
  paylink_backup_age_seconds: {
    help: 'Time since the latest backup that succeeded; absent: there is none.',
    values: ofBacklog(({ backupAgeMs }) => (backupAgeMs === null ? [] : [[{}, backupAgeMs / SECOND_MS]])),
  },
  paylink_backup_failed: {
    help: '1: the latest backup failed.',
    values: ofBacklog(({ hasBackupFailed }) => [[{}, Number(hasBackupFailed)]]),
  },
  paylink_quarantine: {
    help: '1: the database is older than what happened since, and nothing is sent or sold.',
    values: ofBacklog(({ isInQuarantine }) => [[{}, Number(isInQuarantine)]]),
  },
  paylink_invariant_violations: {
    help: 'Invariants of the database that rows violated when they were last checked; doctor names them.',
    values: ({ invariants }) => (invariants ? [[{}, invariants.violations.length]] : []),
  },
  paylink_invariants_checked: {
    help: 'How many invariants were checked then.',
    values: ({ invariants }) => (invariants ? [[{}, invariants.checked]] : []),
  },
}

function ofBacklog(values: (backlog: Backlog) => Value[]) {
  return ({ backlog }: Found): Value[] => (backlog ? values(backlog) : [])
}

function ofQueues(value: (queue: Backlog['queues'][number]) => number) {
  return ofBacklog(({ queues }) => queues.map((queue): Value => [{ queue: queue.queue }, value(queue)]))
}

/** The same for all: a gauge without label names would be 0, not absent, while nothing is known. */
const LABELS = ['pool', 'state', 'queue', 'mode']

/** Registers the gauges. The function returned sets them all. */
export function registerGauges(registry: Registry): (found: Found) => void {
  const gauges = Object.entries(GAUGES).map(([name, { help, values }]) => {
    return { gauge: new Gauge({ name, help, labelNames: LABELS, registers: [registry] }), values }
  })
  return (found) => {
    for (const { gauge, values } of gauges) {
      gauge.reset()
      for (const [labels, value] of values(found)) gauge.set(labels, value)
    }
  }
}
