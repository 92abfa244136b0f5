import { Generation } from '../database/generation.js'
import { Migrator } from '../database/migrator.js'
import { DatabaseUnavailableError } from '../database/outage.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { Sealer } from '../secrets/sealer.js'
import { Workers } from '../work/workers.repository.js'
import { SECOND_MS } from '../kernel/clock.js'
import type { Composition } from './compose.js'

/** On a full disk the probe's small write may still succeed where a request's fails. */
const REFUSAL_COUNTS_FOR_MS = 2 * SECOND_MS

/** Does what a writing request does: reads the generation, checks the schema, commits a transaction. */
export function probeOf({ container, database }: Composition): () => Promise<void> {
  const migrator = new Migrator(database)
  const generation = container.get(Generation)
  const workers = container.get(Workers)
  const unitOfWork = container.get(UnitOfWork)
  return async () => {
    await generation.refresh()
    await migrator.assertCurrent()
    container.get(Sealer).assertCurrent()
    await unitOfWork.run((tx) => workers.beat(tx))
    const refused = database.outages.refusedWriteWithin(REFUSAL_COUNTS_FOR_MS)
    if (refused) throw new DatabaseUnavailableError(refused, 'the database refused a write a moment ago')
  }
}
