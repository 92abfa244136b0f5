// Makes a clone runnable: installs missing packages, builds stale code, repeats interrupted steps.
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
/** Inside node_modules, so that deleting those deletes the claim that they are complete. */
const INSTALL_STAMP = at('node_modules/.paylink-install')
const INSTALL_UNFINISHED = at('.stamp/installing')

/** Written by the build, so never a reason to build. */
const GENERATED = ['core/src/contract/generated', 'core/src/http/generated']
const NOT_SOURCES = new Set(['node_modules', 'dist', 'coverage', ...GENERATED])
const STAGES = {
  app: { sources: ['config', 'core', 'plugins', 'scripts', 'tsconfig.json', 'tsconfig.base.json'] },
  test: { sources: ['test/src', 'test/tsconfig.json', 'test/package.json'] },
}

class CannotPrepare extends Error {}

export async function prepare({ test = false, install = true } = {}) {
  if (fs.existsSync(IMAGE_MARKER)) return
  const stages = test ? ['app', 'test'] : ['app']
  if ((!install || isInstalled()) && !stages.some(isStale)) return
  await withLock(path.join(STATE_DIR, 'lock'), say, async (recordChild) => {
    cache.clear()
    if (install && !isInstalled()) await installPackages(recordChild)
    for (const stage of stages) if (isStale(stage)) await build(stage, recordChild)
  })
}

/** Caches reads of this run. The next run notices files that change during a build. */
const cache = new Map()

function once(name, compute) {
  if (!cache.has(name)) cache.set(name, compute())
  return cache.get(name)
}

// ---- Installing -----------------------------------------------------------------------------------------------------

const PLATFORM = `${process.versions.modules} ${process.platform} ${process.arch}`
const INSTALL_FIELDS = /^(name|version|workspaces|bin|overrides|allowScripts|.*[dD]ependencies(Meta)?)$/

function isInstalled() {
  if (fs.existsSync(INSTALL_UNFINISHED)) return false
  const lock = readJson(at('package-lock.json'))
  const stamp = readJson(INSTALL_STAMP)
  if (stamp?.key === installKey()) return absentPackages(lock).every((name) => stamp.absent.includes(name))
  // Native modules compiled for another Node do not load in this one.
  if ((stamp && stamp.platform !== PLATFORM) || !wasInstalledByHand(lock)) return false
  writeInstallStamp()
  return true
}

/** npm writes its record last: one that matches the lock file means that `npm ci` or `install` was completed. */
function wasInstalledByHand(lock) {
  const record = readJson(at('node_modules/.package-lock.json'))
  if (!lock || !record || isLockOutdated(lock)) return false
  const wanted = Object.entries(lock.packages).filter(([name]) => name.includes('node_modules/'))
  const isPresent = (name) => fs.existsSync(at(name, 'package.json'))
  const isRecorded = ([name, entry]) =>
    entry.link ? isPresent(name) : record.packages[name]?.version === entry.version
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

async function installPackages(recordChild) {
  const lock = readJson(at('package-lock.json'))
  const command = lock && !isLockOutdated(lock) ? 'ci' : 'install'
  say('Installing dependencies (once, about two minutes)…')
  fs.mkdirSync(STATE_DIR, { recursive: true })
  fs.writeFileSync(INSTALL_UNFINISHED, '')
  fs.rmSync(INSTALL_STAMP, { force: true })
  // --include=dev: the build needs them even where NODE_ENV=production is set for the server.
  const args = [command, '--no-audit', '--no-fund', '--include=dev', '--loglevel=error']
  const npm = process.env.npm_execpath ?? ''
  if (npm.endsWith('npm-cli.js')) await run(process.execPath, [npm, ...args], recordChild)
  else await run('npm', args, recordChild)
  cache.clear()
  writeInstallStamp()
  fs.rmSync(INSTALL_UNFINISHED, { force: true })
}

function writeInstallStamp() {
  const absent = absentPackages(readJson(at('package-lock.json')))
  writeAtomic(INSTALL_STAMP, JSON.stringify({ key: installKey(), platform: PLATFORM, absent }))
}

/** `npm ci` would refuse a workspace that was added or changed by hand and is not in the lock file. */
function isLockOutdated(lock) {
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

async function build(stage, recordChild) {
  const { key, outputs, projects } = inspect(stage)
  const before = readJson(stateFile(stage))?.outcome
  // tsc trusts its build info, which after an interruption, or with outputs deleted, describes files that do not exist.
  const isComplete = (before === 'built' || before === 'failed') && outputs.every((file) => fs.existsSync(at(file)))
  say(stage === 'test' ? 'Building the tests…' : 'Building…')
  writeAtomic(stateFile(stage), JSON.stringify({ outcome: 'unfinished' }))
  try {
    if (stage === 'app') await run(process.execPath, [at('scripts/generate.mjs')], recordChild)
    const tsc = [at('node_modules/typescript/bin/tsc'), '-b', ...projects]
    await run(process.execPath, isComplete ? tsc : [...tsc, '--force'], recordChild)
  } catch (error) {
    if (error instanceof CannotPrepare) writeAtomic(stateFile(stage), JSON.stringify({ outcome: 'failed' }))
    throw error
  }
  for (const project of projects) {
    removeOrphans(project)
    copyAssets(project)
  }
  if (stage === 'app') await run(process.execPath, [at('scripts/bundle.mjs')], recordChild)
  writeAtomic(stateFile(stage), JSON.stringify({ outcome: 'built', key }))
}

const inspect = (stage) => once(stage, () => readStage(stage))

/** The projects of a stage, a hash of their sources, and the files that a build writes (src/x.ts → dist/x.js). */
function readStage(stage) {
  const all = readJson(at('tsconfig.json')).references.map((reference) => path.normalize(reference.path))
  const projects = all.filter((project) => (project.split(path.sep)[0] === 'test') === (stage === 'test'))
  const hash = createHash('sha256').update(stage === 'test' ? inspect('app').key : installKey())
  const files = STAGES[stage].sources.flatMap((source) => filesUnder(source))
  for (const file of files) {
    const content = fs.readFileSync(at(file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  const outputs = [...files, ...GENERATED.flatMap(filesUnder)].flatMap((file) => {
    const project = projects.find((dir) => file.startsWith(`${dir}/src/`))
    if (!project || file.endsWith('.d.ts')) return []
    return [file.replace(`${project}/src/`, `${project}/dist/`).replace(/\.tsx?$/, '.js')]
  })
  const bundled = stage === 'app' ? (readJson(path.join(STATE_DIR, 'bundle.json')) ?? ['main.js', 'server.js']) : []
  outputs.push(...bundled.map((name) => `core/dist/bundle/${name}`))
  return { key: hash.digest('hex'), outputs, projects }
}

/** Removes outputs of deleted sources: code that lists a folder (tests, migrations) would still find them. */
function removeOrphans(project) {
  for (const file of filesUnder(`${project}/dist`)) {
    if (!file.endsWith('.d.ts')) continue
    const base = file.slice(0, -'.d.ts'.length)
    const source = base.replace(`${project}/dist/`, `${project}/src/`)
    if (['.ts', '.tsx'].some((extension) => fs.existsSync(at(source + extension)))) continue
    for (const extension of ['.d.ts', '.js', '.js.map']) fs.rmSync(at(base + extension), { force: true })
  }
}

/** Copies files that tsc does not, since the code reads them from its own folder. */
function copyAssets(project) {
  const all = [...filesUnder(`${project}/src`), ...GENERATED.flatMap(filesUnder)]
  for (const file of all.filter((name) => name.startsWith(`${project}/src/`) && !/\.tsx?$/.test(name))) {
    const copy = at(file.replace(`${project}/src/`, `${project}/dist/`))
    fs.mkdirSync(path.dirname(copy), { recursive: true })
    fs.copyFileSync(at(file), copy)
  }
}

function filesUnder(start) {
  const stat = fs.statSync(at(start), { throwIfNoEntry: false })
  if (!stat?.isDirectory()) return stat ? [start] : []
  const entries = fs.readdirSync(at(start), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries
    .filter(({ name }) => !/^\.|\.tsbuildinfo$/.test(name))
    .filter(({ name }) => !NOT_SOURCES.has(name) && !NOT_SOURCES.has(`${start}/${name}`))
    .flatMap((entry) => (entry.isFile() ? `${start}/${entry.name}` : filesUnder(`${start}/${entry.name}`)))
}

// ---- Helpers --------------------------------------------------------------------------------------------------------

/** Runs a child process and shows its output only if it fails. A signal ends the child first, then this process. */
async function run(command, args, recordChild) {
  const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  recordChild(child.pid)
  const output = []
  child.stdout.on('data', (chunk) => output.push(chunk))
  child.stderr.on('data', (chunk) => output.push(chunk))
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
    if (ended.signal) throw new Error(`${path.basename(args[0] ?? command)} was killed by ${ended.signal}`)
    if (ended.code !== 0) {
      process.stderr.write(Buffer.concat(output))
      throw new CannotPrepare(`${path.basename(args[0] ?? command)} ${args[1] ?? ''} failed (exit ${ended.code})`)
    }
  } finally {
    recordChild(undefined)
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

/** The file is either absent or complete. */
function writeAtomic(file, text) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(`${file}.${process.pid}`, text)
  fs.renameSync(`${file}.${process.pid}`, file)
}

/** Prints why preparing failed, or passes on the signal that interrupted it. */
export function giveUp(error) {
  if (error.signal) process.kill(process.pid, error.signal)
  else say(error instanceof CannotPrepare ? error.message : (error.stack ?? String(error)))
  process.exitCode = 1
}

if (process.argv[1] && fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [test, install] = [!process.argv.includes('--app'), !process.argv.includes('--no-install')]
  await prepare({ test, install }).catch(giveUp)
}
