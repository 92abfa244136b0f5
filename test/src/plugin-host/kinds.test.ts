import { rmSync } from 'node:fs'
import { OPERATOR } from '@paylink/core/kernel/principal'
import { MailRoutes } from '@paylink/core/mail/mail-routes'
import { MINUTE_MS } from '@paylink/core/kernel/clock'
import { CallTransport } from '@paylink/core/plugin-host/call-transport'
import { PluginHealth } from '@paylink/core/plugin-host/plugin-health'
import { PluginStates } from '@paylink/core/plugin-host/plugin-states.repository'
import { Plugins } from '@paylink/core/plugin-host/registry'
import { expect } from 'chai'
import { eventually, TestAppliance } from '../support/appliance.js'
import { InvoiceShop } from '../support/invoice-shop.js'
import { MailShop } from '../support/mail-shop.js'
import { dataDirWith } from '../support/third-party.js'

const listingOf = async (paylink: TestAppliance, id: string) => {
  const listed = paylink.container.get(Plugins).list(await paylink.container.get(PluginStates).disabled())
  return listed.find((plugin) => plugin.id === id)
}
const crashesOf = (paylink: TestAppliance) =>
  paylink.log.entries.filter(({ message }) => message === 'a plugin crashed')
const assertAlive = async (paylink: TestAppliance): Promise<void> => {
  expect((await fetch(`${paylink.url}/readyz`)).status).to.equal(200)
  await paylink.openCheckout(await paylink.createLink())
}

describe('a third-party invoicing plugin', () => {
  const dataDir = dataDirWith([{ id: 'acme_stamps', kind: 'invoicing' }])
  let paylink: TestAppliance
  let shop: InvoiceShop
  before(async () => {
    paylink = await TestAppliance.start('sqlite', { dataDir })
    shop = InvoiceShop.over(paylink)
    await shop.connect('acme_stamps')
    await shop.choose('issuer_1')
  })
  after(async () => {
    await paylink.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('is listed, and named in the API as the connected service', async () => {
    expect(await listingOf(paylink, 'acme_stamps')).to.include({
      ...{ kind: 'invoicing', origin: 'third-party', status: 'active', reason: null },
    })
    expect((await paylink.get('/v1/invoicing/connection')).body).to.include({ service: 'acme_stamps', ready: true })
    const contract: any = await (await fetch(`${paylink.url}/openapi.json`)).json()
    const { service } = contract.components.schemas.InvoicingConnection.properties
    expect(service.enum).to.have.members(['invoicing_provider', 'acme_stamps'])
  })

  it('stamps invoices in its own process, and its files are stored', async () => {
    const { invoice, paymentId } = await shop.stamped()
    expect(invoice.uuid).to.match(/^[0-9a-f-]{36}$/)
    const [row] = await paylink.db('invoices').where({ id: invoice.id })
    expect(row.provider_ref).to.equal(`fac_${invoice.id}`)
    const [file] = await paylink.db('invoice_files').where({ invoice_id: invoice.id, format: 'pdf' })
    expect(Buffer.from(file.content).toString()).to.equal('%pdf')
    expect((await shop.cancel(paymentId)).body.status).to.be.oneOf(['cancelled', 'cancel_pending'])
  })

  it('passes on why the authority refused an invoice', async () => {
    const { paymentId } = await shop.paid()
    await shop.request(paymentId, { name: 'REFUSE' })
    await shop.settle()
    expect(await shop.invoiceOf(paymentId)).to.include({ status: 'failed', failureCode: 'CFDI40145' })
  })

  it('may crash while it stamps: the service goes on, and the invoice is stamped by the next process', async () => {
    const { paymentId } = await shop.paid()
    await shop.request(paymentId, { name: 'EXIT' })
    await shop.settle()
    expect(crashesOf(paylink)).to.have.length(1)
    await assertAlive(paylink)
    for (let look = 0; look < 20 && (await shop.invoiceOf(paymentId)).status !== 'stamped'; look++) {
      paylink.clock.advance(10 * MINUTE_MS)
      await shop.settle(1)
    }
    expect(await shop.invoiceOf(paymentId)).to.include({ status: 'stamped' })
  })

  it('alone receives the notifications of its connection, and verifies their signature', async () => {
    const [{ id }] = await paylink.db('invoicing_connections').whereNot({ status: 'disconnected' })
    const notify = async (provider: string, signature: string): Promise<number> => {
      const headers = { 'acme-signature': signature }
      return (await fetch(`${paylink.url}/hooks/${provider}/${id}`, { method: 'POST', headers, body: '{}' })).status
    }
    expect(await notify('acme_stamps', 'good')).to.equal(200)
    expect(await notify('acme_stamps', 'bad')).to.equal(400)
    expect(await notify('invoicing_provider', 'good')).to.equal(404)
  })

  it('is replaced by the built-in one when that is connected', async () => {
    const { provider } = await shop.connect()
    expect(provider).to.equal('invoicing_provider')
    const rows = await paylink.db('invoicing_connections').where({ status: 'active' })
    expect(rows.map(({ service }) => service)).to.deep.equal(['invoicing_provider'])
  })
})

describe('a third-party email plugin', () => {
  const dataDir = dataDirWith([{ id: 'acme_mail', kind: 'email' }])
  let shop: MailShop
  before(async () => {
    const settings = { dataDir, emailPlugin: 'acme_mail', emailSettings: { apiKey: 'key-1234' } }
    shop = await MailShop.open('sqlite', settings)
  })
  after(async () => {
    await shop.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const share = async (title: string): Promise<{ id: string }> => {
    const link = await shop.link({ title })
    await shop.share(link)
    return link
  }
  const transport = () => shop.paylink.container.get(MailRoutes).live!.transport
  const calls = () => shop.paylink.container.get(CallTransport)

  it('sends live mail in its own process instead of the built-in one', async () => {
    await shop.until(await share('Taza'), 'sent')
    expect(shop.server.mails).to.have.length(0)
    const [logged] = shop.paylink.log.entries.filter(({ message }) => message === 'an email was sent')
    expect((logged?.fields as { pid: number }).pid).to.not.equal(process.pid)
    expect(await calls().check(transport())).to.equal(null)
  })

  it('states the outcome of an email by its errors', async () => {
    await shop.until(await share('[refuse]'), 'failed')
    const link = await share('[put off]')
    await shop.tried(1)
    expect((await shop.emailsOf(link))[0].status).to.equal('queued')
  })

  it('reads reports, and refuses those that it cannot read', async () => {
    const read = (text: string) => calls().readReport(transport(), Buffer.from(text))
    expect((await read('bounced a@b c@d'))[0]).to.deep.include({ fate: 'bounced', messageIds: ['a@b', 'c@d'] })
    expect(await read('deep').catch((error: unknown) => error)).to.be.instanceOf(RangeError)
    expect(await read('lost').catch((error: unknown) => error)).to.include({ name: 'MalformedAnswerError' })
  })

  it('may crash while it sends: the outcome is unknown, and the next email goes out', async () => {
    await shop.until(await share('[exit]'), 'unknown')
    expect(crashesOf(shop.paylink)).to.have.length(1)
    await shop.until(await share('Plato'), 'sent')
  })

  it('is disabled when it keeps crashing: mail waits until it is enabled', async () => {
    for (let crash = 0; crash < 2; crash++) await shop.until(await share('[exit]'), 'unknown')
    await eventually(
      () => listingOf(shop.paylink, 'acme_mail'),
      (plugin) => plugin?.status === 'disabled',
    )
    const link = await share('Jarra')
    await shop.tried(1)
    expect((await shop.emailsOf(link))[0].status).to.equal('queued')
    await shop.paylink.container.get(PluginHealth).enable('acme_mail', OPERATOR)
    shop.paylink.clock.advance(60 * MINUTE_MS)
    await shop.until(link, 'sent')
  })
})

it('a plugin cannot take the id of a plugin of another kind', async () => {
  const dataDir = dataDirWith([{ id: 'email_smtp', kind: 'invoicing' }])
  const paylink = await TestAppliance.start('sqlite', { dataDir })
  try {
    const listed = paylink.container.get(Plugins).list(new Map())
    const [refused] = listed.filter(({ origin }) => origin === 'third-party')
    expect(refused?.reason).to.match(/another plugin has the same id/)
  } finally {
    await paylink.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
