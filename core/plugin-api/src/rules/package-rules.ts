import { PLUGIN_API_VERSION } from '../manifest.js'
import { check, type Faults, fieldsOf } from './fault.js'

/** Whether `paylink.main` is valid; it may be omitted. */
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

/** package.json must agree with the manifest. */
export function* packageFaults(packageJson: unknown, manifest: unknown): Faults {
  const { paylink, version } = fieldsOf(packageJson)
  const { id, kind, apiVersion, main } = fieldsOf(paylink)
  const declared = fieldsOf(manifest)
  const path = 'package.json: '
  yield* check(`${path}paylink.id`, id, id === declared['id'], `${String(declared['id'])}, as in the manifest`)
  yield* check(
    `${path}paylink.kind`,
    kind,
    kind === declared['kind'],
    `${String(declared['kind'])}, as in the manifest`,
  )
  const isSpoken = apiVersion === PLUGIN_API_VERSION
  yield* check(`${path}paylink.apiVersion`, apiVersion, isSpoken, `the number ${PLUGIN_API_VERSION}`)
  yield* check(`${path}paylink.main`, main, isMain(main), MAIN)
  const isSame = version === undefined || version === declared['version']
  yield* check(`${path}version`, version, isSame, `${String(declared['version'])}, as in the manifest`)
}

/** The plugin loads, but its package.json should be corrected. */
export function* packageAdvice(packageJson: unknown): Faults {
  const { version, type, dependencies } = fieldsOf(packageJson)
  const path = 'package.json: '
  if (version === undefined) yield `${path}version is missing: it must be the manifest's.`
  yield* check(`${path}type`, type, type === 'module', "'module'")
  if ('@paylink/plugin-api' in fieldsOf(dependencies)) {
    yield `${path}@paylink/plugin-api belongs in peerDependencies: the appliance provides it.`
  }
}
