import { VERSION } from '../kernel/version.js'

/** What `/healthz` answers for as long as the process runs. */
export const LIVENESS = { status: 'ok', version: VERSION } as const
