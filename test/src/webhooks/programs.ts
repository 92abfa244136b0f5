import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { guideCode } from './guide.js'
import type { Program } from './receiver.js'

const NODE_MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url))
const OPTIONS: ts.CompilerOptions = {
  strict: true,
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  types: ['node'],
  // Node runs such files as they are only if nothing has to be generated for their types.
  erasableSyntaxOnly: true,
  skipLibCheck: true,
}

/** The receiver of the guide with another `verify` put in place of its own, as the guide tells. */
function withVerify(receiver: string, variant: string): string {
  const own = /^\/\*\* Returns the event[^\n]*\nfunction verify\([\s\S]*?^}\n/m
  if (!own.test(receiver)) throw new Error('the receiver of docs/webhooks.md has no function verify')
  return receiver.replace(own, () => variant)
}

export const VARIANTS = ['plain', 'stripe', 'standardwebhooks'] as const
export type Variant = (typeof VARIANTS)[number]

/** The guide's receivers in TypeScript. */
export class CompiledPrograms {
  private readonly folder = mkdtempSync(join(tmpdir(), 'paylink-guide-'))

  /** As strictly as this project is compiled; throws with what the compiler finds. */
  compile(): void {
    symlinkSync(NODE_MODULES, join(this.folder, 'node_modules'))
    writeFileSync(join(this.folder, 'package.json'), '{ "type": "module" }')
    const receiver = guideCode('receiver.ts')
    const files = VARIANTS.map((variant) => {
      const file = join(this.folder, `${variant}.ts`)
      writeFileSync(file, variant === 'plain' ? receiver : withVerify(receiver, guideCode(`verify, with ${variant}`)))
      return file
    })
    const program = ts.createProgram(files, OPTIONS)
    const faults = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics]
    if (faults.length === 0) return
    const host = ts.createCompilerHost(OPTIONS)
    throw new Error(`docs/webhooks.md does not compile:\n${ts.formatDiagnostics(faults, host)}`)
  }

  program(variant: Variant): Program {
    const language = variant === 'plain' ? 'TypeScript' : `TypeScript with ${variant}`
    return { language, files: {}, command: () => [process.execPath, join(this.folder, `${variant}.js`)] }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** The guide's receivers in other languages; their interpreters are not ours to bring. */
export const OTHER_PROGRAMS: readonly Program[] = [
  {
    language: 'Python',
    files: { 'receiver.py': guideCode('receiver.py') },
    command: () => ['python3', 'receiver.py'],
  },
  {
    language: 'PHP',
    files: { 'public/receiver.php': guideCode('public/receiver.php') },
    // Where errors are displayed, PHP answers 200 for them unless told otherwise.
    command: (port) => ['php', '-d', 'display_errors=1', '-S', `localhost:${port}`, 'public/receiver.php'],
    // Several at once, as behind a real web server.
    env: { PHP_CLI_SERVER_WORKERS: '6' },
    hasChildren: true,
  },
]
