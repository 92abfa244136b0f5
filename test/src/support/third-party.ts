import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const GOOD = fileURLToPath(new URL('../../fixtures', import.meta.url))
const FOLDERS = {
  'payment-provider': 'third-party',
  invoicing: 'third-party-invoicing',
  email: 'third-party-email',
}

export interface ThirdParty {
  id: string
  version?: string
  kind?: 'payment-provider' | 'invoicing' | 'email'
  /** The text of its main module; left out, the plugin of the fixtures, which works. */
  main?: string
  /** Of the whole package.json. */
  packageJson?: string
}

/** A data directory with these plugins dropped in: without dependencies, not even the contract. */
export function dataDirWith(plugins: readonly ThirdParty[]): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'paylink-plugins-'))
  for (const plugin of plugins) dropPlugin(dataDir, plugin)
  return dataDir
}

export function dropPlugin(
  dataDir: string,
  { id, kind = 'payment-provider', version = '0.1.0', main, packageJson }: ThirdParty,
): void {
  const folder = join(dataDir, 'plugins', id)
  mkdirSync(folder, { recursive: true })
  if (main === undefined) cpSync(join(GOOD, FOLDERS[kind]), folder, { recursive: true })
  else writeFileSync(join(folder, 'index.js'), main)
  const described = {
    name: `paylink-${id}`,
    version,
    type: 'module',
    paylink: { kind, apiVersion: 1, id, main: './index.js' },
  }
  writeFileSync(join(folder, 'package.json'), packageJson ?? JSON.stringify(described))
}
