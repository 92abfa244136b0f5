import { AsyncLocalStorage } from 'node:async_hooks'
import type { Composition } from '@paylink/core/composition/compose'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import type { Knex } from 'knex'

const inside = new AsyncLocalStorage<boolean>()

/**
 * Inside a transaction nothing is asked past it: with one connection to write with that would wait for
 * itself for ever, and with ten it would as soon as ten do it.
 */
export function setTripwire({ container, database, ports: { timer } }: Composition): void {
  const unitOfWork = container.get(UnitOfWork)
  const run = unitOfWork.run.bind(unitOfWork)
  unitOfWork.run = (work) => run((tx) => inside.run(true, () => work(tx)))
  // What is put off to a later time is no longer inside.
  const after = timer.after.bind(timer)
  timer.after = (ms, act) => inside.run(false, () => after(ms, act))
  for (const knex of new Set<Knex>([database.reader, database.writer])) {
    const client = knex.client as { acquireConnection: () => Promise<unknown> }
    const acquire = client.acquireConnection.bind(client)
    client.acquireConnection = () => {
      if (inside.getStore()) throw new Error('a transaction is open, and this query is not part of it')
      return acquire()
    }
  }
}
