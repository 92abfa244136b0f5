import type { Settings } from '@paylink/config'
import type { Check } from '../check.js'
import { type Finding, hidden, kind, NO_FACTS } from '../finding.js'
import { isLoopback } from './public-address.js'

const NAME = 'production settings'

const areUsual = kind({ code: 'production.suitable', severity: 'fine', operator: () => 'suitable for production' })

const safeModeIsOn = kind({
  code: 'production.safe_mode',
  severity: 'attention',
  operator: () => 'PAYLINK_SAFE_MODE is on: plugins of others are left out; remove it once the faulty one is repaired',
})

const privateIsAllowed = kind({
  code: 'production.private_addresses',
  severity: 'wrong',
  operator: () =>
    'PAYLINK_OUTBOUND_ALLOW_PRIVATE is on at a public address: merchants can make this server call machines of its own network; remove it',
})

const isNotEncrypted = kind<object, { baseUrl: string }>({
  code: 'address.not_encrypted',
  severity: 'critical',
  operator: ({ baseUrl }) =>
    `${baseUrl} is not https: sign-ins and payers' data can be read on the way, and passkeys do not work; put a TLS proxy in front and set PAYLINK_BASE_URL to its https address`,
})

const metricsTokenIsShort = kind({
  code: 'production.metrics_token',
  severity: 'wrong',
  operator: () =>
    'PAYLINK_METRICS_TOKEN can be guessed: set a random one of 32 characters or more (openssl rand -hex 24)',
})

const MIN_DISTINCT = 8

/** Settings that are valid each, and wrong for an appliance that payers use. */
export const switchesCheck = (settings: Settings): Check => ({
  name: NAME,
  subject: { 'es-MX': 'los ajustes del servidor', en: 'the settings of the server' },
  look: () => {
    const found = unusual(settings)
    return Promise.resolve(found.length > 0 ? found : [areUsual(NAME, NO_FACTS)])
  },
})

function unusual({ baseUrl, safeMode, outboundAllowPrivate, metricsToken }: Settings): Finding[] {
  const isLocal = isLoopback(baseUrl)
  return [
    ...(safeMode ? [safeModeIsOn(NAME, NO_FACTS)] : []),
    ...(outboundAllowPrivate && !isLocal ? [privateIsAllowed(NAME, NO_FACTS)] : []),
    ...(!isLocal && baseUrl.startsWith('http:') ? [isNotEncrypted(NAME, hidden({ baseUrl }))] : []),
    ...(metricsToken !== null && new Set(metricsToken).size < MIN_DISTINCT
      ? [metricsTokenIsShort(NAME, NO_FACTS)]
      : []),
  ]
}
