import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { isMain, MAIN, PROVIDER_ID, shown } from '@paylink/plugin-api/rules'
import { linkContract } from './link-contract.js'
import { type Tarball, unpackTarballs } from './unpack-tarballs.js'

/** A package that declares itself a plugin. */
export interface FoundPlugin {
  folder: string
  /** Shipped with the appliance, or installed by the operator. */
  origin: 'built-in' | 'third-party'
  id: string
  kind: string
  apiVersion: unknown
  version: string
  main: string
  /** Parsed, not checked. */
  packageJson: unknown
  /** Why its package.json cannot be read. */
  fault: string | null
}

interface PackageJson {
  version?: unknown
  paylink?: { id?: unknown; kind?: unknown; apiVersion?: unknown; main?: unknown } | null
}

export interface PluginLocations {
  builtIn: string
  /** `{data_dir}/plugins`. */
  added: string
  /** Package names or paths from the settings. */
  named: readonly string[]
  safeMode: boolean
}

/** Finds the installed plugins: unpacks tarballs and reads package.json files, but runs no code of theirs. */
export async function discover(places: PluginLocations): Promise<FoundPlugin[]> {
  const builtIn = folders(places.builtIn).map((folder) => read(folder, 'built-in'))
  if (places.safeMode) return compact(builtIn)
  const added = folders(places.added).map((folder) => read(folder, 'third-party'))
  if (existsSync(places.added)) linkContract(places.added)
  const packed = (await unpackTarballs(places.added)).map(readTarball)
  const named = places.named.map(readNamed)
  return compact([...builtIn, ...added, ...packed, ...named])
}

function folders(parent: string): string[] {
  if (!existsSync(parent)) return []
  return readdirSync(parent, { withFileTypes: true })
    .filter(
      (entry) =>
        (entry.isDirectory() || entry.isSymbolicLink()) && !entry.name.startsWith('.') && entry.name !== 'node_modules',
    )
    .map((entry) => join(parent, entry.name))
    .sort()
}

/** A plugin that the settings name is listed as missing if it is not there; the others still load. */
function readNamed(name: string): FoundPlugin {
  const missing = (reason: string): FoundPlugin => ({
    ...unreadable(name, 'third-party', `PAYLINK_PLUGINS: ${reason}`),
    id: name,
  })
  try {
    return read(locate(name), 'third-party') ?? missing('there is no PayLink plugin here')
  } catch {
    return missing('no package of this name is installed beside PayLink; a path begins with . or /')
  }
}

function locate(name: string): string {
  if (isAbsolute(name) || name.startsWith('.')) return resolve(name)
  return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
}

function read(folder: string, origin: FoundPlugin['origin']): FoundPlugin | null {
  const path = join(folder, 'package.json')
  if (!existsSync(path)) return null
  const parsed = readPackage(path)
  if (typeof parsed === 'string') return unreadable(folder, origin, parsed)
  const { paylink, version } = parsed
  if (!paylink || typeof paylink !== 'object') return null
  const { id, main } = paylink
  return {
    folder,
    origin,
    packageJson: parsed,
    ...(typeof id === 'string' ? { id, fault: null } : { id: basename(folder), fault: faultOf('id', id, PROVIDER_ID) }),
    ...(isMain(main) ? {} : { fault: faultOf('main', main, MAIN) }),
    kind: String(paylink.kind),
    apiVersion: paylink.apiVersion,
    version: typeof version === 'string' ? version : '0.0.0',
    main: isMain(main) ? join(folder, main ?? 'index.js') : '',
  }
}

const faultOf = (name: string, value: unknown, rule: string): string =>
  `package.json: paylink.${name} is ${shown(value)}: it must be ${rule}`

/** A tarball in the plugins folder is meant as a plugin: one that is not is listed with that reason. */
function readTarball({ name, folder, fault }: Tarball): FoundPlugin {
  const origin = 'third-party'
  if (fault !== null) return unreadable(folder, origin, fault)
  const found = read(folder, origin)
  return found ?? { ...unreadable(folder, origin, 'it is not a PayLink plugin'), id: name }
}

function unreadable(folder: string, origin: FoundPlugin['origin'], fault: string): FoundPlugin {
  const unknown = { kind: 'unknown', apiVersion: null, version: '0.0.0', main: '', packageJson: null }
  return { folder, origin, id: basename(folder), ...unknown, fault }
}

/** A string says why it cannot be read. */
function readPackage(path: string): PackageJson | string {
  try {
    return (JSON.parse(readFileSync(path, 'utf8')) ?? {}) as PackageJson
  } catch (error) {
    return `its package.json cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
}

const compact = <T>(list: (T | null)[]): T[] => list.filter((item) => item !== null)
