// Makes a clone runnable: installs what is missing, builds what is stale, repeats what was cut short.
// Plain Node on purpose: it runs before anything is installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock } from './prepare-lock.mjs'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const at = (...parts) => path.join(ROOT, ...parts)

/** Present in a container image, where everything was installed and built beforehand. */
const IMAGE_MARKER = at('.paylink-image')
const STATE_DIR = at('.stamp')
/** Lives inside node_modules, so that whoever removes those removes the claim that they are complete. */
const INSTALL_STAMP = at('node_modules/.paylink-install')
const INSTALL_UNFINISHED = at('.stamp/installing')

/** Written by the build itself, so never a reason to build. */
const GENERATED = 'core/src/http/generated'
const NOT_SOURCES = new Set(['node_modules', 'dist', 'coverage', GENERATED])
const STAGES = {
  app: { sources: ['config', 'core', 'plugins', 'scripts', 'tsconfig.json', 'tsconfig.base.json'] },
  test: { sources: ['test/src', 'test/tsconfig.json', 'test/package.json'] },
}

class CannotPrepare extends Error {}

export async function prepare({ test = false, install = true } = {}) {
  if (fs.existsSync(IMAGE_MARKER)) return
  const stages = test ? ['app', 'test'] : ['app']
  if ((!install || isInstalled()) && !stages.some(isStale)) return
  await withLock(path.join(STATE_DIR, 'lock'), say, async (noteChild) => {
    known.clear()
    if (install && !isInstalled()) await installPackages(noteChild)
    for (const stage of stages) if (isStale(stage)) await build(stage, noteChild)
  })
}

/** What was read from disk for this run. What changes on disk during a build is noticed by the next one. */
const known = new Map()

function once(name, compute) {
  if (!known.has(name)) known.set(name, compute())
  return known.get(name)
}

// ---- Installing -----------------------------------------------------------------------------------------------------

const PLATFORM = `${process.versions.modules} ${process.platform} ${process.arch}`
const INSTALL_FIELDS = /^(name|version|workspaces|bin|overrides|allowScripts|.*[dD]ependencies(Meta)?)$/

function isInstalled() {
  if (fs.existsSync(INSTALL_UNFINISHED)) return false
  const lock = readJson(at('package-lock.json'))
  const stamp = readJson(INSTALL_STAMP)
  if (stamp?.key === installKey()) return absentPackages(lock).every((name) => stamp.absent.includes(name))
  // What was compiled for another Node does not load in this one.
  if ((stamp && stamp.platform !== PLATFORM) || !wasInstalledByHand(lock)) return false
  writeInstallStamp()
  return true
}

/** npm writes its own record last of all; one that agrees with the lock file means a complete `npm ci` or `install`. */
function wasInstalledByHand(lock) {
  const record = readJson(at('node_modules/.package-lock.json'))
  if (!lock || !record || lockDisagrees(lock)) return false
  const wanted = Object.entries(lock.packages).filter(([name]) => name.includes('node_modules/'))
  const isRecorded = ([name, entry]) => record.packages[name]?.version === entry.version || Boolean(entry.link)
  const isPresent = (name) => fs.existsSync(at(name, 'package.json'))
  return (
    wanted.every((pair) => isRecorded(pair) || (isOptional(pair[1]) && !record.packages[pair[0]])) &&
    Object.keys(record.packages).every(isPresent)
  )
}

const isOptional = (entry) => Boolean(entry.optional || entry.devOptional || entry.peer)

function absentPackages(lock) {
  const names = Object.keys(lock?.packages ?? {}).filter((name) => name.includes('node_modules/'))
  return names.filter((name) => !fs.existsSync(at(name, 'package.json')))
}

async function installPackages(noteChild) {
  const lock = readJson(at('package-lock.json'))
  const command = lock && !lockDisagrees(lock) ? 'ci' : 'install'
  say('Installing dependencies (once, about two minutes)…')
  fs.mkdirSync(STATE_DIR, { recursive: true })
  fs.writeFileSync(INSTALL_UNFINISHED, '')
  fs.rmSync(INSTALL_STAMP, { force: true })
  // --include=dev: the build needs them, also where NODE_ENV=production is set for the server.
  const args = [command, '--no-audit', '--no-fund', '--include=dev', '--loglevel=error']
  const npm = process.env.npm_execpath ?? ''
  if (npm.endsWith('npm-cli.js')) await run(process.execPath, [npm, ...args], noteChild)
  else await run('npm', args, noteChild)
  known.clear()
  writeInstallStamp()
  fs.rmSync(INSTALL_UNFINISHED, { force: true })
}

function writeInstallStamp() {
  const absent = absentPackages(readJson(at('package-lock.json')))
  writeWhole(INSTALL_STAMP, JSON.stringify({ key: installKey(), platform: PLATFORM, absent }))
}

/** A workspace that was added or changed by hand is unknown to the lock file, and `npm ci` would refuse it. */
function lockDisagrees(lock) {
  return packageDirs().some((dir) => {
    const wanted = readJson(at(dir, 'package.json'))
    const locked = lock.packages[dir] ?? {}
    const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']
    return kinds.some((kind) => sorted(wanted[kind]) !== sorted(locked[kind]))
  })
}

const sorted = (record = {}) => JSON.stringify(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))

const installKey = () => once('install', computeInstallKey)

function computeInstallKey() {
  const hash = createHash('sha256').update(PLATFORM)
  for (const dir of packageDirs()) {
    const fields = Object.entries(readJson(at(dir, 'package.json'))).filter(([name]) => INSTALL_FIELDS.test(name))
    hash.update(`${dir}\0${JSON.stringify(fields)}\0`)
  }
  const lock = at('package-lock.json')
  if (fs.existsSync(lock)) hash.update(fs.readFileSync(lock))
  return hash.digest('hex')
}

function packageDirs() {
  const dirs = ['']
  for (const pattern of readJson(at('package.json')).workspaces) {
    if (!pattern.endsWith('/*')) dirs.push(pattern)
    else for (const name of listDir(pattern.slice(0, -2))) dirs.push(pattern.slice(0, -1) + name)
  }
  return dirs.filter((dir) => fs.existsSync(at(dir, 'package.json')))
}

// ---- Building -------------------------------------------------------------------------------------------------------

const stateFile = (stage) => path.join(STATE_DIR, `${stage}.json`)

function isStale(stage) {
  const state = readJson(stateFile(stage))
  if (state?.outcome !== 'built') return true
  const { key, outputs } = inspect(stage)
  return state.key !== key || outputs.some((file) => !fs.existsSync(at(file)))
}

async function build(stage, noteChild) {
  const { key, outputs, projects } = inspect(stage)
  const before = readJson(stateFile(stage))?.outcome
  // tsc trusts its own notes; after an interruption, or with outputs gone, they describe files that are not there.
  const isWhole = (before === 'built' || before === 'failed') && outputs.every((file) => fs.existsSync(at(file)))
  say(stage === 'test' ? 'Building the tests…' : 'Building…')
  writeWhole(stateFile(stage), JSON.stringify({ outcome: 'unfinished' }))
  try {
    if (stage === 'app' && fs.existsSync(at('scripts/generate.mjs'))) {
      await run(process.execPath, [at('scripts/generate.mjs')], noteChild)
    }
    const tsc = [at('node_modules/typescript/bin/tsc'), '-b', ...projects]
    await run(process.execPath, isWhole ? tsc : [...tsc, '--force'], noteChild)
  } catch (error) {
    if (error instanceof CannotPrepare) writeWhole(stateFile(stage), JSON.stringify({ outcome: 'failed' }))
    throw error
  }
  for (const project of projects) {
    removeOrphans(project)
    copyOthers(project)
  }
  writeWhole(stateFile(stage), JSON.stringify({ outcome: 'built', key }))
}

const inspect = (stage) => once(stage, () => readStage(stage))

/** The projects of a stage, a hash of all that goes into them, and the files that a build leaves (src/x.ts → dist/x.js). */
function readStage(stage) {
  const all = readJson(at('tsconfig.json')).references.map((reference) => path.normalize(reference.path))
  const projects = all.filter((project) => (project.split(path.sep)[0] === 'test') === (stage === 'test'))
  const hash = createHash('sha256').update(stage === 'test' ? inspect('app').key : installKey())
  const files = STAGES[stage].sources.flatMap((source) => filesUnder(source))
  for (const file of files) {
    const content = fs.readFileSync(at(file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  const outputs = [...files, ...filesUnder(GENERATED)].flatMap((file) => {
    const project = projects.find((dir) => file.startsWith(`${dir}/src/`))
    if (!project || file.endsWith('.d.ts')) return []
    return [file.replace(`${project}/src/`, `${project}/dist/`).replace(/\.tsx?$/, '.js')]
  })
  return { key: hash.digest('hex'), outputs, projects }
}

/** What a removed source left behind would still be found by whoever lists a folder: tests, migrations. */
function removeOrphans(project) {
  for (const file of filesUnder(`${project}/dist`)) {
    if (!file.endsWith('.d.ts')) continue
    const base = file.slice(0, -'.d.ts'.length)
    const source = base.replace(`${project}/dist/`, `${project}/src/`)
    if (['.ts', '.tsx'].some((extension) => fs.existsSync(at(source + extension)))) continue
    for (const extension of ['.d.ts', '.js', '.js.map']) fs.rmSync(at(base + extension), { force: true })
  }
}

/** What tsc leaves where it is, the contract for one, is read from beside the code. */
function copyOthers(project) {
  const all = [...filesUnder(`${project}/src`), ...filesUnder(GENERATED)]
  for (const file of all.filter((name) => name.startsWith(`${project}/src/`) && !/\.tsx?$/.test(name))) {
    const copy = at(file.replace(`${project}/src/`, `${project}/dist/`))
    fs.mkdirSync(path.dirname(copy), { recursive: true })
    fs.copyFileSync(at(file), copy)
  }
}

function filesUnder(start) {
  const stat = fs.statSync(at(start), { throwIfNoEntry: false })
  if (!stat) return []
  if (stat.isFile()) return [start]
  return listDir(start)
    .filter((name) => !name.startsWith('.') && !name.endsWith('.tsbuildinfo'))
    .filter((name) => !NOT_SOURCES.has(name) && !NOT_SOURCES.has(`${start}/${name}`))
    .flatMap((name) => filesUnder(`${start}/${name}`))
}

// ---- Helpers --------------------------------------------------------------------------------------------------------

/** Runs a child quietly; what it said is shown only if it fails. A signal to us ends it first, then us. */
async function run(command, args, noteChild) {
  const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  noteChild(child.pid)
  const said = []
  child.stdout.on('data', (chunk) => said.push(chunk))
  child.stderr.on('data', (chunk) => said.push(chunk))
  let received
  const pass = (signal) => {
    received = signal
    child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, pass)
  try {
    const ended = await new Promise((resolve, reject) => {
      child.on('error', (cause) => reject(new CannotPrepare(`Cannot run ${command}: ${cause.message}`)))
      child.on('close', (code, signal) => resolve({ code, signal }))
    })
    if (received) throw Object.assign(new Error(`Interrupted by ${received}`), { signal: received })
    if (ended.signal) throw new Error(`${path.basename(args[0] ?? command)} was ended by ${ended.signal}`)
    if (ended.code !== 0) {
      process.stderr.write(Buffer.concat(said))
      throw new CannotPrepare(`${path.basename(args[0] ?? command)} ${args[1] ?? ''} failed (exit ${ended.code})`)
    }
  } finally {
    noteChild(undefined)
    for (const signal of signals) process.off(signal, pass)
  }
}

const say = (line) => process.stderr.write(`${line}\n`)

function listDir(dir) {
  return fs.existsSync(at(dir)) ? fs.readdirSync(at(dir)).sort() : []
}

function readJson(file) {
  let text
  try {
    text = fs.readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    if (file.startsWith(STATE_DIR) || file.includes('node_modules')) return undefined
    throw new CannotPrepare(`${path.relative(ROOT, file)} is not valid JSON: ${cause.message}`, { cause })
  }
}

/** Under its name a file is either absent or complete. */
function writeWhole(file, text) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(`${file}.${process.pid}`, text)
  fs.renameSync(`${file}.${process.pid}`, file)
}

/** Says why it could not, or passes on the signal that interrupted it. */
export function giveUp(error) {
  if (error.signal) process.kill(process.pid, error.signal)
  else say(error instanceof CannotPrepare ? error.message : (error.stack ?? String(error)))
  process.exitCode = 1
}

if (process.argv[1] && fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await prepare({ test: !process.argv.includes('--app'), install: !process.argv.includes('--no-install') }).catch(
    giveUp,
  )
}
