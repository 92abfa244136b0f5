import { lstatSync, mkdirSync, readlinkSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CONTRACT = fileURLToPath(new URL('..', import.meta.resolve('@paylink/plugin-api'))).replace(/\/$/, '')

/**
 * Links the contract into `plugins/node_modules` of the data directory, where Node finds it for plugins that do not
 * bring their own. A read-only folder is left as it is: Node 22.15 and later need no link.
 */
export function linkContract(plugins: string): void {
  const scope = join(plugins, 'node_modules', '@paylink')
  const link = join(scope, 'plugin-api')
  if (isLinkedTo(link, CONTRACT)) return
  try {
    mkdirSync(scope, { recursive: true })
    // Atomically: another process of ours may be starting a plugin right now.
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
