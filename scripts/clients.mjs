/**
 * Generates a client from the served contract with each of seven generators, compiles a program that uses it in strict
 * TypeScript, and lints the contract with Spectral. Installs everything into a separate folder.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { loadContract } from '../core/dist/contract/contract.js'
import { GENERATORS } from './client-programs.mjs'

const USAGE = `npm run clients -- [--folder DIR] [--only WORD]

  --folder DIR  work there and keep it; a temporary folder unless given
  --only WORD   generators with this in their name
`
const TOOLS = ['typescript@5.9.3', '@types/node@20', '@stoplight/spectral-cli@6.16.3']
const COMPILER = {
  ...{
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
  },
  ...{ lib: ['es2023', 'dom', 'dom.iterable'], types: ['node'] },
}
const DEADLINE_MS = 300_000

const text = { type: 'string' }
const { values } = parseArgs({ options: { folder: text, only: text, help: { type: 'boolean' } } })
if (values.help) {
  process.stdout.write(USAGE)
  process.exit(0)
}

const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'paylink-clients-'))
const generators = GENERATORS.filter(({ name }) => name.includes(values.only ?? ''))
const contract = JSON.stringify(loadContract('http://localhost:8080', ['provider_a', 'provider_b']))
const runIn = (cwd, command, args) =>
  promisify(execFile)(command, args, { cwd, timeout: DEADLINE_MS, maxBuffer: 1 << 26 })
const binary = (name) => join(folder, 'node_modules/.bin', name)

let failed = 0
async function attempt(name, run) {
  try {
    await run()
    process.stdout.write(`pass  ${name}\n`)
  } catch (error) {
    failed++
    process.stdout.write(`FAIL  ${name}\n${error.stdout ?? ''}${error.stderr ?? error.message}\n`)
  }
}

async function generate({ name, command: [tool, ...args], files = {}, program }) {
  const dir = join(folder, name.replaceAll(/\W/g, '-'))
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir)
  const written = { ...files, 'openapi.json': contract, 'program.ts': program }
  const compilerOptions = COMPILER
  written['tsconfig.json'] = JSON.stringify({ compilerOptions, files: ['program.ts'] })
  for (const [file, content] of Object.entries(written)) writeFileSync(join(dir, file), content)
  await runIn(dir, binary(tool), args)
  await runIn(dir, binary('tsc'), ['-p', '.'])
}

async function lint() {
  writeFileSync(join(folder, 'openapi.json'), contract)
  writeFileSync(join(folder, 'ruleset.json'), JSON.stringify({ extends: ['spectral:oas'] }))
  const args = ['lint', 'openapi.json', '--ruleset', 'ruleset.json', '--fail-severity', 'warn']
  await runIn(folder, binary('spectral'), args)
}

try {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  process.stdout.write(`Installing ${generators.length} generators in ${folder} …\n`)
  const packages = [...TOOLS, ...generators.flatMap((one) => one.packages)]
  await runIn(folder, 'npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages])
  for (const generator of generators) await attempt(generator.name, () => generate(generator))
  await attempt('spectral', lint)
} finally {
  if (values.folder === undefined) rmSync(folder, { recursive: true, force: true })
}
process.stdout.write(failed === 0 ? 'every client compiles\n' : `${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
