import type { CaseReport, ConformanceReport } from './report.js'

const MARKS = { passed: '✓', failed: '✗', not_offered: '–' } as const

/** One line for a case, and a second one if it failed. */
export function marked({ id, title, outcome, ms, message }: CaseReport): string {
  const line = `${MARKS[outcome]} ${id} ${title}`
  if (outcome === 'failed') return `${line}\n    ${message}`
  return outcome === 'passed' ? `${line} (${ms} ms)` : `${line} (not offered: ${message})`
}

export function summaryOf({ plugin, passed, failed, notOffered }: ConformanceReport): string {
  return `${plugin.id} ${plugin.version}: ${passed} passed, ${failed} failed, ${notOffered} not offered`
}
