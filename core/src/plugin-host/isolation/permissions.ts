import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Renamed in Node 22.13, when it became stable. */
const MODEL = process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission'

const CORE = fileURLToPath(new URL('../../..', import.meta.url))
const CONTRACT = fileURLToPath(new URL('../', import.meta.resolve('@paylink/plugin-api')))

/**
 * Flags of Node's permission model for a plugin's process: it may read its own package, the packages that it may import
 * and our compiled code, and nothing else. It may not write files, start processes or threads, or load native code.
 * Without them a plugin could read its parent's environment from /proc, the secret key and the database.
 *
 * Never add `--allow-worker`: a thread can be started without the permissions of its process.
 */
export function permissionFlags(folder: string): string[] {
  const own = realpathSync(folder)
  const readable = [...[own, folder, CONTRACT, join(CORE, 'dist')], ...[own, folder, CORE].flatMap(moduleFolders)]
  return [
    MODEL,
    '--disable-warning=ExperimentalWarning',
    ...[...new Set(readable)].map((path) => `--allow-fs-read=${path.replace(/\/$/, '')}/`),
    `--allow-fs-read=${join(CORE, 'package.json')}`,
  ]
}

/** The `node_modules` folders where Node looks for a package that is imported from this folder. */
function moduleFolders(folder: string): string[] {
  const parent = dirname(folder)
  const above = parent === folder ? [] : moduleFolders(parent)
  const here = join(folder, 'node_modules')
  return existsSync(here) ? [here, ...above] : above
}
