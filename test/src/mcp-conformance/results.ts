import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Check {
  id: string
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  errorMessage?: string
}

export interface Outcome {
  scenario: string
  /** Null: it passed. */
  fault: string | null
}

/** Of each of these scenarios, from the files that the suite wrote into a folder. */
export function readOutcomes(folder: string, kind: string, scenarios: readonly string[]): Outcome[] {
  const written = new Map<string, Check[]>()
  for (const name of readdirSync(folder)) {
    // The time of its end has the place after the last part of the scenario's name.
    const [, scenario] = new RegExp(`^${kind}-(.+)-\\d{4}-\\d\\d-\\d\\dT[\\d-]+Z$`).exec(name) ?? []
    if (scenario === undefined) continue
    written.set(scenario, JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')) as Check[])
  }
  return scenarios.map((scenario) => ({ scenario, fault: faultOf(written.get(scenario)) }))
}

/** A warning is no pass either: it marks what an implementation should do. */
function faultOf(checks: readonly Check[] | undefined): string | null {
  if (!checks) return 'it did not run'
  const faults = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
  if (faults.length > 0) return faults.map(({ id, errorMessage = '' }) => `${id}: ${errorMessage}`).join('\n      ')
  return checks.some(({ status }) => status === 'SUCCESS') ? null : 'it checked nothing'
}
