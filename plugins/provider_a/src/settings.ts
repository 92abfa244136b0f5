import type { ConfigField, ConfigValues } from '@paylink/plugin-api'

export const STRIPE_API = 'https://api.stripe.com'

export const SETTINGS: ConfigField[] = [
  {
    key: 'secretKey',
    label: { es: 'Llave secreta', en: 'Secret key' },
    help: {
      es: 'Empieza con sk_ o rk_. Una llave restringida necesita: Checkout Sessions, PaymentIntents y Webhook Endpoints (escritura), Charges, Disputes y Account (lectura).',
      en: 'Starts with sk_ or rk_. A restricted key needs: Checkout Sessions, PaymentIntents and Webhook Endpoints (write), Charges, Disputes and Account (read).',
    },
    helpUrl: 'https://dashboard.stripe.com/apikeys',
    type: 'secret',
    required: true,
    pattern: '^(sk|rk)_(test|live)_[A-Za-z0-9_-]{8,250}$',
  },
  {
    key: 'webhookSecret',
    label: { es: 'Secreto de las notificaciones', en: 'Webhook signing secret' },
    help: {
      es: 'Empieza con whsec_. Si lo dejas vacío, registramos las notificaciones por ti.',
      en: 'Starts with whsec_. If left empty, PayLink registers the webhook for you.',
    },
    helpUrl: 'https://dashboard.stripe.com/webhooks',
    type: 'secret',
    pattern: '^whsec_\\S{8,250}$',
  },
  {
    key: 'apiBase',
    label: { es: 'Dirección de la API', en: 'API address' },
    type: 'url',
    default: STRIPE_API,
  },
]

export function secretKeyOf(config: Readonly<ConfigValues>): string {
  return typeof config['secretKey'] === 'string' ? config['secretKey'] : ''
}

export function webhookSecretOf(config: Readonly<ConfigValues>): string {
  return typeof config['webhookSecret'] === 'string' ? config['webhookSecret'] : ''
}

export function apiBaseOf(config: Readonly<ConfigValues>): URL {
  return new URL(typeof config['apiBase'] === 'string' && config['apiBase'] !== '' ? config['apiBase'] : STRIPE_API)
}

/** A key with chosen permissions. */
export const isRestricted = (config: Readonly<ConfigValues>): boolean => secretKeyOf(config).startsWith('rk_')
