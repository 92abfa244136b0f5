import { connect } from '@paylink/core/database/connect'
import type { DatabaseConnection } from '@paylink/core/database/database-connection'
import { FindViolations } from '@paylink/core/doctor/find-violations.repository'
import { INVARIANTS } from '@paylink/core/doctor/invariants'
import { expect } from 'chai'
import { migratedDatabase, type TestDatabase } from '../support/databases.js'
import { ENGINES } from '../support/engines.js'
import { TestClock } from '../support/ports.js'

const CLOCK = new TestClock()
const at = (hours: number): string => new Date(CLOCK.now().getTime() + hours * 3_600_000).toISOString()

type Break = (db: DatabaseConnection['writer']) => Promise<unknown>

const change =
  (table: string, id: string, changes: object): Break =>
  (db) =>
    db(table).where({ id }).update(changes)

async function released(db: DatabaseConnection['writer'], id: string, changes: object): Promise<void> {
  const over = { status: 'canceled', released_at: at(-1), provider_ref: `cs_${id}`, ...changes }
  await db('payments').insert(payment(id, 'plink_open', over))
  await db('events').insert(event(`evt_${id}`, 'payment.canceled', id))
}

/** The violated invariant, the change that violates it, and the rows that the doctor names. */
const BREAKS: [invariant: string, act: Break, rows: string[]][] = [
  [
    'I1',
    async (db) => {
      await db.raw('drop index payments_one_open')
      await db('payments').insert(payment('pay_twin', 'plink_open', { provider_ref: 'cs_twin' }))
    },
    ['plink_open'],
  ],
  ['I2', change('payment_links', 'plink_open', { status: 'active' }), ['pay_open']],
  ['I2', change('payments', 'pay_open', { status: 'canceled' }), ['plink_open']],
  ['I3', change('payment_links', 'plink_paid', { paid_payment_id: 'pay_open' }), ['plink_paid']],
  ['I5', change('payment_links', 'plink_paid', { status: 'active', paid_payment_id: null }), ['pay_paid']],
  ['I6', (db) => released(db, 'pay_released', { reconcile_after: at(1) }), ['pay_released']],
  [
    'I12',
    async (db) => {
      await released(db, 'pay_forgotten', { reconcile_after: null })
      const entry = { seq: 1, at: at(-1), account_id: null, actor: 'operator', surface: 'cli', details: '{}', hash: '' }
      await db('audit_entries').insert({ ...entry, action: 'checkout.released', target: 'pay_forgotten' })
    },
    ['pay_forgotten'],
  ],
  ['I7', change('payments', 'pay_open', { amount_centavos: 1 }), ['pay_open']],
  ['I11', change('payments', 'pay_paid', { provider_ref: 'creating:pay_paid' }), ['pay_paid']],
  ['I13', change('payments', 'pay_paid', { paid_at: null }), ['pay_paid']],
  ['I13', change('payments', 'pay_paid', { amount_refunded: 99_999 }), ['pay_paid']],
  ['I15', change('payments', 'pay_open', { provider_ref: 'cs_paid' }), ['pay_open']],
  ['I15', change('payments', 'pay_open', { provider_ref: 'creating:pay_other' }), ['pay_open']],
  [
    'I16',
    async (db) => {
      await db('payments').insert(
        payment('pay_late', 'plink_paid', { status: 'succeeded', paid_at: at(-1), provider_ref: 'cs_late' }),
      )
      await db('events').insert(event('evt_late', 'payment.succeeded', 'pay_late'))
    },
    ['pay_late'],
  ],
  ['I17', change('payments', 'pay_paid', { paid_at: at(1) }), ['pay_paid']],
  ['I19', change('payments', 'pay_open', { reconcile_after: null }), ['pay_open']],
  ['I19', change('payments', 'pay_open', { reconcile_after: at(7) }), ['pay_open']],
  ['I20', change('payments', 'pay_open', { verifying_token: 'token', verifying_until: at(1) }), ['pay_open']],
  [
    'I23',
    async (db) => {
      const manual = { provider: 'manual', connection_id: null, status: 'succeeded', paid_at: at(-1) }
      await db('payments').insert(payment('pay_one', 'plink_paid', { ...manual, provider_ref: 'manual:1' }))
      await db('payments').insert(payment('pay_two', 'plink_paid', { ...manual, provider_ref: 'manual:2' }))
    },
    ['plink_paid'],
  ],
  ['I24', change('payments', 'pay_paid', { has_reference: true }), ['pay_paid']],
  ['I25', (db) => db('events').insert(event('evt_again', 'payment.succeeded', 'pay_paid')), ['pay_paid']],
  ['I25', (db) => db('events').where({ type: 'payment_link.paid' }).delete(), ['plink_paid']],
  ['I25', (db) => db('events').insert(event('evt_odd', 'payment_link.disabled', 'plink_open')), ['plink_open']],
  ['I26', change('events', 'evt_paid', { payload: '{"id":"evt_other"}' }), ['evt_paid']],
  ['I27', change('webhook_deliveries', 'dlv_due', { next_attempt_at: null }), ['dlv_due']],
  ['I27', change('webhook_deliveries', 'dlv_due', { next_attempt_at: at(18) }), ['dlv_due']],
  ['I27', change('webhook_deliveries', 'dlv_due', { attempts: 12 }), ['dlv_due']],
  ['I27', change('webhook_deliveries', 'dlv_due', { claimed_by: 'gone' }), ['dlv_due']],
  ['I28', (db) => db('webhook_attempts').update({ status: 302, error: 'answered 302' }), ['dlv_done']],
  ['I42', change('email_deliveries', 'eml_sent', { sent_at: null }), ['eml_sent']],
  ['I42', change('email_deliveries', 'eml_sent', { claimed_by: 'gone' }), ['eml_sent']],
  ['I42', change('email_deliveries', 'eml_queued', { status: 'sending' }), ['eml_queued']],
  ['I43', change('email_deliveries', 'eml_queued', { attempts: 1 }), ['eml_queued']],
  [
    'I36',
    async (db) => {
      await db.raw('drop index invoices_one_open')
      await db('invoices').insert(invoice('inv_twin', { next_attempt_at: at(1) }))
    },
    ['pay_paid'],
  ],
  ['I37', change('invoices', 'inv_stamped', { request: null }), ['inv_stamped']],
  ['I37', change('invoices', 'inv_stamped', { attempts: 0 }), ['inv_stamped']],
  ['I38', change('invoices', 'inv_failed', { failure_reason: null }), ['inv_failed']],
  ['I39', change('invoices', 'inv_stamped', { total_centavos: 4999 }), ['inv_stamped']],
  ['I40', (db) => db('events').where({ type: 'payment.invoiced' }).delete(), ['pay_paid']],
  ['I40', (db) => db('events').insert(event('evt_odd', 'payment.invoice_cancelled', 'pay_paid')), ['pay_paid']],
  ['I40', change('invoices', 'inv_stamped', { status: 'cancel_pending', next_attempt_at: at(1) }), ['inv_stamped']],
  ['I41', (db) => db('invoice_files').insert(file('inv_failed')), ['inv_failed']],
  ['I55', (db) => db('quarter_hour_sums').update({ received_centavos: 4999 }), ['acct_1']],
  ['I55', (db) => db('day_sums').where({ created_by: '' }).update({ received_centavos: 4999 }), ['acct_1']],
  ['I55', (db) => db('day_sums').where({ created_by: 'user:usr_1' }).delete(), ['user:usr_1']],
  ['I55', change('payments', 'pay_paid', { amount_refunded: 1000 }), ['pay_paid']],
  ['I55', change('payments', 'pay_paid', { fee_centavos: 100 }), ['pay_paid']],
  ['I55', (db) => db('money_movements').delete(), ['pay_paid']],
  ['I55', (db) => db('money_movements').update({ iva_centavos: 1 }), ['pay_paid']],
  ['I31', (db) => db('idempotency_keys').update({ status: 503 }), ['key']],
  [
    'I35',
    (db) => db('idempotency_keys').update({ state: 'in_flight', lease_until: at(1), owner_token: 'a:b' }),
    ['key'],
  ],
]

for (const engine of ENGINES) {
  describe(`the doctor's invariants on ${engine}`, () => {
    let database: TestDatabase
    let connected: DatabaseConnection
    const found = async () =>
      (await new FindViolations(connected.reader, CLOCK).run()).map(({ id, rows }) => ({ id, rows }))

    before(async () => {
      database = await migratedDatabase(engine)
      connected = connect(database.url)
    })

    after(async () => {
      await connected.close()
      await database.drop()
    })

    beforeEach(async () => {
      for (const table of [
        'invoice_files',
        'invoices',
        'invoicing_connections',
        'email_deliveries',
        'webhook_deliveries',
        'webhook_endpoints',
        'events',
        'idempotency_keys',
        'money_movements',
        'day_sums',
        'quarter_hour_sums',
        'payments',
        'payment_links',
        'connections',
        'accounts',
      ]) {
        await connected.writer(table).delete()
      }
      await fill(connected.writer)
    })

    it('find nothing in a healthy database', async () => {
      expect(await found()).to.deep.equal([])
    })

    it('find nothing if the writing process had another clock', async () => {
      const seconds = (count: number): string => at(count / 3600)
      await change('payments', 'pay_paid', { paid_at: seconds(30) })(connected.writer)
      await change('payments', 'pay_open', {
        ...{ reconcile_after: seconds(6 * 3600 + 30), verifying_token: 'token', verifying_until: seconds(90) },
      })(connected.writer)
      expect(await found()).to.deep.equal([])
    })

    // The first one last: it drops an index.
    for (const [invariant, act, rows] of [...BREAKS].reverse()) {
      it(`find ${rows.join()} if ${invariant} is violated`, async () => {
        await act(connected.writer)
        expect(await found()).to.deep.include({ id: invariant, rows })
      })
    }
  })
}

describe("the doctor's invariants", () => {
  it('are each violated by a test', () => {
    expect(new Set(BREAKS.map(([id]) => id))).to.deep.equal(new Set(INVARIANTS.map(({ id }) => id)))
  })
})

const SCOPE = { account_id: 'acct_1', livemode: false }

async function fill(db: DatabaseConnection['writer']): Promise<void> {
  await db('accounts').insert({ id: 'acct_1', name: 'Uno', created_at: at(-3) })
  await db('connections').insert({
    ...SCOPE,
    ...{ id: 'conn_1', provider: 'provider_a', status: 'active', sandbox: true, sealed_settings: '' },
    ...{ created_at: at(-3), updated_at: at(-3) },
  })
  await db('payment_links').insert(link('plink_open', { status: 'processing' }))
  await db('payment_links').insert(
    link('plink_paid', { status: 'paid', paid_payment_id: 'pay_paid', created_by: 'user:usr_1' }),
  )
  await db('payments').insert(payment('pay_open', 'plink_open', { provider_ref: 'cs_open' }))
  await db('payments').insert(
    payment('pay_paid', 'plink_paid', { status: 'succeeded', paid_at: at(-1), provider_ref: 'cs_paid' }),
  )
  await db('money_movements').insert({
    ...SCOPE,
    ...{ payment_id: 'pay_paid', position: 1, kind: 'payment', provider: 'provider_a', currency: 'MXN' },
    ...{ moved_at: at(-1), recorded_at: at(-1), gross_centavos: 5000, fee_centavos: 0 },
    ...{ base_centavos: 4310, iva_centavos: 690, exempt_centavos: 0 },
  })
  for (const created_by of ['', 'user:usr_1']) {
    const sum = { ...SCOPE, created_by, provider: 'provider_a', currency: 'MXN', received_count: 1, refunded_count: 0 }
    const counted = { ...sum, received_centavos: 5000, refunded_centavos: 0 }
    await db('quarter_hour_sums').insert({ ...counted, starts_at: at(-1) })
    await db('day_sums').insert({ ...counted, day: at(-1).slice(0, 10) })
  }
  await db('events').insert(event('evt_paid', 'payment.succeeded', 'pay_paid'))
  await db('events').insert(event('evt_link', 'payment_link.paid', 'plink_paid'))
  await db('webhook_endpoints').insert({
    ...SCOPE,
    ...{ id: 'hook_1', url: 'https://example.com/', status: 'enabled', sealed_secret: '', created_at: at(-3) },
  })
  await db('webhook_deliveries').insert(
    delivery('dlv_due', 'evt_paid', { status: 'scheduled', next_attempt_at: at(1) }),
  )
  await db('webhook_deliveries').insert(delivery('dlv_done', 'evt_paid', { status: 'delivered', finished_at: at(-1) }))
  await db('webhook_attempts').insert({ delivery_id: 'dlv_done', at: at(-1), status: 200, ms: 1 })
  await db('email_deliveries').insert(email('eml_queued', { status: 'queued', next_attempt_at: at(-1) }))
  const sent = { status: 'sent', sent_at: at(-1), attempts: 1, livemode: true, link_id: null }
  await db('email_deliveries').insert(email('eml_sent', sent))
  await db('invoicing_connections').insert({
    ...SCOPE,
    ...{ id: 'conn_2', service: 'invoicing_provider', status: 'active', sandbox: true, sealed_settings: '' },
    ...{ created_at: at(-3), updated_at: at(-3) },
  })
  const refused = { status: 'failed', failure_code: 'CFDI40145', failure_reason: 'No', created_at: at(-2) }
  await db('invoices').insert(invoice('inv_failed', refused))
  await db('invoices').insert(invoice('inv_stamped', STAMPED))
  await db('invoice_files').insert(file('inv_stamped'))
  await db('events').insert(event('evt_invoiced', 'payment.invoiced', 'pay_paid'))
  await db('idempotency_keys').insert({
    ...SCOPE,
    ...{ key: 'key', operation: 'create', fingerprint: '', state: 'completed', status: 201, body: '{}' },
    ...{ created_at: at(-1), completed_at: at(-1) },
  })
}

const link = (id: string, changes: object): object => ({
  ...SCOPE,
  ...{ id, slug: id, title: 'Taza', items: '[]', amount_centavos: 5000, currency: 'MXN', metadata: '{}' },
  ...{ providers: '[]', invoiceable: false, channel: 'api', created_at: at(-2), ...changes },
})

const payment = (id: string, linkId: string, changes: object): object => ({
  ...SCOPE,
  ...{ id, link_id: linkId, connection_id: 'conn_1', provider: 'provider_a', status: 'pending', metadata: '{}' },
  ...{ amount_centavos: 5000, currency: 'MXN', created_at: at(-2), reconcile_after: at(1), ...changes },
})

const delivery = (id: string, eventId: string, changes: object): object => ({
  ...SCOPE,
  ...{ id, event_id: eventId, endpoint_id: 'hook_1', attempts: 1, created_at: at(-1), ...changes },
})

const email = (id: string, changes: object): object => ({
  ...SCOPE,
  ...{ id, link_id: 'plink_open', kind: 'request', recipient: 'ana@example.com', subject: 'Taza', token: id },
  report_token: id,
  ...{ created_at: at(-1), ...changes },
})

const invoice = (id: string, changes: object): object => ({
  ...SCOPE,
  ...{ id, payment_id: 'pay_paid', status: 'requested', rfc: 'XIA190128J61', name: 'XENON', zip: '76343' },
  ...{ regimen_fiscal: '601', uso_cfdi: 'G03', forma_pago: '03', created_at: at(-1), ...changes },
})

const STAMPED = {
  ...{ status: 'stamped', uuid: '9c0d9d2e-0000-4000-8000-000000000000', provider_ref: 'ref_1', request: '{}' },
  ...{ connection_id: 'conn_2', attempts: 1, total_centavos: 5000, stamped_at: at(-1) },
}

const file = (invoiceId: string): object => ({
  ...SCOPE,
  ...{ invoice_id: invoiceId, format: 'xml', content: Buffer.from('<x/>') },
})

const event = (id: string, type: string, objectId: string): object => ({
  ...SCOPE,
  ...{ id, type, object_id: objectId, created_at: at(-1) },
  payload: `{"id":"${id}","object":"event","type":"${type}","data":{}}`,
})
