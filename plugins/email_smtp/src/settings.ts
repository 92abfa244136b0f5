import type { ConfigField, ConfigValues } from '@paylink/plugin-api'

export const SETTINGS: ConfigField[] = [
  {
    key: 'url',
    label: { es: 'Servidor SMTP', en: 'SMTP server' },
    help: {
      es: 'smtp://usuario:contraseña@servidor:587 (con STARTTLS; ?requireTLS=false permite enviar la contraseña sin cifrar) o smtps://…',
      en: 'smtp://user:password@host:587 (with STARTTLS; ?requireTLS=false allows the password in clear) or smtps://…',
    },
    type: 'secret',
    required: true,
    pattern: '^smtps?://\\S+$',
  },
]

export function urlOf(config: Readonly<ConfigValues>): string {
  return typeof config['url'] === 'string' ? config['url'] : ''
}
