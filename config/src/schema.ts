import * as z from 'zod'
import { isAddressRange } from './address-range.js'
import { isMailbox, parseSender, smtpUrlFault } from './mail.js'

const flag = z.union([z.boolean(), z.enum(['0', '1']).transform((text) => text === '1')], 'expected 0 or 1')

const whole = (min: number, max: number) =>
  z
    .union([z.number(), z.string().regex(/^\d+$/).transform(Number)], `expected a whole number from ${min} to ${max}`)
    .refine((n) => Number.isInteger(n) && n >= min && n <= max, `expected a whole number from ${min} to ${max}`)

const webAddress = z.string().refine((text) => {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !text.endsWith('/')
}, 'expected an http(s) address without a trailing slash')

/** Everybody sees it. */
const publicAddress = webAddress.refine(
  (text) => !/^https?:[/][/][^/]*@/.test(text),
  'expected an address without user and password',
)

/** `key=value&key=value`, percent-encoded where needed. */
export const formEncoded = z
  .string()
  .refine((text) => [...new URLSearchParams(text)].every(([key]) => key !== ''), 'expected key=value&key=value')

/** Every connection needs a server that accepts writes. */
const acceptsWrites = (text: string): boolean =>
  text.startsWith('sqlite:') || !/[?&]target_session_attrs=(?!(read-write|primary)(&|$))/.test(text)
const TARGET_FAULT = 'target_session_attrs must be read-write or primary'

export const databaseUrl = z
  .string()
  .regex(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, 'expected sqlite:<path> or postgres://…')
  .refine(acceptsWrites, TARGET_FAULT)

export const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/.+$/, 'expected postgres://…')
  .refine(acceptsWrites, TARGET_FAULT)

/** Is it the address of a database that `databaseUrl` could be set to? */
export const isDatabaseUrl = (text: string): boolean => databaseUrl.safeParse(text).success

const secretKey = z
  .string('expected 32 bytes in base64 (44 characters)')
  .refine((text) => /^[A-Za-z0-9+/]{43}=$/.test(text), 'expected 32 bytes in base64 (44 characters)')

export const metricsToken = z.string().min(16, 'expected at least 16 characters')

export const smtpUrl = z.string().check(({ value, issues }) => {
  const message = smtpUrlFault(value)
  // Without the value, which may contain a password.
  if (message !== null) issues.push({ code: 'custom', message, input: null })
})

function isSender(text: string): boolean {
  try {
    return parseSender(text).address !== ''
  } catch {
    return false
  }
}

const names = z.union([
  z.array(z.string()),
  z.string().transform((text) =>
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
])

const addressRanges = names.check(({ value, issues }) => {
  for (const range of value) {
    if (isAddressRange(range)) continue
    const message = `expected addresses or CIDR ranges like 10.0.0.5 or 10.0.0.0/8, not ${range}`
    issues.push({ code: 'custom', message, input: range })
  }
})

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** All settings, under the names of `defaults.yaml`. */
export const schema = z.strictObject({
  port: whole(0, 65535),
  host: z.string().min(1),
  baseUrl: publicAddress.nullish(),
  dataDir: z.string().min(1),
  databaseUrl: databaseUrl.nullish(),
  databaseUrlFile: z.string().min(1).nullish(),
  databaseDirectUrl: postgresUrl.nullish(),
  databaseDirectUrlFile: z.string().min(1).nullish(),
  secretKey: secretKey.nullish(),
  secretKeyFile: z.string().min(1).nullish(),
  previousSecretKey: secretKey.nullish(),
  previousSecretKeyFile: z.string().min(1).nullish(),
  smtpUrl: smtpUrl.nullish(),
  smtpUrlFile: z.string().min(1).nullish(),
  mailFrom: z.string().refine(isSender, 'expected an address or Name <address>').nullish(),
  mailBounces: z
    .string()
    .refine((text) => text === 'off' || isMailbox(text), 'expected an address like bounces@example.com, or off')
    .nullish(),
  outboundAllowPrivate: flag,
  sandbox: flag,
  safeMode: flag,
  metricsToken: metricsToken.nullish(),
  metricsTokenFile: z.string().min(1).nullish(),
  metricsPort: whole(1, 65535).nullish(),
  healthPort: whole(1, 65535).nullish(),
  otelEndpoint: webAddress.nullish(),
  logLevel: z.enum(LOG_LEVELS, `expected one of ${LOG_LEVELS.join(', ')}`),
  rateLimitPerMinute: whole(1, 1_000_000),
  backupDir: z.string().min(1).nullish(),
  backupAt: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'expected a time of day like 03:00'),
  backupKeep: whole(1, 1000),
  unpaidKeptMonths: whole(1, 1200),
  emailsKeptDays: whole(30, 3650),
  trustedProxies: addressRanges,
  plugins: names,
  emailPlugin: z.string().min(1, 'expected the id of a plugin').nullish(),
  emailSettings: formEncoded.nullish(),
  emailSettingsFile: z.string().min(1).nullish(),
})

/** The environment variable of each setting. */
export const VARIABLES: Record<string, keyof z.infer<typeof schema>> = {
  PAYLINK_PORT: 'port',
  PAYLINK_HOST: 'host',
  PAYLINK_BASE_URL: 'baseUrl',
  PAYLINK_DATA_DIR: 'dataDir',
  PAYLINK_DATABASE_URL: 'databaseUrl',
  PAYLINK_DATABASE_URL_FILE: 'databaseUrlFile',
  PAYLINK_DATABASE_DIRECT_URL: 'databaseDirectUrl',
  PAYLINK_DATABASE_DIRECT_URL_FILE: 'databaseDirectUrlFile',
  PAYLINK_SECRET_KEY: 'secretKey',
  PAYLINK_SECRET_KEY_FILE: 'secretKeyFile',
  PAYLINK_PREVIOUS_SECRET_KEY: 'previousSecretKey',
  PAYLINK_PREVIOUS_SECRET_KEY_FILE: 'previousSecretKeyFile',
  PAYLINK_SMTP_URL: 'smtpUrl',
  PAYLINK_SMTP_URL_FILE: 'smtpUrlFile',
  PAYLINK_MAIL_FROM: 'mailFrom',
  PAYLINK_MAIL_BOUNCES: 'mailBounces',
  PAYLINK_OUTBOUND_ALLOW_PRIVATE: 'outboundAllowPrivate',
  PAYLINK_SANDBOX: 'sandbox',
  PAYLINK_SAFE_MODE: 'safeMode',
  PAYLINK_METRICS_TOKEN: 'metricsToken',
  PAYLINK_METRICS_TOKEN_FILE: 'metricsTokenFile',
  PAYLINK_METRICS_PORT: 'metricsPort',
  PAYLINK_HEALTH_PORT: 'healthPort',
  PAYLINK_OTEL_ENDPOINT: 'otelEndpoint',
  PAYLINK_LOG_LEVEL: 'logLevel',
  PAYLINK_RATE_LIMIT_PER_MINUTE: 'rateLimitPerMinute',
  PAYLINK_BACKUP_DIR: 'backupDir',
  PAYLINK_BACKUP_AT: 'backupAt',
  PAYLINK_BACKUP_KEEP: 'backupKeep',
  PAYLINK_UNPAID_KEPT_MONTHS: 'unpaidKeptMonths',
  PAYLINK_EMAILS_KEPT_DAYS: 'emailsKeptDays',
  PAYLINK_TRUSTED_PROXIES: 'trustedProxies',
  PAYLINK_PLUGINS: 'plugins',
  PAYLINK_EMAIL_PLUGIN: 'emailPlugin',
  PAYLINK_EMAIL_SETTINGS: 'emailSettings',
  PAYLINK_EMAIL_SETTINGS_FILE: 'emailSettingsFile',
}

/** Used by the test suite only. */
export const IGNORED_VARIABLES = new Set(['PAYLINK_TEST_DATABASE_URL'])
