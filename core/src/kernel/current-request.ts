import { AsyncLocalStorage } from 'node:async_hooks'

const ids = new AsyncLocalStorage<string | undefined>()

/** Since Node.js 24 following a request costs nothing measurable; before, a fifth of the throughput. */
const FIRST_CHEAP_VERSION = 24
export const isFollowingCheap = Number(process.versions.node.split('.')[0]) >= FIRST_CHEAP_VERSION

/** Runs `act`, and what it begins and awaits, as part of a request: its log lines have the request's id. */
export const duringRequest = <T>(id: string, act: () => T): T => ids.run(id, act)

/** For work that a request only wakes. */
export const outsideRequests = <T>(act: () => T): T => ids.exit(act)

/** Undefined: background work. */
export const currentRequestId = (): string | undefined => ids.getStore()
