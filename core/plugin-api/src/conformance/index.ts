/**
 * The conformance kit: what every payment provider must do, tried on the plugin's own simulator.
 *
 * @packageDocumentation
 */
export { checkPackage, NoPluginError } from './check-package.js'
export { checkProvider, runProviderConformance, type ConformanceOptions, type TestFunctions } from './check-provider.js'
export { marked, summaryOf } from './print-report.js'
export type { CaseReport, ConformanceReport } from './report.js'
