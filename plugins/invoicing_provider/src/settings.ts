import type { ConfigField, ConfigValues } from '@paylink/plugin-api'

const FACTURAPI = 'https://www.facturapi.io'

export const SETTINGS: ConfigField[] = [
  {
    key: 'secretKey',
    label: { es: 'Llave secreta', en: 'Secret key' },
    help: {
      es: 'La de tu organización (sk_test_… o sk_live_…). En pruebas también sirve la de tu cuenta (sk_user_…), con la que eliges la organización.',
      en: 'Your organization’s key (sk_test_… or sk_live_…). In test mode your account’s key (sk_user_…) also works; you then choose the organization.',
    },
    helpUrl: 'https://dashboard.facturapi.io/integration/apikeys',
    type: 'secret',
    required: true,
    pattern: '^sk_(test|live|user)_[!-~]{4,250}$',
  },
  {
    key: 'webhookSecret',
    label: { es: 'Secreto de las notificaciones', en: 'Webhook secret' },
    help: {
      es: 'Si lo dejas vacío, registramos las notificaciones por ti.',
      en: 'Leave it empty, and PayLink registers the webhook for you.',
    },
    helpUrl: 'https://dashboard.facturapi.io/integration/webhooks',
    type: 'secret',
  },
  {
    key: 'apiBase',
    label: { es: 'Dirección de la API', en: 'API address' },
    type: 'url',
    default: FACTURAPI,
  },
]

/** What a key belongs to and its mode. Account keys have no mode. */
type KeyKind = 'account' | 'test' | 'live' | 'unknown'

export function keyKindOf(config: Readonly<ConfigValues>): KeyKind {
  const [, word] = /^sk_(user|test|live)_/.exec(secretKeyOf(config)) ?? []
  if (word === 'user') return 'account'
  return word === 'test' || word === 'live' ? word : 'unknown'
}

export function secretKeyOf(config: Readonly<ConfigValues>): string {
  return textOf(config, 'secretKey')
}

/** The chosen issuer's key if it was fetched with the account's key, or else the configured key. */
export function issuerKeyOf(config: Readonly<ConfigValues>): string {
  return textOf(config, 'issuerKey') || secretKeyOf(config)
}

export function webhookSecretOf(config: Readonly<ConfigValues>): string {
  return textOf(config, 'webhookSecret')
}

export function apiBaseOf(config: Readonly<ConfigValues>): string {
  return (textOf(config, 'apiBase') || FACTURAPI).replace(/\/+$/, '')
}

function textOf(config: Readonly<ConfigValues>, key: string): string {
  const value = config[key]
  return typeof value === 'string' ? value : ''
}
