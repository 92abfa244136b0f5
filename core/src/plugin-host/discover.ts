import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, isAbsolute, join, resolve } from 'node:path'

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
}

interface PackageJson {
  version?: string
  paylink?: { id?: unknown; kind?: unknown; apiVersion?: unknown; main?: unknown }
}

export interface PluginPlaces {
  builtIn: string
  /** `{data_dir}/plugins`. */
  added: string
  /** Package names or paths from the settings. */
  named: readonly string[]
  safeMode: boolean
}

/** Looks for plugins where they may be. Reads package.json files and runs nothing. */
export function discover(places: PluginPlaces): FoundPlugin[] {
  const builtIn = folders(places.builtIn).map((folder) => read(folder, 'built-in'))
  if (places.safeMode) return compact(builtIn)
  const added = folders(places.added).map((folder) => read(folder, 'third-party'))
  const named = places.named.map((name) => {
    const found = read(locate(name), 'third-party')
    if (!found) throw new Error(`PAYLINK_PLUGINS: ${name} is no PayLink plugin`)
    return found
  })
  return compact([...builtIn, ...added, ...named])
}

function folders(parent: string): string[] {
  if (!existsSync(parent)) return []
  return readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map((entry) => join(parent, entry.name))
    .sort()
}

function locate(name: string): string {
  if (isAbsolute(name) || name.startsWith('.')) return resolve(name)
  return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
}

function read(folder: string, origin: FoundPlugin['origin']): FoundPlugin | null {
  const path = join(folder, 'package.json')
  if (!existsSync(path)) return null
  const { paylink, version } = JSON.parse(readFileSync(path, 'utf8')) as PackageJson
  if (!paylink) return null
  return {
    folder,
    origin,
    id: String(paylink.id),
    kind: String(paylink.kind),
    apiVersion: paylink.apiVersion,
    version: version ?? '0.0.0',
    main: join(folder, typeof paylink.main === 'string' ? paylink.main : 'index.js'),
  }
}

const compact = <T>(list: (T | null)[]): T[] => list.filter((item) => item !== null)
