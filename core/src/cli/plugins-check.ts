import type { Command } from 'commander'
import { jsonCommand } from './options.js'

export function pluginsCheckCommand(): Command {
  return jsonCommand('check', 'run the conformance kit against a built package')
    .argument('[folder]', 'folder of the package', '.')
    .action(async (folder: string, options: { json?: boolean }) => {
      const { checkPackage, marked, summaryOf } = await import('@paylink/plugin-kit')
      const print = (line: string): void => void process.stdout.write(`${line}\n`)
      const report = await checkPackage(folder, options.json ? {} : { onEnd: (ended) => print(marked(ended)) })
      print(options.json ? JSON.stringify(report) : `\n${summaryOf(report)}`)
      if (report.failed > 0) process.exitCode = 1
    })
}
