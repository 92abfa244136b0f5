import type { Settings } from '@paylink/config'
import { tmpdir } from 'node:os'

/** Settings for a server of the suite. */
export function settingsFor(databaseUrl: string, changes: Partial<Settings>): Settings {
  const port = changes.port ?? 0
  return {
    port,
    host: '127.0.0.1',
    baseUrl: `http://localhost:${port}`,
    dataDir: tmpdir(),
    databaseUrl,
    databaseDirectUrl: null,
    secretKey: new Uint8Array(32).fill(7),
    newSecretKeyFile: null,
    secretKeyFile: null,
    previousSecretKey: null,
    smtpUrl: null,
    mailFrom: null,
    mailBounces: null,
    outboundAllowPrivate: false,
    sandbox: true,
    safeMode: false,
    metricsToken: null,
    metricsPort: null,
    healthPort: null,
    otelEndpoint: null,
    logLevel: 'silent',
    // The limiter has tests of its own; the others do many requests.
    rateLimitPerMinute: 100_000,
    backupDir: null,
    backupAt: '03:00',
    backupKeep: 14,
    unpaidKeptMonths: 18,
    emailsKeptDays: 365,
    trustedProxies: [],
    plugins: [],
    emailPlugin: null,
    emailSettings: {},
    ...changes,
  }
}
