import type { Engine } from '@paylink/core/database/engine'

/** Every test that touches the database runs on both. `ENGINES=sqlite npm test` narrows it. */
export const ENGINES: readonly Engine[] = (process.env['ENGINES']?.split(',') ?? ['sqlite', 'postgres']) as Engine[]
