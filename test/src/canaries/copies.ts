import { randomUUID } from 'node:crypto'
import { openArchive, readArchive } from '@paylink/core/backup/archive-file'
import { backupKey } from '@paylink/core/backup/back-up'
import { Sealer } from '@paylink/core/secrets/sealer'
import { linkBody } from '../support/appliance.js'
import type { Environment } from '../support/command.js'
import type { CanaryShop } from './canary-shop.js'
import { CUSTOMER } from './exercise.js'

/** Requests that end with 4xx and 5xx, with secrets where they do not belong. */
export async function fail(shop: CanaryShop): Promise<void> {
  const { site, secrets } = shop
  const { url } = site.server
  const stray = secrets['a key that is none']
  const withUrl = `https://user:${secrets['the password of a URL']}@hooks.example.com/x`
  await site.api('GET', '/v1/payments', undefined, undefined, stray)
  await site.api('GET', `/v1/payments?key=${site.key}&limit=x`)
  await site.api('GET', `/v1/payments/${site.key}`)
  await site.api('POST', '/v1/payment_links', { title: '', ...CUSTOMER }, 'a key of its own')
  await site.api('POST', '/v1/payment_links', linkBody(CUSTOMER), randomUUID(), stray)
  await shop.command('webhooks', 'create', '--mode', 'test', '--url', withUrl)
  for (const path of [`/files/${site.key}`, `/dashboard/reset/${stray}`, `/mcp/test?access_token=${stray}`])
    await fetch(url + path, { headers: { Authorization: `Bearer ${stray}`, Cookie: `paylink_session=${stray}` } })
  for (const token of [stray, secrets['the metrics token']])
    await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${token}` } })
  await fetch(`${url}/hooks/email_smtp/reports?token=${stray}`, { method: 'POST', body: 'x' })
  // A database that fails in the middle of a request.
  for (const table of ['payment_links', 'api_keys', 'sessions']) {
    await shop.forms.change(`alter table ${table} rename to hidden_${table}`)
    try {
      await site.api('POST', '/v1/payment_links', linkBody(CUSTOMER), randomUUID())
      await shop.forms.owner.get('/dashboard')
      await shop.command('keys', 'list')
    } finally {
      await shop.forms.change(`alter table hidden_${table} rename to ${table}`)
    }
  }
}

const READING = [
  ...['doctor', 'accounts list', 'users list', 'keys list', 'connections list', 'invoicing status --mode live'],
  ...['webhooks list', 'emails list', 'emails suppressed', 'audit list', 'audit verify', 'audit head'],
  ...['plugins list', 'review list', 'links list', 'payments list', 'migrate status', 'openapi'],
].map((text) => text.split(' '))

/** Everything that only looks, for people and for programs. */
export async function look(shop: CanaryShop): Promise<void> {
  for (const words of READING) {
    await shop.command(...words)
    if (words[0] !== 'openapi') await shop.command(...words, '--json')
  }
  const { stdout } = await shop.command('emails', 'reports')
  shop.canaries.add('the token of mail reports', /[0-9a-f]{64}/.exec(stdout)?.[0] ?? '')
  const emails = await shop.site.view.rows<{ id: string }>('select id from email_deliveries')
  for (const { id } of emails.slice(0, 20)) await shop.command('emails', 'show', id, '--json')
  const endpoints = await shop.site.view.rows<{ id: string }>('select id from webhook_endpoints')
  for (const { id } of endpoints) await shop.command('webhooks', 'deliveries', id, '--json')
}

/** Everything that copies, and a new secret key. */
export async function copy(shop: CanaryShop): Promise<void> {
  const file = shop.file('shop.backup')
  await shop.command('backup', file, '--json')
  const lines: string[] = []
  const key = backupKey(new Sealer(shop.secretKey()))
  for await (const batch of readArchive(await openArchive(file), key)) lines.push(...batch)
  shop.evidence.push({ place: 'the backup, opened', bytes: Buffer.from(lines.join('\n')) })
  const restored = await shop.emptyDatabase()
  await shop.command('restore', file, '--into', restored.url, '--json')
  await shop.command('restore', file, '--into', restored.url)
  await shop.command('secrets', 'rotate', '--keep-former', shop.outside('former.key'), '--json')
  shop.knowKey()
  const moved = await shop.emptyDatabase()
  await shop.command('move', '--to', moved.url, '--json')
}

/** Settings with which nothing starts. */
export async function startWrongly(shop: CanaryShop): Promise<void> {
  const { secrets, env } = shop
  const password = encodeURIComponent(secrets['a wrong database password'])
  const database = new URL(env['PAYLINK_DATABASE_URL'] ?? '')
  const at = (host: string) => `postgres://tienda:${password}@${host}/paylink`
  const token = secrets['the password of a URL'].slice(0, 12)
  shop.canaries.add('a short token', token)
  const wrong: Environment[] = [
    { PAYLINK_DATABASE_URL: at(database.host || '127.0.0.1:1') },
    { PAYLINK_DATABASE_URL: at('no.such.host.invalid') },
    { PAYLINK_DATABASE_URL: at('[bad') },
    { PAYLINK_DATABASE_URL: `mysql://tienda:${password}@db/paylink` },
    { PAYLINK_DATABASE_URL: `postgres://tienda:${secrets['a wrong database password']}@db/paylink` },
    { PAYLINK_SMTP_URL: `smtp://tienda:${secrets['the SMTP password']}@` },
    { PAYLINK_SMTP_URL: `mail://tienda:${secrets['the SMTP password']}@mail.example.com` },
    { PAYLINK_METRICS_TOKEN: token },
    { PAYLINK_SECRET_KEY: secrets['the password of a URL'] },
    { PAYLINK_SECRET_KEY: Buffer.alloc(32, 5).toString('base64') },
    { PAYLINK_OTEL_ENDPOINT: `http://tienda:${secrets['the password of a URL']}@127.0.0.1:1/?x` },
    { PAYLINK_EMAIL_SETTINGS: `=${secrets['the password of a URL']}` },
  ]
  for (const changes of wrong) await shop.alone(['up'], changes)
  for (const args of [
    ['doctor', '--json'],
    ['migrate', 'status'],
    ['backup', shop.file('never.backup')],
  ])
    await shop.alone(args, wrong[0] ?? {})
}
