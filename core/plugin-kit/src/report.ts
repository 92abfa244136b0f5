export interface CaseReport {
  /** Stable across versions of the kit, e.g. `C43`. */
  id: string
  title: string
  /** `not_offered`: the plugin declares that it cannot do this, so the case was not run. */
  outcome: 'passed' | 'failed' | 'not_offered'
  ms: number
  /** What is wrong and how to fix it, or why the case was not run. */
  message?: string
}

/** The result for one version of a plugin. */
export interface ConformanceReport {
  plugin: { id: string; version: string }
  apiVersion: number
  passed: number
  failed: number
  notOffered: number
  cases: CaseReport[]
}

export function reportOf(
  plugin: ConformanceReport['plugin'],
  apiVersion: number,
  cases: CaseReport[],
): ConformanceReport {
  const count = (outcome: CaseReport['outcome']): number => cases.filter((one) => one.outcome === outcome).length
  return {
    plugin,
    apiVersion,
    passed: count('passed'),
    failed: count('failed'),
    notOffered: count('not_offered'),
    cases,
  }
}
