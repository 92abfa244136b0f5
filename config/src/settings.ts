import { existsSync, readFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import type { z } from 'zod'
import {
  databaseUrl,
  formEncoded,
  IGNORED_VARIABLES,
  metricsToken,
  postgresUrl,
  schema,
  smtpUrl,
  VARIABLES,
} from './schema.js'

/** The settings as the service uses them: complete and validated, with absolute paths. */
export interface Settings {
  port: number
  host: string
  baseUrl: string
  dataDir: string
  databaseUrl: string
  /** The address of Postgres itself; `databaseUrl` is then that of a connection pooler. Null: `databaseUrl` keeps sessions. */
  databaseDirectUrl: string | null
  /** 32 bytes. */
  secretKey: Uint8Array
  /** The key was generated just now, and must be written here before it is used. Null: it is stored already. */
  newSecretKeyFile: string | null
  /** Where the key was read from, or will be written to; null: it was given by value. */
  secretKeyFile: string | null
  /** The key before this one, while the stored secrets are sealed anew. */
  previousSecretKey: Uint8Array | null
  smtpUrl: string | null
  /** Unparsed: see `parseSender`. */
  mailFrom: string | null
  /** Address for bounces, or `off`. Null: the sender's own address. */
  mailBounces: string | null
  outboundAllowPrivate: boolean
  sandbox: boolean
  safeMode: boolean
  metricsToken: string | null
  /** Another port on which every process shows its metrics; null: only those that serve HTTP do, on theirs. */
  metricsPort: number | null
  /** Another port on which every process answers probes; null: only those that serve HTTP do, on theirs. */
  healthPort: number | null
  /** Where traces are sent; null: there are none. */
  otelEndpoint: string | null
  logLevel: z.infer<typeof schema>['logLevel']
  rateLimitPerMinute: number
  /** Where a backup is written every day; null: nowhere. */
  backupDir: string | null
  /** Time of day in UTC, like `03:00`. */
  backupAt: string
  /** How many of them are kept. */
  backupKeep: number
  /** How long links that ended unpaid name their customer. */
  unpaidKeptMonths: number
  /** How long emails are kept. */
  emailsKeptDays: number
  /** Addresses or CIDR ranges whose `X-Forwarded-*` headers are believed. */
  trustedProxies: string[]
  plugins: string[]
  /** The email plugin that sends live mail; null: the built-in one. */
  emailPlugin: string | null
  /** Its settings. */
  emailSettings: Record<string, string>
}

/** For commands that need no secrets: no key is read or generated. */
export type KeylessSettings = Omit<Settings, keyof KeySettings>

export type KeySettings = Pick<Settings, 'secretKey' | 'newSecretKeyFile' | 'secretKeyFile' | 'previousSecretKey'>

/** The key that PayLink generates, and replaces by itself. */
export const ownSecretKeyFile = (dataDir: string): string => join(dataDir, 'secret.key')

/** All faults of the settings, each with the name of its setting. */
export class SettingsError extends Error {
  constructor(readonly faults: string[]) {
    super(`Invalid settings:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    this.name = 'SettingsError'
  }
}

const KEY_BYTES = 32

type Raw = Record<string, unknown>

/** Reads the defaults, the file in the data directory and the environment; later ones override earlier ones. */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const { raw, dataDir } = readChecked(env)
  return { ...complete(raw, dataDir), ...secretKeyOf(raw, dataDir) }
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
  const fromYaml = existsSync(file) ? readYaml(file, faults) : {}
  if (fromYaml.dataDir !== undefined) faults.push(`dataDir (${file}): cannot be set in this file; set PAYLINK_DATA_DIR`)

  // A file that a variable names wins over the value in paylink.yaml, as the variable of the value does.
  for (const key of Object.keys(fromEnv)) if (key.endsWith('File')) delete fromYaml[key.replace(/File$/, '')]

  const parsed = schema.safeParse({ ...defaults, ...fromYaml, ...fromEnv })
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
    // Later lines quote the file, which may contain passwords.
    const [fault] = (error instanceof Error ? error.message : String(error)).split('\n')
    faults.push(`${path}: ${fault?.replace(/:$/, '')}`)
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
  const token = raw.metricsToken ?? fromFile('PAYLINK_METRICS_TOKEN_FILE', raw.metricsTokenFile, metricsToken)
  const emailSettings = raw.emailSettings ?? fromFile('PAYLINK_EMAIL_SETTINGS_FILE', raw.emailSettingsFile, formEncoded)
  if (raw.metricsPort && !token) throw new SettingsError(['PAYLINK_METRICS_PORT: needs PAYLINK_METRICS_TOKEN as well'])
  assertDifferentPorts(raw)
  return {
    port: raw.port,
    host: raw.host,
    baseUrl: raw.baseUrl ?? `http://localhost:${raw.port}`,
    dataDir,
    ...databaseUrls(raw, dataDir),
    smtpUrl: raw.smtpUrl ?? fromFile('PAYLINK_SMTP_URL_FILE', raw.smtpUrlFile, smtpUrl) ?? null,
    mailFrom: raw.mailFrom ?? null,
    mailBounces: raw.mailBounces ?? null,
    outboundAllowPrivate: raw.outboundAllowPrivate,
    sandbox: raw.sandbox,
    safeMode: raw.safeMode,
    metricsToken: token ?? null,
    metricsPort: raw.metricsPort ?? null,
    healthPort: raw.healthPort ?? null,
    otelEndpoint: raw.otelEndpoint ?? null,
    logLevel: raw.logLevel,
    rateLimitPerMinute: raw.rateLimitPerMinute,
    backupDir: raw.backupDir ? resolve(raw.backupDir) : null,
    backupAt: raw.backupAt,
    backupKeep: raw.backupKeep,
    unpaidKeptMonths: raw.unpaidKeptMonths,
    emailsKeptDays: raw.emailsKeptDays,
    trustedProxies: raw.trustedProxies,
    plugins: raw.plugins,
    emailPlugin: raw.emailPlugin ?? null,
    emailSettings: Object.fromEntries(new URLSearchParams(emailSettings ?? '')),
  }
}

function assertDifferentPorts({ port, metricsPort, healthPort }: z.infer<typeof schema>): void {
  const taken = new Map([[port, 'PAYLINK_PORT']])
  for (const [name, own] of [
    ['PAYLINK_METRICS_PORT', metricsPort],
    ['PAYLINK_HEALTH_PORT', healthPort],
  ] as const) {
    if (!own) continue
    const other = taken.get(own)
    if (other !== undefined) throw new SettingsError([`${name}: ${own} is the port of ${other}, choose another`])
    taken.set(own, name)
  }
}

function databaseUrls(
  raw: z.infer<typeof schema>,
  dataDir: string,
): Pick<Settings, 'databaseUrl' | 'databaseDirectUrl'> {
  const url = raw.databaseUrl ?? fromFile('PAYLINK_DATABASE_URL_FILE', raw.databaseUrlFile, databaseUrl)
  const direct =
    raw.databaseDirectUrl ?? fromFile('PAYLINK_DATABASE_DIRECT_URL_FILE', raw.databaseDirectUrlFile, postgresUrl)
  if (direct !== undefined && !postgresUrl.safeParse(url).success) {
    throw new SettingsError(['PAYLINK_DATABASE_DIRECT_URL: needs PAYLINK_DATABASE_URL to be the address of a pooler'])
  }
  return { databaseUrl: url ?? `sqlite:${join(dataDir, 'paylink.db')}`, databaseDirectUrl: direct ?? null }
}

function fromFile(variable: string, file: string | null | undefined, expected: z.ZodString): string | undefined {
  if (!file) return undefined
  const parsed = expected.safeParse(readTextFile(file, variable))
  if (parsed.success) return parsed.data
  // Without the content of the file, which may contain a password.
  throw new SettingsError([`${variable}: ${parsed.error.issues[0]?.message}`])
}

/** A new key is generated but not written: only the code that opens the database can tell whether another one was used before. */
function secretKeyOf(raw: z.infer<typeof schema>, dataDir: string): KeySettings {
  const previousSecretKey = previousKeyOf(raw)
  if (raw.secretKey) {
    const secretKey = Buffer.from(raw.secretKey, 'base64')
    return { secretKey, newSecretKeyFile: null, secretKeyFile: null, previousSecretKey }
  }
  const secretKeyFile = raw.secretKeyFile ?? ownSecretKeyFile(dataDir)
  if (!raw.secretKeyFile && !existsSync(secretKeyFile))
    return { secretKey: randomBytes(KEY_BYTES), newSecretKeyFile: secretKeyFile, secretKeyFile, previousSecretKey }
  const secretKey = readKeyFile(secretKeyFile, raw.secretKeyFile ? 'PAYLINK_SECRET_KEY_FILE' : secretKeyFile)
  return { secretKey, newSecretKeyFile: null, secretKeyFile, previousSecretKey }
}

function previousKeyOf({ previousSecretKey, previousSecretKeyFile }: z.infer<typeof schema>): Uint8Array | null {
  if (previousSecretKey) return Buffer.from(previousSecretKey, 'base64')
  return previousSecretKeyFile ? readKeyFile(previousSecretKeyFile, 'PAYLINK_PREVIOUS_SECRET_KEY_FILE') : null
}

function readKeyFile(path: string, name: string): Uint8Array {
  const key = Buffer.from(readTextFile(path, name), 'base64')
  if (key.length === KEY_BYTES) return key
  throw new SettingsError([`${name}: expected 32 bytes in base64`])
}

/** `setting`: which one names the file. */
function readTextFile(path: string, setting: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new SettingsError([`${setting}: ${path} cannot be read (${reason})`])
  }
}

const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
