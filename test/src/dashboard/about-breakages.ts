import type { Alert } from '@paylink/core/alerts/alerts.repository'
import type { ConnectionFinding } from '@paylink/core/connections/check-connection'
import type { Engine } from '@paylink/core/database/engine'
import { Emails } from '@paylink/core/mail/emails.repository'
import { PluginHealth } from '@paylink/core/plugin-host/plugin-health'
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { InvoiceShop } from '../support/invoice-shop.js'
import type { AboutShop } from './about-shop.js'

/** What is broken, and what the page tells of it in each language. */
export interface Breakage {
  title: string
  breakIt: (shop: AboutShop) => Promise<unknown> | void
  repair?: (shop: AboutShop) => Promise<unknown> | void
  es: string
  en: string
  /** Where it can be mended, or the operator's command. */
  leads: RegExp
}

const DOCTOR = /paylink doctor/
const ALERTS: readonly [Alert['kind'], string, string][] = [
  ['invoicing.stalled', 'llevan más de una hora sin timbrarse', 'waited for a stamp for more than an hour'],
  ['invoice.total_differs', 'por un total distinto al que te pagaron', 'for another total than you were paid'],
  ['invoice.cancellation_refused', 'no se canceló: sigue vigente', 'was not cancelled: it is still valid'],
  ['payment.disputed', 'Un cliente disputó un pago', 'A customer disputed a payment'],
]

/** As if the server were set so. */
export const setting = <Name extends keyof AboutShop['settings']>(
  name: Name,
  value: AboutShop['settings'][Name],
): Required<Pick<Breakage, 'breakIt' | 'repair'>> => {
  let before: AboutShop['settings'][Name]
  return {
    breakIt: (shop) => {
      before = shop.settings[name]
      shop.settings[name] = value
    },
    repair: (shop) => void (shop.settings[name] = before),
  }
}
const address = (baseUrl: string) => ({
  breakIt: (shop: AboutShop) => shop.serveAt(baseUrl),
  repair: (shop: AboutShop) => shop.serveAt(null),
})
const answered = (finding: ConnectionFinding) => ({
  breakIt: (shop: AboutShop) => shop.answer(finding),
  repair: (shop: AboutShop) => shop.answerAgain(),
})
const connections = (shop: AboutShop) => shop.paylink.writer('connections')
/** A data directory whose secret key others can read. */
export const openFiles = mkdtempSync(join(tmpdir(), 'paylink-open-'))
writeFileSync(join(openFiles, 'secret.key'), '')
chmodSync(join(openFiles, 'secret.key'), 0o644)

export const breakages = (engine: Engine): Breakage[] => [
  {
    title: 'a database of another version',
    breakIt: (shop) => shop.paylink.writer('schema_migrations').where('name', 'like', '0001-%').delete(),
    repair: (shop) => shop.paylink.writer('schema_migrations').insert({ name: '0001-accounts' }),
    es: 'La base de datos es de otra versión de PayLink.',
    en: 'The database belongs to another version of PayLink.',
    leads: DOCTOR,
  },
  {
    title: 'a database that cannot be used',
    ...setting('databaseUrl', engine === 'sqlite' ? 'sqlite:/nowhere/x.db' : 'postgres://u:s3cret@127.0.0.1:1/x'),
    es: 'La base de datos no se puede usar bien.',
    en: 'The database cannot be used properly.',
    leads: DOCTOR,
  },
  {
    title: 'files that others can read',
    ...setting('dataDir', openFiles),
    es: 'otros usuarios pueden leer archivos con secretos',
    en: 'other users can read files with secrets',
    leads: DOCTOR,
  },
  {
    title: 'a full disk',
    ...setting('dataDir', '/proc'),
    es: 'El disco del servidor está casi lleno.',
    en: 'The disk of the server is almost full.',
    leads: DOCTOR,
  },
  {
    title: 'a public address that cannot be reached',
    ...address('https://nowhere.invalid'),
    es: 'Desde el servidor no se llega a https://nowhere.invalid.',
    en: 'https://nowhere.invalid cannot be reached from the server.',
    leads: DOCTOR,
  },
  {
    title: 'a public address of this machine alone',
    breakIt: () => undefined,
    es: 'solo se abren en este equipo',
    en: 'they open on this machine only',
    leads: DOCTOR,
  },
  {
    title: 'records that do not agree',
    breakIt: async (shop) => {
      const { id } = await shop.paylink.createLink({ title: 'Pay de limón' })
      await shop.paylink.writer('payment_links').where({ id }).update({ status: 'processing' })
    },
    repair: (shop) => shop.paylink.writer('payment_links').update({ status: 'active' }),
    es: 'Hay registros de esta instalación que no cuadran entre sí.',
    en: 'There are records of this installation that do not agree with each other.',
    leads: DOCTOR,
  },
  {
    title: 'a refused key',
    ...answered({ trigger: 'check_failed', lastError: 'Expired API key sk_live_s3cret' }),
    es: 'Conekta ya no acepta tu llave.',
    en: 'Conekta no longer accepts your key.',
    leads: /href="\/dashboard\/test\/settings\/connections"/,
  },
  {
    title: 'a provider that does not answer',
    ...answered({ trigger: null, lastError: 'connect ECONNREFUSED 10.0.0.9' }),
    es: 'Conekta no contesta, o está fuera de servicio.',
    en: 'Conekta does not answer, or is out of service.',
    leads: /href="\/dashboard\/test\/settings\/connections"/,
  },
  {
    title: 'stored credentials that cannot be read',
    breakIt: (shop) =>
      connections(shop)
        .where({ provider: 'provider_a' })
        .update({ sealed_settings: 'nonsense', updated_at: shop.paylink.clock.now().toISOString() }),
    es: 'Stripe tiene guardada una llave que ya no se puede leer.',
    en: 'Stripe has a stored key that can no longer be read.',
    leads: /href="\/dashboard\/test\/settings\/connections"/,
  },
  {
    title: 'a connection that is marked, and works again',
    breakIt: (shop) => connections(shop).where({ provider: 'provider_b' }).update({ status: 'error' }),
    repair: (shop) => connections(shop).where({ provider: 'provider_b' }).update({ status: 'active' }),
    es: 'Conekta contesta bien, pero sigue marcado con error.',
    en: 'Conekta answers, and is still marked as failing.',
    leads: /href="\/dashboard\/test\/settings\/connections"/,
  },
  {
    title: 'invoicing without an issuer',
    breakIt: (shop) => InvoiceShop.over(shop.paylink).connect(),
    repair: (shop) => shop.paylink.writer('invoicing_connections').update({ status: 'disconnected' }),
    es: 'Falta elegir a nombre de quién se factura con Facturapi.',
    en: 'The name that Facturapi invoices in is not chosen yet.',
    leads: /href="\/dashboard\/test\/settings\/invoicing"/,
  },
  {
    title: 'mail that is not set up',
    breakIt: () => undefined,
    es: 'Los correos reales no salen: no hay servidor de correo.',
    en: 'No live e-mail is sent: there is no mail server.',
    leads: DOCTOR,
  },
  {
    title: 'mail without a server',
    ...setting('mailFrom', 'cobros@example.com'),
    es: 'al servidor le falta un dato del correo',
    en: 'a mail setting of the server is missing',
    leads: DOCTOR,
  },
  {
    title: 'mail without a sender',
    ...setting('smtpUrl', 'smtp://user:s3cret@127.0.0.1:1'),
    es: 'al servidor le falta un dato del correo',
    en: 'a mail setting of the server is missing',
    leads: DOCTOR,
  },
  {
    title: 'a plugin that could not be loaded',
    breakIt: () => undefined,
    es: 'El plugin “broken” no se pudo cargar.',
    en: 'The plugin “broken” could not be loaded.',
    leads: /href="\/dashboard\/settings\/plugins"/,
  },
  {
    title: 'a plugin that was disabled',
    breakIt: async (shop) => {
      const cobra = { id: 'cobra', version: '0.1.0', origin: 'third-party' } as const
      const health = shop.paylink.container.get(PluginHealth)
      for (let turn = 0; turn < 5; turn++) await health.recordFailure(cobra, 'fails with s3cret')
    },
    es: 'El plugin “cobra” está desactivado.',
    en: 'The plugin “cobra” is disabled.',
    leads: /href="\/dashboard\/settings\/plugins"/,
  },
  {
    title: 'an endpoint that has failed for long',
    breakIt: (shop) => shop.failingEndpoint(shop.paylink.account.id, 'largo.example', 60),
    es: 'Tu webhook en largo.example no contesta bien.',
    en: 'Your webhook at largo.example does not answer properly.',
    leads: /href="\/dashboard\/test\/settings\/webhooks"/,
  },
  {
    title: 'an endpoint that may be restarting',
    breakIt: (shop) => shop.failingEndpoint(shop.paylink.account.id, 'breve.example', 1),
    es: 'Puede que solo se esté reiniciando',
    en: 'It may only be restarting',
    leads: /href="\/dashboard\/test\/settings\/webhooks"/,
  },
  {
    title: 'an alert about an endpoint that fails, once',
    breakIt: async (shop) =>
      shop.raise('webhook_endpoint.failing', await shop.failingEndpoint(shop.paylink.account.id, 'dia.example', 1500)),
    es: 'Tu webhook en dia.example lleva más de un día sin contestar bien.',
    en: 'Your webhook at dia.example has not answered properly for more than a day.',
    leads: /href="\/dashboard\/test\/settings\/webhooks"/,
  },
  {
    title: 'an alert about a disabled endpoint',
    breakIt: async (shop) =>
      shop.raise('webhook_endpoint.disabled', await shop.failingEndpoint(shop.paylink.account.id, 'fin.example', 1)),
    es: 'Dejamos de mandar a tu webhook en fin.example.',
    en: 'We stopped sending to your webhook at fin.example.',
    leads: /href="\/dashboard\/test\/settings\/webhooks"/,
  },
  ...ALERTS.map(([kind, es, en]): Breakage => ({
    title: `an alert: ${kind}`,
    breakIt: (shop) => shop.raise(kind, 'gone_1'),
    ...{ es, en },
    leads: kind === 'invoicing.stalled' ? /settings\/invoicing"/ : /href="\/dashboard\/payments"/,
  })),
  {
    title: 'invoices that are not mailed',
    breakIt: (shop) => {
      const emails = shop.paylink.container.get(Emails)
      emails.stuckAtProvider = (_, accountId) =>
        Promise.resolve(accountId === shop.paylink.account.id ? ([{ error: 's3cret' }, { error: null }] as never) : [])
    },
    repair: (shop) => void delete (shop.paylink.container.get(Emails) as { stuckAtProvider?: unknown }).stuckAtProvider,
    es: '2 facturas llevan más de una hora sin mandarse por correo.',
    en: '2 invoices have not been e-mailed for more than an hour.',
    leads: /href="\/dashboard\/settings\/invoicing"/,
  },
]
