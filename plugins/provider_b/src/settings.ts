import type { ConfigField, ConfigValues } from '@paylink/plugin-api'

export const CONEKTA_API = 'https://api.conekta.io'

export const SETTINGS: ConfigField[] = [
  {
    key: 'privateKey',
    label: { es: 'Llave privada', en: 'Private key' },
    help: {
      es: 'Empieza con key_. Las de prueba y las de producción se ven igual: cuida que sea la del modo que conectas.',
      en: 'Starts with key_. Test and live keys look alike: make sure the key belongs to the mode you connect.',
    },
    helpUrl: 'https://panel.conekta.com/developers',
    type: 'secret',
    required: true,
    pattern: '^key_[A-Za-z0-9_-]{8,250}$',
  },
  {
    key: 'webhookPublicKey',
    label: { es: 'Llave pública de las notificaciones', en: 'Webhook public key' },
    help: {
      es: 'En formato PEM; pueden ser varias, una tras otra. Si la dejas vacía, registramos las notificaciones por ti.',
      en: 'In PEM form; several keys may be concatenated. If left empty, PayLink registers the webhook for you.',
    },
    helpUrl: 'https://developers.conekta.com/docs/autenticaci%C3%B3n-webhooks',
    type: 'pem',
  },
  {
    key: 'apiBase',
    label: { es: 'Dirección de la API', en: 'API address' },
    type: 'url',
    default: CONEKTA_API,
  },
]

export function privateKeyOf(config: Readonly<ConfigValues>): string {
  return textOf(config, 'privateKey')
}

/** Conekta's documentation shows keys with line breaks written as `\n`, and merchants paste them that way. */
export function webhookPublicKeysOf(config: Readonly<ConfigValues>): string[] {
  const pem = textOf(config, 'webhookPublicKey').replaceAll('\\n', '\n')
  return pem.match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g) ?? []
}

export function apiBaseOf(config: Readonly<ConfigValues>): string {
  return textOf(config, 'apiBase') || CONEKTA_API
}

function textOf(config: Readonly<ConfigValues>, key: string): string {
  const value = config[key]
  return typeof value === 'string' ? value : ''
}
