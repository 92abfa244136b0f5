import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Outcome, readOutcomes } from './results.js'

const DEADLINE_MS = 300_000

/** The official suite, as installed in a folder, on the Node that is installed beside it. */
export class Suite {
  private readonly package: string

  constructor(private readonly folder: string) {
    this.package = join(folder, 'node_modules/@modelcontextprotocol/conformance')
  }

  /** What a revision requires of a server. */
  requiredOf(revision: string): string[] {
    const set = readFileSync(join(this.package, 'requirements', `${revision}.yaml`), 'utf8')
    const [, list = ''] = /^server:\n((?: {2}- .+\n)+)/m.exec(set) ?? []
    return [...list.matchAll(/^ {2}- (.+)$/gm)].map(([, name = '']) => name)
  }

  /**
   * @param onLine gets what it prints
   * @returns what became of each of these scenarios
   */
  async run(
    args: readonly string[],
    kind: string,
    scenarios: readonly string[],
    onLine: (line: string) => void = () => undefined,
  ): Promise<Outcome[]> {
    const results = mkdtempSync(join(tmpdir(), 'paylink-conformance-'))
    try {
      await this.finish([...args, '--output-dir', results], onLine)
      return readOutcomes(results, kind, scenarios)
    } finally {
      rmSync(results, { recursive: true, force: true })
    }
  }

  /** Its exit code is not needed: the results tell the same, and more. */
  private finish(args: readonly string[], onLine: (line: string) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const node = join(this.folder, 'node_modules/.bin/node')
      const suite = spawn(node, [join(this.package, 'dist/index.js'), ...args], {
        timeout: DEADLINE_MS,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let rest = ''
      suite.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        const lines = (rest + chunk).split('\n')
        rest = lines.pop() ?? ''
        lines.forEach(onLine)
      })
      suite.once('error', reject)
      suite.once('close', () => resolve())
    })
  }
}
