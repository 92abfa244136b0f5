import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { isMain, MAIN, PROVIDER_ID, shown } from '@paylink/plugin-api/rules'
import { linkContract } from './link-contract.js'
import { type Tarball, unpackTarballs } from './unpack-tarballs.js'

/** A package that says it is a plugin. */
export interface FoundPlugin {
  folder: string
  /** Shipped with the appliance, or brought by the operator. */
  origin: 'built-in' | 'third-party'
  id: string
  kind: string
  apiVersion: unknown
  version: string
  main: string
  /** As it stands there, unchecked. */
  packageJson: unknown
  /** Why its package.json cannot be read. */
  fault: string | null
}

interface PackageJson {
  version?: unknown
  paylink?: { id?: unknown; kind?: unknown; apiVersion?: unknown; main?: unknown } | null
}

export interface PluginPlaces {
  builtIn: string
  /** `{data_dir}/plugins`. */
  added: string
  /** Package names or paths from the settings. */
  named: readonly string[]
  safeMode: boolean
}

/** Looks for plugins where they may be. Unpacks tarballs, reads package.json files, and runs nothing. */
export async function discover(places: PluginPlaces): Promise<FoundPlugin[]> {
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

/** Somebody asked for it by name: if it is not there, they are told so, and the others go on. */
function readNamed(name: string): FoundPlugin {
  const missing = (why: string): FoundPlugin => ({
    ...unreadable(name, 'third-party', `PAYLINK_PLUGINS: ${why}`),
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
  const described = readPackage(path)
  if (typeof described === 'string') return unreadable(folder, origin, described)
  const { paylink, version } = described
  if (!paylink || typeof paylink !== 'object') return null
  const { id, main } = paylink
  return {
    folder,
    origin,
    packageJson: described,
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

/** Whoever dropped a tarball means a plugin: one that is none is told so. */
function readTarball({ name, folder, fault }: Tarball): FoundPlugin {
  const origin = 'third-party'
  if (fault !== null) return unreadable(folder, origin, fault)
  const found = read(folder, origin)
  return found ?? { ...unreadable(folder, origin, 'it is no PayLink plugin'), id: name }
}

function unreadable(folder: string, origin: FoundPlugin['origin'], fault: string): FoundPlugin {
  const unknown = { kind: 'unknown', apiVersion: null, version: '0.0.0', main: '', packageJson: null }
  return { folder, origin, id: basename(folder), ...unknown, fault }
}

/** Or why it cannot be read. */
function readPackage(path: string): PackageJson | string {
  try {
    return (JSON.parse(readFileSync(path, 'utf8')) ?? {}) as PackageJson
  } catch (error) {
    return `its package.json cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
}

const compact = <T>(list: (T | null)[]): T[] => list.filter((item) => item !== null)
