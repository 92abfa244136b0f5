import { lstatSync, mkdirSync, readlinkSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CONTRACT = fileURLToPath(new URL('..', import.meta.resolve('@paylink/plugin-api'))).replace(/\/$/, '')

/**
 * Puts the contract where Node finds it for plugins that were dropped into `plugins/` of the data directory without
 * it. A folder that cannot be written is left as it is: Node 22.15 and later need no link.
 */
export function linkContract(plugins: string): void {
  const scope = join(plugins, 'node_modules', '@paylink')
  const link = join(scope, 'plugin-api')
  if (isLinkedTo(link, CONTRACT)) return
  try {
    mkdirSync(scope, { recursive: true })
    // In one step: another process of ours may start a plugin now.
    const fresh = `${link}.${process.pid}`
    symlinkSync(CONTRACT, fresh)
    renameSync(fresh, link)
  } catch {
    // Read-only, or the operator installed the contract here as a package.
  }
}

function isLinkedTo(link: string, target: string): boolean {
  try {
    return lstatSync(link).isSymbolicLink() && readlinkSync(link) === target
  } catch {
    return false
  }
}
