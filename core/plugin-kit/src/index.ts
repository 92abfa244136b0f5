/**
 * The conformance kit: tests that every payment provider must pass, run against the plugin's own simulator.
 *
 * @packageDocumentation
 */
export { checkPackage, NoPluginError } from './check-package.js'
export { checkProvider, runProviderConformance, type ConformanceOptions, type TestFunctions } from './check-provider.js'
export { marked, summaryOf } from './print-report.js'
export type { CaseReport, ConformanceReport } from './report.js'
