import { performance } from 'node:perf_hooks'
import { tenMinutesPass } from '../support/outage.js'
import type { Site } from '../support/site.js'
import type { Scenario } from './scenarios.js'
import { unsoundness } from './soundness.js'
import { type Point, Strace } from './strace.js'

export interface Cycle {
  /** False: the scenario came to its end before the point. */
  wasKilled: boolean
  startMs: number
  ms: number
}

/** Runs a scenario once and counts the syscalls that are places to be killed at. */
export async function countPoints(site: Site, scenario: Scenario): Promise<Map<string, number>> {
  const { act, check } = await scenario.prepare(site)
  const strace = await Strace.attach(site.server.pid)
  try {
    await act(false)
    await strace.detach()
    await check()
    return strace.counts()
  } finally {
    await strace.detach()
    strace.remove()
  }
}

/**
 * Begins the scenario, kills the server -9 at the point, starts it again on what is left, does again what
 * was not answered, and looks at what has come of it.
 *
 * @param allAnswered no other request was left without its answer, as clients that gave up leave it
 * @throws Error what was unsound, with the recipe to see it again
 */
export async function killAt(site: Site, scenario: Scenario, point: Point, allAnswered = true): Promise<Cycle> {
  const began = performance.now()
  try {
    site.server.prepareNext()
    const { act, check } = await scenario.prepare(site)
    const wasKilled = await cutOff(site, act, point)
    let startMs = 0
    if (wasKilled) {
      const letGo = scenario.needsTime ? await tenMinutesPass(site.view) : () => undefined
      startMs = await site.server.start()
      letGo()
      await act(true).catch((error: unknown) => {
        // A connection to the server that was killed; its client connects anew.
        if (error instanceof TypeError) return act(true)
        throw error
      })
    }
    await check()
    const unsound = await unsoundness(site.view, allAnswered)
    if (unsound.length > 0) throw new Error(unsound.join('\n'))
    return { wasKilled, startMs, ms: performance.now() - began }
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`${scenario.name}, killed at ${point.syscall} number ${point.count}: ${why}`, { cause })
  }
}

/** True: it was killed, before the answer or just after it. */
async function cutOff(site: Site, act: (isAgain: boolean) => Promise<void>, point: Point): Promise<boolean> {
  const strace = await Strace.attach(site.server.pid, point)
  try {
    const acted = act(false).then(
      () => null,
      (error: unknown) => ({ error }),
    )
    const failure = await Promise.race([acted, site.server.ended().then(() => null)])
    await strace.detach()
    // A point that was reached after the answer kills as well, and a killed process takes a moment to exit.
    if (!strace.hasReached(point)) {
      if (failure !== null) throw failure.error
      return false
    }
    await site.server.ended()
    await acted
    return true
  } finally {
    await strace.detach()
    strace.remove()
  }
}
