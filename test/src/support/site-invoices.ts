import { spawn } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { MUG, XENON } from './invoice-shop.js'
import { commandLine } from './server-process.js'
import type { Site, SiteReply } from './site.js'

/** One for each site, from the first time it is asked for. */
const ofSites = new WeakMap<Site, Promise<SiteInvoices>>()
const SPACE = 'sandbox:invoicing_provider'
/** Cancellations are acknowledged at once. */
const AT_ONCE = { stampSeconds: '0', cancelSeconds: '0' }

/** The simulated provider's record of one invoice. */
export interface Booked {
  id: string
  invoiceId: string
  uuid: string
  cancellations: number
}

/** The invoices of a site of real processes, stamped in the sandbox. */
export class SiteInvoices {
  private constructor(
    private readonly site: Site,
    readonly issuers: readonly string[],
  ) {}

  static of(site: Site): Promise<SiteInvoices> {
    let invoices = ofSites.get(site)
    if (!invoices) ofSites.set(site, (invoices = SiteInvoices.connect(site)))
    return invoices
  }

  private static async connect(site: Site): Promise<SiteInvoices> {
    await command(site, ['connect', '--sandbox'])
    const issuers = (await command<{ id: string }[]>(site, ['merchants'])).map(({ id }) => id)
    await choose(site, issuers[0] ?? '')
    await site.form(`${site.server.url}/sandbox/invoicing_provider/`, AT_ONCE)
    return new SiteInvoices(site, issuers)
  }

  async paid(): Promise<string> {
    const { id } = await this.site.createLink({ invoiceable: true, items: [MUG] })
    const { body } = await this.site.api('POST', `/v1/payment_links/${id}/mark_paid`, { method: 'spei_transfer' })
    return body.paidPaymentId as string
  }

  request(paymentId: string, changes: object = {}): Promise<SiteReply> {
    return this.site.api('POST', `/v1/payments/${paymentId}/invoice`, { ...XENON, ...changes })
  }

  cancel(paymentId: string, key?: string): Promise<SiteReply> {
    return this.site.api('POST', `/v1/payments/${paymentId}/invoice/cancel`, { motivo: '02' }, key)
  }

  async of(paymentId: string): Promise<any> {
    return (await this.site.api('GET', `/v1/payments/${paymentId}/invoice`)).body.invoice
  }

  rows(paymentId: string): Promise<any[]> {
    return this.site.view.rows('select * from invoices where payment_id = ? order by created_at, id', [paymentId])
  }

  async is(paymentId: string, ...statuses: string[]): Promise<void> {
    const hasCome = async () => statuses.includes((await this.rows(paymentId)).at(-1)?.status as string)
    await this.site.until(hasCome, `the invoice of ${paymentId} is ${statuses.join(' or ')}`)
  }

  /** Its files are here, too. */
  async isComplete(paymentId: string): Promise<void> {
    await this.is(paymentId, 'stamped')
    const sql = `select f.format from invoice_files f join invoices i on i.id = f.invoice_id where i.payment_id = ?`
    await this.site.until(async () => (await this.site.view.rows(sql, [paymentId])).length === 2, 'files')
  }

  async stamped(): Promise<string> {
    const paymentId = await this.paid()
    await this.request(paymentId)
    await this.isComplete(paymentId)
    return paymentId
  }

  /** All stamps for a payment. */
  async booked(paymentId: string): Promise<Booked[]> {
    const ids = (await this.rows(paymentId)).map(({ id }) => id as string)
    return (await booksOf(this.site)).filter(({ invoiceId }) => ids.includes(invoiceId))
  }

  events(paymentId: string, type: string): Promise<any[]> {
    return this.site.view.rows('select id from events where object_id = ? and type = ?', [paymentId, type])
  }

  choose(issuer: string): Promise<unknown> {
    return choose(this.site, issuer)
  }

  /** As the provider tells that something happened to it. */
  async notify(paymentId: string): Promise<Response> {
    const [row] = await this.rows(paymentId)
    const sql = `select value from plugin_entries where space = ? and key like 'webhook:%'`
    const webhooks = await this.site.view.rows<{ value: string }>(sql, [SPACE])
    const { secret, url } = JSON.parse(webhooks[0]?.value ?? '{}') as { secret: string; url: string }
    const object = { id: row.provider_ref as string, external_id: row.id as string }
    const type = 'invoice.cancellation_status_updated'
    const body = JSON.stringify({ id: randomUUID(), type, data: { type: 'invoice', object } })
    const headers = { 'facturapi-signature': createHmac('sha256', secret).update(body).digest('hex') }
    return fetch(url, { method: 'POST', body, headers: { ...headers, 'content-type': 'application/json' } })
  }

  /** As if its claim had expired. */
  async loseHold(paymentId: string): Promise<void> {
    const past = new Date(Date.now() - 1000).toISOString()
    const letGo = await this.site.view.change([
      `update invoices set next_attempt_at = '${past}' where payment_id = '${paymentId}'`,
    ])
    letGo()
  }
}

/** All that was ever stamped, by whichever issuer. Of several under one key, one counts. */
export async function booksOf({ view }: Pick<Site, 'view'>): Promise<Booked[]> {
  const entries = await view.rows<{ key: string; value: string }>(
    'select key, value from plugin_entries where space = ?',
    [SPACE],
  )
  const listed = new Set(entries.filter(({ key }) => key.startsWith('all:')).map(({ value }) => value))
  return entries
    .filter(({ key }) => key.startsWith('invoice:'))
    .map(({ value }) => JSON.parse(value) as { id: string; externalId: string; uuid: string })
    .filter(({ id }) => listed.has(id))
    .map(({ id, externalId, uuid }) => {
      const cancellations = entries.filter(({ key }) => key.startsWith(`cancel:${id}:`)).length
      return { id, invoiceId: externalId, uuid, cancellations }
    })
}

const choose = (site: Site, issuer: string): Promise<unknown> => command(site, ['choose-merchant', issuer])

async function command<Answer>(site: Site, args: readonly string[]): Promise<Answer> {
  const all = ['invoicing', ...args, '--mode', 'test', '--json']
  const child = spawn(process.execPath, commandLine(all), { env: site.server.env, stdio: ['ignore', 'pipe', 'pipe'] })
  let [said, failed] = ['', '']
  child.stdout.on('data', (text) => (said += String(text)))
  child.stderr.on('data', (text) => (failed += String(text)))
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error(`invoicing ${args.join(' ')}: ${failed}`)
  return JSON.parse(said) as Answer
}
