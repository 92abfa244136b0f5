import type { Engine } from '@paylink/core/database/engine'

/** Every test that touches the database runs on both. `ENGINES=sqlite npm test` narrows it. */
export const ENGINES: readonly Engine[] = (process.env['ENGINES']?.split(',') ?? ['sqlite', 'postgres']) as Engine[]

/** For tests of what does not depend on the database, as the look of a page and who may open it. */
export const ONE_ENGINE = ENGINES.slice(0, 1)
