#!/usr/bin/env node
import { checkPackage, NoPluginError } from './check-package.js'
import { marked, summaryOf } from './print-report.js'

/** `paylink-check [FOLDER]`: the conformance kit without an appliance. */
const [folder = '.', ...others] = process.argv.slice(2)
if (others.length > 0 || folder.startsWith('-')) {
  process.stderr.write('Usage: paylink-check [FOLDER]\n')
  process.exitCode = 2
} else {
  try {
    const report = await checkPackage(folder, { onEnd: (ended) => void process.stdout.write(`${marked(ended)}\n`) })
    process.stdout.write(`\n${summaryOf(report)}\n`)
    process.exitCode = report.failed > 0 ? 1 : 0
  } catch (error) {
    if (!(error instanceof NoPluginError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
