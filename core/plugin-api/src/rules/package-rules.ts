import { PLUGIN_API_VERSION } from '../manifest.js'
import { check, type Faults, fieldsOf } from './fault.js'

/** Of a main module, where the package says which it is. */
export function isMain(main: unknown): main is string | undefined {
  if (main === undefined) return true
  if (typeof main !== 'string' || /^\/|\\|^[a-z]+:/i.test(main)) return false
  let depth = 0
  for (const part of main.split('/')) {
    if (part === '..') depth--
    else if (part !== '.' && part !== '') depth++
    if (depth < 0) return false
  }
  return depth > 0
}

export const MAIN = 'a path within the package, like ./dist/index.js'

/** The package's package.json says the same as its manifest. */
export function* packageFaults(packageJson: unknown, manifest: unknown): Faults {
  const { paylink, version } = fieldsOf(packageJson)
  const { id, kind, apiVersion, main } = fieldsOf(paylink)
  const says = fieldsOf(manifest)
  const path = 'package.json: '
  yield* check(`${path}paylink.id`, id, id === says['id'], `${String(says['id'])}, as in the manifest`)
  yield* check(`${path}paylink.kind`, kind, kind === says['kind'], `${String(says['kind'])}, as in the manifest`)
  const isSpoken = apiVersion === PLUGIN_API_VERSION
  yield* check(`${path}paylink.apiVersion`, apiVersion, isSpoken, `the number ${PLUGIN_API_VERSION}`)
  yield* check(`${path}paylink.main`, main, isMain(main), MAIN)
  const isSame = version === undefined || version === says['version']
  yield* check(`${path}version`, version, isSame, `${String(says['version'])}, as in the manifest`)
}

/** What loads all the same, and should not be so. */
export function* packageAdvice(packageJson: unknown): Faults {
  const { version, type, dependencies } = fieldsOf(packageJson)
  const path = 'package.json: '
  if (version === undefined) yield `${path}version is missing: it must be the manifest's.`
  yield* check(`${path}type`, type, type === 'module', "'module'")
  if ('@paylink/plugin-api' in fieldsOf(dependencies)) {
    yield `${path}@paylink/plugin-api belongs into peerDependencies; the appliance gives it.`
  }
}
