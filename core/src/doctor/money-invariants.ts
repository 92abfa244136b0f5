import { always, type Invariant } from './invariant.js'

/** Of the ledger and its sums. */
export const MONEY_INVARIANTS: readonly Invariant[] = [
  always(
    'I55',
    'the sums by quarter of an hour and by day agree with the payments',
    `select account_id as id from (
       select account_id, livemode, provider, currency, 1 as received_count, amount_centavos as received,
         case when status = 'refunded' then amount_centavos else amount_refunded end as refunded,
         coalesce(fee_centavos, 0) as fee, 0 as by_day
       from payments where paid_at is not null
       union all
       select account_id, livemode, provider, currency, -received_count, -received_centavos, -refunded_centavos,
         -fee_centavos, received_centavos - refunded_centavos - fee_centavos
       from quarter_hour_sums where created_by = ''
       union all
       select account_id, livemode, provider, currency, 0, 0, 0, 0, refunded_centavos + fee_centavos - received_centavos
       from day_sums where created_by = ''
     ) as money
     group by account_id, livemode, provider, currency
     having sum(received_count) <> 0 or sum(received) <> 0 or sum(refunded) <> 0 or sum(fee) <> 0
       or sum(by_day) <> 0`,
  ),
  always(
    'I55',
    "the sums of a user's links agree with their payments",
    `select created_by as id from (
       select l.created_by, p.account_id, p.livemode, p.currency, p.amount_centavos as received
       from payments p join payment_links l on l.id = p.link_id
       where p.paid_at is not null and l.created_by > 'user:'
       union all
       select created_by, account_id, livemode, currency, -received_centavos from day_sums where created_by <> ''
     ) as money
     group by created_by, account_id, livemode, currency having sum(received) <> 0`,
  ),
  always(
    'I55',
    'the movements of a payment add up to what was received, refunded and kept as its fee',
    `select p.id from payments p
     left join (
       select payment_id, currency, sum(case when kind in ('payment', 'cancellation') then gross_centavos else 0 end) as received,
         sum(case when kind = 'refund' then -gross_centavos else 0 end) as refunded, sum(-fee_centavos) as fee
       from money_movements group by payment_id, currency
     ) m on m.payment_id = p.id and m.currency = p.currency
     where coalesce(m.received, 0) <> case when p.paid_at is null then 0 else p.amount_centavos end
       or coalesce(m.refunded, 0) <> case when p.paid_at is null then 0
         when p.status = 'refunded' then p.amount_centavos else p.amount_refunded end
       or coalesce(m.fee, 0) <> case when p.paid_at is null then 0 else coalesce(p.fee_centavos, 0) end`,
  ),
  always(
    'I55',
    'the taxes of every movement add up to its amount',
    `select payment_id as id from money_movements where gross_centavos <> base_centavos + iva_centavos + exempt_centavos`,
  ),
]
