import { INVARIANTS } from '@paylink/core/doctor/invariants'
import { commitsSoFar, openRaw, type RawConnection } from './database-hooks.js'

export interface LinkRow {
  id: string
  slug: string
  status: string
  title: string
  items: string
  amount_centavos: number
  currency: string
  expires_at: string | null
  metadata: string
  paid_payment_id: string | null
  created_at: string
}

export interface PaymentRow {
  id: string
  link_id: string
  connection_id: string | null
  provider: string
  provider_ref: string
  status: string
  amount_centavos: number
  currency: string
  amount_refunded: number
  paid_at: string | null
  created_at: string
  checkout_expires_at: string | null
  verifying_token: string | null
  verifying_until: string | null
  voucher: string | null
  reconcile_after: string | null
  reconcile_attempts: number
  reconcile_error: string | null
  review_reason: string | null
  review_decided_at: string | null
  released_at: string | null
  searched_in_vain_at: string | null
  note: string | null
}

export interface InvoiceRow {
  id: string
  payment_id: string
  connection_id: string | null
  status: string
  rfc: string
  name: string
  zip: string
  regimen_fiscal: string
  uso_cfdi: string
  forma_pago: string
  request: string | null
  provider_ref: string | null
  uuid: string | null
  total_centavos: number | null
  failure_code: string | null
  stamped_at: string | null
  cancelled_at: string | null
  created_at: string
  waits_for: string | null
  next_attempt_at: string | null
  refund_review_since: string | null
}

/** What a person decided about a payment under review, as the audit log has it. */
export interface Decided {
  at: string
  kind: 'failed' | 'refunded' | 'keep' | 'ref' | 'accept'
  /** Of what they were asked. */
  review: string
  /** The checkout as it was known. */
  before: { providerRef: string }
}

/** A claimed idempotency key. */
export interface HeldKey {
  key: string
  owner_token: string
  lease_until: string
}

export interface Snapshot {
  links: Map<string, LinkRow>
  payments: Map<string, PaymentRow>
  /** By payment, oldest first. */
  decisions: Map<string, Decided[]>
  keys: Map<string, HeldKey>
  invoices: Map<string, InvoiceRow>
}

export const NOTHING: Snapshot = {
  links: new Map(),
  payments: new Map(),
  decisions: new Map(),
  keys: new Map(),
  invoices: new Map(),
}

const BOOKS = `select (select count(*) from events) as events, (select max(seq) from audit_entries) as audit,
  count(*) as keys, sum(state = 'completed') as completed from idempotency_keys`
const HELD = "select key, owner_token, lease_until from idempotency_keys where state = 'in_flight' order by key"
const DECIDED = "select target, at, details from audit_entries where action = 'review.resolved' order by seq"

/** Reads the database as another process would: committed rows only. */
export interface DatabaseObserver {
  /** The committed state; null: nothing relevant since the last snapshot. */
  look(): Snapshot | null
  /** The first violated invariant of the database; `isExpected`: a row known to violate it. */
  violated(now: Date, isExpected?: (id: string) => boolean): { id: string; message: string } | null
  /** Null: it cannot be queried between snapshots. */
  rows<Row>(sql: string, ...values: unknown[]): Row[] | null
  close(): void
}

export class SqliteObserver implements DatabaseObserver {
  private readonly connection: RawConnection
  private readonly statements = new Map<string, ReturnType<RawConnection['prepare']>>()
  private commits = -1
  private seen = ''

  constructor(path: string) {
    this.connection = openRaw(path)
  }

  look(): Snapshot | null {
    if (commitsSoFar() === this.commits) return null
    this.commits = commitsSoFar()
    const snapshot = this.snapshot()
    // Most commits are heartbeats and jobs.
    const { links, payments, keys, invoices } = snapshot
    const rows = [links, payments, keys, invoices].flatMap((table) => [...table.values()])
    const seen = JSON.stringify([...rows, this.rows(BOOKS)])
    if (seen === this.seen) return null
    this.seen = seen
    return snapshot
  }

  private snapshot(): Snapshot {
    const links = this.rows<LinkRow>('select * from payment_links order by created_at, id')
    const payments = this.rows<PaymentRow>('select * from payments order by created_at, id')
    const invoices = this.rows<InvoiceRow>('select * from invoices order by created_at, id')
    return {
      links: new Map(links.map((row) => [row.id, row])),
      payments: new Map(payments.map((row) => [row.id, row])),
      decisions: this.decisions(),
      keys: new Map(this.rows<HeldKey>(HELD).map((row) => [row.key, row])),
      invoices: new Map(invoices.map((row) => [row.id, row])),
    }
  }

  private decisions(): Snapshot['decisions'] {
    const decisions: Snapshot['decisions'] = new Map()
    for (const { target, at, details } of this.rows<{ target: string; at: string; details: string }>(DECIDED)) {
      const { decision, review, before } = JSON.parse(details) as Omit<Decided, 'at' | 'kind'> & { decision: Decided }
      decisions.set(target, [...(decisions.get(target) ?? []), { at, kind: decision.kind, review, before }])
    }
    return decisions
  }

  violated(now: Date, isExpected = (_: string): boolean => false): { id: string; message: string } | null {
    for (const { id, rule, violations, values } of INVARIANTS) {
      const found = this.rows<{ id: string }>(violations, ...values(now))
      const rows = found.filter((row) => !isExpected(row.id))
      if (rows.length > 0) return { id, message: `${rule}: ${rows.map((row) => row.id).join(', ')}` }
    }
    return null
  }

  rows<Row>(sql: string, ...values: unknown[]): Row[] {
    let statement = this.statements.get(sql)
    if (!statement) this.statements.set(sql, (statement = this.connection.prepare(sql)))
    return statement.all(...values) as Row[]
  }

  close(): void {
    this.connection.close()
  }
}
