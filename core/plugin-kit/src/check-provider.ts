import { type PaymentProviderPlugin, PLUGIN_API_VERSION } from '@paylink/plugin-api'
import { ALL_CASES } from './all-cases.js'
import { Bench } from './bench/bench.js'
import { Witness } from './bench/witness.js'
import { startStopwatch } from './clock.js'
import type { ConformanceCase, Subject } from './conformance-case.js'
import { Finding } from './finding.js'
import { type CaseReport, type ConformanceReport, reportOf } from './report.js'

export interface ConformanceOptions {
  /** The parsed package.json of the plugin's package; without it C06 has nothing to compare. */
  packageJson?: Record<string, unknown>
  /** Ids of the cases to run. Default: all. */
  only?: readonly string[]
}

/** The functions of a test runner, such as mocha or `node:test`. */
export interface TestFunctions {
  describe: (title: string, body: () => void) => unknown
  it: (title: string, body: () => Promise<void>) => unknown
}

/**
 * Declares the conformance kit's cases as tests of a test runner. A case that the plugin does not offer says so in its
 * title and passes.
 */
export function runProviderConformance(
  plugin: PaymentProviderPlugin,
  { describe, it }: TestFunctions,
  options: ConformanceOptions = {},
): void {
  const subject = subjectOf(plugin, options)
  describe(`the conformance of ${plugin.manifest.id} ${plugin.manifest.version}`, () => {
    for (const one of casesOf(options)) {
      const reason = one.missing?.(plugin) ?? null
      if (reason === null) it(`${one.id} ${one.title}`, () => one.run(subject))
      else it(`${one.id} ${one.title} (not offered: ${reason})`, async () => undefined)
    }
  })
}

/** Runs the conformance kit without a test runner. Never throws: every failure is in the report. */
export async function checkProvider(
  plugin: PaymentProviderPlugin,
  options: ConformanceOptions & {
    onStart?: (one: { id: string; title: string }) => void
    onEnd?: (one: CaseReport) => void
  } = {},
): Promise<ConformanceReport> {
  const subject = subjectOf(plugin, options)
  const cases: CaseReport[] = []
  for (const one of casesOf(options)) {
    const { id, title } = one
    options.onStart?.({ id, title })
    const stop = startStopwatch()
    const { outcome, message } = await outcomeOf(one, subject)
    const same = cases.find(
      (before) => outcome === 'failed' && before.outcome === outcome && before.message === message,
    )
    const ended: CaseReport = {
      id,
      title,
      outcome,
      ms: stop(),
      message: same ? `Same as ${same.id}: fix that one first.` : message,
    }
    cases.push(ended)
    options.onEnd?.(ended)
  }
  return reportOf({ id: plugin.manifest.id, version: plugin.manifest.version }, PLUGIN_API_VERSION, cases)
}

function subjectOf(plugin: PaymentProviderPlugin, { packageJson }: ConformanceOptions): Subject {
  const witness = new Witness()
  return { plugin, packageJson, witness, openBench: () => Bench.open(plugin, witness) }
}

const casesOf = ({ only }: ConformanceOptions): readonly ConformanceCase[] =>
  only ? ALL_CASES.filter(({ id }) => only.includes(id)) : ALL_CASES

async function outcomeOf(one: ConformanceCase, subject: Subject): Promise<Pick<CaseReport, 'outcome' | 'message'>> {
  try {
    const reason = one.missing?.(subject.plugin) ?? null
    if (reason !== null) return { outcome: 'not_offered', message: reason }
    await one.run(subject)
    return { outcome: 'passed' }
  } catch (error) {
    return {
      outcome: 'failed',
      message: error instanceof Finding ? error.message : `The plugin threw ${described(error)}`,
    }
  }
}

function described(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const place = error.stack?.split('\n').find((line) => line.trimStart().startsWith('at '))
  return `${error.name}: ${error.message}${place ? ` (${place.trim()})` : ''}`
}
