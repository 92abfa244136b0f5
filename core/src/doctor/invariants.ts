import { DAY_MS, iso, later, HOUR_MS, MINUTE_MS } from '../kernel/clock.js'
import { always, type Invariant } from './invariant.js'
import { MONEY_INVARIANTS } from './money-invariants.js'

const eventsOf = (object: string, type: string): string =>
  `(select count(*) from events e where e.object_id = ${object} and e.type = '${type}')`

/** The invariants that the database alone can show (docs/reliability.md has all). The simulation compares the database with providers and clients. */
export const INVARIANTS: readonly Invariant[] = [
  always(
    'I1',
    'a link has at most one open payment',
    "select link_id as id from payments where status = 'pending' group by link_id having count(*) > 1",
  ),
  always(
    'I2',
    'a link is processing only while a payment is open, and an open payment keeps its link processing unless late money paid it',
    `select id from payment_links l where status = 'processing'
       and not exists (select 1 from payments p where p.link_id = l.id and p.status = 'pending')
     union all
     select p.id from payments p join payment_links l on l.id = p.link_id
       where p.status = 'pending' and l.status not in ('processing', 'paid')`,
  ),
  always(
    'I3',
    'a paid link names a payment of its own that received money',
    `select l.id from payment_links l left join payments p
       on p.id = l.paid_payment_id and p.link_id = l.id and p.account_id = l.account_id and p.livemode = l.livemode
     where (l.status = 'paid' and (p.id is null or p.status not in ('succeeded', 'refunded')))
       or (l.status <> 'paid' and l.paid_payment_id is not null)`,
  ),
  always(
    'I5',
    'the link of a received payment is paid, unless a person decided that it was refunded',
    `select p.id from payments p join payment_links l on l.id = p.link_id
     where l.status <> 'paid' and (p.status = 'succeeded' or (p.status = 'refunded' and p.review_decided_at is null))`,
  ),
  always(
    'I6',
    'a checkout that may still be paid frees its link only when the merchant releases it, on the record',
    `select p.id from payments p where p.released_at is not null
       and (p.status = 'pending' or p.connection_id is null or not exists (
         select 1 from audit_entries a where a.action = 'checkout.released' and a.target = p.id))`,
  ),
  {
    id: 'I12',
    rule: 'a released checkout is watched for late payments',
    violations: `select id from payments
     where status = 'canceled' and reconcile_after is null and released_at > ?`,
    values: (now) => [iso(later(now, -26 * DAY_MS))],
  },
  always(
    'I7',
    "a payment has its link's account and mode, and its amount and currency unless a person accepted others",
    `select p.id from payments p join payment_links l on l.id = p.link_id
     where (p.review_decided_at is null and (p.amount_centavos <> l.amount_centavos or p.currency <> l.currency))
       or p.account_id <> l.account_id or p.livemode <> l.livemode`,
  ),
  always(
    'I11',
    'a payment with money has a reference from its provider, unless a person decided that it was refunded',
    `select id from payments where provider_ref like 'creating:%'
       and (status = 'succeeded' or (status = 'refunded' and review_decided_at is null))`,
  ),
  always(
    'I13',
    'a payment has a time of payment if, and only if, money was received',
    `select id from payments where (status = 'succeeded' and paid_at is null)
       or (status = 'refunded' and paid_at is null and review_decided_at is null)
       or (status not in ('succeeded', 'refunded') and paid_at is not null)`,
  ),
  always(
    'I13',
    'no more of a payment was refunded than received',
    `select id from payments where amount_refunded < 0 or amount_refunded > amount_centavos`,
  ),
  always(
    'I15',
    'a checkout at a provider belongs to one payment',
    `select min(id) as id from payments where connection_id is not null
       group by connection_id, provider_ref having count(*) > 1
     union all
     select id from payments where provider_ref like 'creating:%' and provider_ref <> 'creating:' || id`,
  ),
  always(
    'I16',
    'a payment for a link that was paid already is flagged until a person decides',
    `select p.id from payments p join payment_links l on l.id = p.link_id
     where p.status = 'succeeded' and l.status = 'paid' and l.paid_payment_id <> p.id
       and p.review_reason is distinct from 'duplicate' and p.review_decided_at is null`,
  ),
  ...MONEY_INVARIANTS,
  {
    id: 'I17',
    rule: 'no payment has a time of payment in the future',
    violations: 'select id from payments where paid_at > ?',
    values: (now) => [iso(now)],
  },
  {
    id: 'I19',
    rule: 'an open payment is verified within six hours',
    violations: `select id from payments where status = 'pending' and (reconcile_after is null or reconcile_after > ?)`,
    values: (now) => [iso(later(now, 6 * HOUR_MS))],
  },
  {
    id: 'I20',
    rule: 'a verification is leased for a minute at most',
    violations: `select id from payments where (verifying_token is null) <> (verifying_until is null) or verifying_until > ?`,
    values: (now) => [iso(later(now, MINUTE_MS))],
  },
  always(
    'I23',
    'a link is marked paid once',
    "select link_id as id from payments where provider = 'manual' group by link_id having count(*) > 1",
  ),
  always(
    'I24',
    'a manual payment is settled from the start, and has its proof of payment',
    `select id from payments p where (provider = 'manual' and (connection_id is not null or status not in ('succeeded', 'refunded')
         or provider_ref not like 'manual:%'))
       or has_reference <> exists (select 1 from receipts r where r.payment_id = p.id)`,
  ),
  always(
    'I25',
    'every change has exactly one event, and there are no other events',
    `select p.id from payments p
     where ${eventsOf('p.id', 'payment.succeeded')} <>
         case when p.status = 'succeeded' or (p.status = 'refunded' and p.paid_at is not null) then 1 else 0 end
       or ${eventsOf('p.id', 'payment.failed')} + ${eventsOf('p.id', 'payment.canceled')} > 1
       or (p.status = 'pending' and ${eventsOf('p.id', 'payment.failed')} + ${eventsOf('p.id', 'payment.canceled')} > 0)
       or (p.status = 'failed' and ${eventsOf('p.id', 'payment.failed')} <> 1)
       or (p.status = 'canceled' and ${eventsOf('p.id', 'payment.canceled')} <> 1)
     union all
     select l.id from payment_links l
     where ${eventsOf('l.id', 'payment_link.paid')} <> case when l.status = 'paid' then 1 else 0 end
       or (l.status = 'disabled' and ${eventsOf('l.id', 'payment_link.disabled')} <> 1)
       or (l.status = 'paid' and ${eventsOf('l.id', 'payment_link.disabled')} > 1)
       or (l.status not in ('disabled', 'paid') and ${eventsOf('l.id', 'payment_link.disabled')} > 0)`,
  ),
  always(
    'I26',
    "an event's bytes carry its own id and type",
    `select id from events where payload not like '{"id":"' || id || '","object":"event","type":"' || type || '"%'`,
  ),
  always(
    'I27',
    'a delivery is due until it has ended, and has at most eleven attempts',
    `select id from webhook_deliveries
     where (status in ('scheduled', 'sending')) <> (next_attempt_at is not null)
       or (next_attempt_at is null) <> (finished_at is not null)
       or (status = 'sending') <> (claimed_by is not null)
       or (status <> 'delivered' and attempts > 11) or (status = 'exhausted' and attempts < 11)`,
  ),
  {
    id: 'I27',
    rule: 'no attempt is scheduled later than the longest backoff allows',
    violations: 'select id from webhook_deliveries where next_attempt_at > ?',
    values: (now) => [iso(later(now, 17 * HOUR_MS))],
  },
  always(
    'I28',
    'exactly the deliveries that were answered with a 2xx are delivered',
    `select d.id from webhook_deliveries d
     where (d.status = 'delivered') <> exists (
       select 1 from webhook_attempts a where a.delivery_id = d.id and a.error is null and a.status between 200 and 299)`,
  ),
  always(
    'I31',
    'only successful responses are stored under an idempotency key',
    `select key as id from idempotency_keys
     where state = 'completed' and (status is null or status not between 200 and 299 or body is null or completed_at is null)`,
  ),
  {
    id: 'I35',
    rule: 'an idempotency key is leased for a minute at most',
    violations: `select key as id from idempotency_keys
     where state = 'in_flight' and (owner_token is null or lease_until is null or lease_until > ?)`,
    values: (now) => [iso(later(now, MINUTE_MS))],
  },
  always(
    'I36',
    'a payment has at most one open invoice',
    `select payment_id as id from invoices where status in ('requested', 'stamping', 'stamped', 'cancel_pending')
     group by payment_id having count(*) > 1`,
  ),
  always(
    'I37',
    'every stamp has its stored request',
    `select id from invoices where (status not in ('requested', 'failed') or provider_ref is not null)
       and (attempts = 0 or request is null or connection_id is null)
     union all
     select id from invoices where uuid is not null and provider_ref is null`,
  ),
  always(
    'I38',
    'a failed invoice has a reason, and any other is retried until it is stamped',
    `select id from invoices where (status = 'failed') <> (failure_code is not null and failure_reason is not null)
       or (status in ('requested', 'stamping', 'cancel_pending') and next_attempt_at is null)`,
  ),
  always(
    'I39',
    'the total of an invoice is the amount that was paid',
    `select i.id from invoices i join payments p on p.id = i.payment_id
     where i.uuid is not null and i.total_centavos is distinct from p.amount_centavos`,
  ),
  always(
    'I40',
    'every stamp and every acknowledged cancellation has exactly one event',
    `select p.id from payments p
     where ${eventsOf('p.id', 'payment.invoiced')} <>
         (select count(*) from invoices i where i.payment_id = p.id and i.uuid is not null)
       or ${eventsOf('p.id', 'payment.invoice_cancelled')} <>
         (select count(*) from invoices i where i.payment_id = p.id and i.status = 'cancelled')`,
  ),
  always(
    'I40',
    'a cancellation has a reason, and ends only when it is acknowledged',
    `select id from invoices where (status = 'cancel_pending' and cancel_motivo is null)
       or (status = 'cancelled') <> (cancelled_at is not null) or (uuid is not null) <> (stamped_at is not null)`,
  ),
  always(
    'I41',
    'only stamped invoices have files',
    `select f.invoice_id as id from invoice_files f join invoices i on i.id = f.invoice_id
     where i.uuid is null or f.account_id <> i.account_id or f.livemode <> i.livemode`,
  ),
  always(
    'I42',
    'an email is queued or being sent until its outcome is known or it has failed',
    `select id from email_deliveries
     where (status in ('queued', 'sending')) <> (next_attempt_at is not null)
       or (status = 'sending' and (claimed_by is null or attempts = 0))
       or (status not in ('queued', 'sending') and claimed_by is not null)
       or (status = 'sent' and sent_at is null) or (status = 'bounced' and bounced_at is null)
       or (status = 'delivered' and delivered_at is null)`,
  ),
  always(
    'I43',
    'test mode sends no email, and live mode simulates none',
    `select id from email_deliveries
     where (livemode = true and status = 'simulated') or (livemode = false and (attempts > 0 or sent_at is not null))`,
  ),
]
