import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import type { z } from 'zod'
import { IGNORED_VARIABLES, schema, VARIABLES } from './schema.js'

/** The settings as the service uses them: complete, checked, paths absolute. */
export interface Settings {
  port: number
  host: string
  baseUrl: string
  dataDir: string
  databaseUrl: string
  /** 32 bytes. */
  secretKey: Uint8Array
  smtpUrl: string | null
  /** As it was written: `parseSender` reads it. */
  mailFrom: string | null
  /** Where other mail servers report to, or `off`: nowhere. Null: to the sender's own address. */
  mailBounces: string | null
  outboundAllowPrivate: boolean
  sandbox: boolean
  safeMode: boolean
  metricsToken: string | null
  logLevel: z.infer<typeof schema>['logLevel']
  rateLimitPerMinute: number
  plugins: string[]
}

/** For what neither seals nor opens anything: no key is read, and none is made. */
export type KeylessSettings = Omit<Settings, 'secretKey'>

/** Everything that is wrong with the settings, together, each fault with the name of its setting. */
export class SettingsError extends Error {
  constructor(readonly faults: string[]) {
    super(`The settings are not right:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    this.name = 'SettingsError'
  }
}

type Raw = Record<string, unknown>

/** Reads defaults, the file in the data directory and the environment, in that order; the last word wins. */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const { raw, dataDir } = readChecked(env)
  return { ...complete(raw, dataDir), secretKey: readSecretKey(raw, dataDir) }
}

export function readKeylessSettings(env: NodeJS.ProcessEnv = process.env): KeylessSettings {
  const { raw, dataDir } = readChecked(env)
  return complete(raw, dataDir)
}

function readChecked(env: NodeJS.ProcessEnv): { raw: z.infer<typeof schema>; dataDir: string } {
  const faults: string[] = []
  const fromEnv = readEnvironment(env, faults)
  const defaults = readYaml(fileURLToPath(new URL('../defaults.yaml', import.meta.url)), faults)
  const dataDir = resolve(asText(fromEnv.dataDir) ?? asText(defaults.dataDir) ?? './data')
  const file = join(dataDir, 'paylink.yaml')
  const fromFile = existsSync(file) ? readYaml(file, faults) : {}
  if (fromFile.dataDir !== undefined) faults.push(`dataDir (${file}): the file's own place can't be set in it`)

  const parsed = schema.safeParse({ ...defaults, ...fromFile, ...fromEnv })
  if (!parsed.success) {
    for (const issue of parsed.error.issues) faults.push(...describeIssue(issue, fromEnv, file))
  }
  if (faults.length > 0 || !parsed.success) throw new SettingsError(faults)
  return { raw: parsed.data, dataDir }
}

function readEnvironment(env: NodeJS.ProcessEnv, faults: string[]): Raw {
  const values: Raw = {}
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith('PAYLINK_') || IGNORED_VARIABLES.has(name) || value === undefined) continue
    const key = VARIABLES[name]
    if (key === undefined) faults.push(`${name}: unknown setting`)
    else if (value !== '') values[key] = value
  }
  return values
}

function readYaml(path: string, faults: string[]): Raw {
  try {
    const content: unknown = parse(readFileSync(path, 'utf8'))
    if (typeof content === 'object' && content !== null && !Array.isArray(content)) return content as Raw
    if (content === null) return {}
    faults.push(`${path}: expected keys and values`)
  } catch (error) {
    // The lines below the first quote the file, passwords and all.
    const [fault] = (error instanceof Error ? error.message : String(error)).split('\n')
    faults.push(`${path}: ${fault}`)
  }
  return {}
}

function describeIssue(issue: z.core.$ZodIssue, fromEnv: Raw, file: string): string[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `${key} (${file}): unknown setting`)
  const key = String(issue.path[0])
  const variable = Object.keys(VARIABLES).find((name) => VARIABLES[name] === key)
  return [`${key in fromEnv ? variable : `${key} (${file})`}: ${issue.message}`]
}

function complete(raw: z.infer<typeof schema>, dataDir: string): KeylessSettings {
  return {
    port: raw.port,
    host: raw.host,
    baseUrl: raw.baseUrl ?? `http://localhost:${raw.port}`,
    dataDir,
    databaseUrl: raw.databaseUrl ?? `sqlite:${join(dataDir, 'paylink.db')}`,
    smtpUrl: raw.smtpUrl ?? null,
    mailFrom: raw.mailFrom ?? null,
    mailBounces: raw.mailBounces ?? null,
    outboundAllowPrivate: raw.outboundAllowPrivate,
    sandbox: raw.sandbox,
    safeMode: raw.safeMode,
    metricsToken: raw.metricsToken ?? null,
    logLevel: raw.logLevel,
    rateLimitPerMinute: raw.rateLimitPerMinute,
    plugins: raw.plugins,
  }
}

function readSecretKey(raw: z.infer<typeof schema>, dataDir: string): Uint8Array {
  if (raw.secretKey) return Buffer.from(raw.secretKey, 'base64')
  const path = raw.secretKeyFile ?? join(dataDir, 'secret.key')
  if (!raw.secretKeyFile && !existsSync(path)) generateSecretKey(dataDir, path)
  const key = readKeyFile(path)
  if (key.length === 32) return key
  throw new SettingsError([`${raw.secretKeyFile ? 'PAYLINK_SECRET_KEY_FILE' : path}: expected 32 bytes in base64`])
}

function generateSecretKey(dataDir: string, path: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    // Two processes may start at once: whoever writes first wins, the other reads what is there.
    writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
    chmodSync(path, 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function readKeyFile(path: string): Uint8Array {
  try {
    return Buffer.from(readFileSync(path, 'utf8').trim(), 'base64')
  } catch (error) {
    throw new SettingsError([`${path}: ${error instanceof Error ? error.message : String(error)}`])
  }
}

const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
