import type { Reader } from '../database/engine.js'
import { Statement } from '../database/statement.js'
import { Statements } from '../database/statements.js'
import { type Found, keysOf, type KnownRows, type RowKey } from './found.js'
import { entryOf } from './inventory.js'
import { type Identity, Redactor } from './redactor.js'
import type { Row } from './table-entry.js'
import type { TextFinder } from './text-finder.repository.js'

interface Link {
  id: string
  customer_email: string | null
  customer_name: string | null
}

interface Payment extends Link {
  link_id: string
}

interface Invoice {
  id: string
  payment_id: string
  email: string | null
  name: string
  rfc: string
}

interface Mail {
  id: string
  link_id: string | null
  payment_id: string | null
  recipient: string
  kind: string
}

/** Rows of a table that are looked at in one statement, so that each takes some milliseconds. */
const PAGE = 10_000
const IDS = 500
const TO_CUSTOMERS = ['request', 'reminder', 'receipt', 'invoice']

const TO_FORGET = new Statement<{ id: string }>(
  `select id from payment_links
   where status in ('expired', 'disabled') and (customer_email is not null or customer_name is not null)
     and created_at < ? and (expires_at is null or expires_at < ?)
     and not exists (select 1 from payments p where p.link_id = payment_links.id
       and (p.status in ('pending', 'succeeded', 'refunded') or p.review_reason is not null))
   order by created_at limit ?`,
)

const lower = (text: string | null): string | null => text?.toLowerCase() ?? null
const unique = <Value>(values: Iterable<Value>): Value[] => [...new Set(values)]

/** Finds every row of an account that knows a customer, by their email address, case-insensitively. It only reads. */
export class CustomerFinder {
  private readonly pages = new Statements<Row & { hit: boolean | number | null }>()

  constructor(
    private readonly reader: Reader,
    private readonly texts: TextFinder,
  ) {}

  async find(accountId: string, email: string, known: KnownRows = { links: [], payments: [], invoices: [] }) {
    const named = {
      links: await this.idsByAddress('payment_links', 'customer_email', accountId, email),
      payments: await this.idsByAddress('payments', 'customer_email', accountId, email),
      invoices: await this.idsByAddress('invoices', 'email', accountId, email),
    }
    const mails = await this.mails(await this.idsByAddress('email_deliveries', 'recipient', accountId, email))
    const received = mails.filter(({ kind }) => TO_CUSTOMERS.includes(kind))
    const own = await this.rowsOf(email, named, received)
    return this.withBelongings(accountId, email, {
      links: unique([...known.links, ...own.links]),
      payments: unique([...known.payments, ...own.payments]),
      invoices: unique([...known.invoices, ...own.invoices]),
      mails: received.map(({ id }) => id),
    })
  }

  /** Links that ended unpaid before this time and still name a customer. No payment of theirs is open or was ever paid. */
  async linksToForget(before: string, limit: number): Promise<string[]> {
    const rows = await TO_FORGET.rows(this.reader, [before, before, limit])
    return rows.map(({ id }) => id)
  }

  /** A link that was never paid, with all that belongs to it, of anyone who tried to pay. */
  async ofUnpaidLink(linkId: string): Promise<Found> {
    const links = await this.byColumn<Link>('payment_links', 'id', [linkId])
    const payments = await this.byColumn<Payment>('payments', 'link_id', [linkId])
    const named = [...links, ...payments]
    const [email = '', ...others] = unique(named.flatMap((row) => lower(row.customer_email) ?? []))
    const names = unique([...others, ...named.flatMap(({ customer_name }) => customer_name ?? [])])
    const paymentIds = payments.map(({ id }) => id)
    return { identity: { email, names, rfcs: [] }, rows: await this.belongings([linkId], paymentIds, []) }
  }

  /**
   * A row that names no address is theirs if it belongs to one of their rows, and names no other person: a link may have been
   * mailed to several people.
   */
  private async rowsOf(email: string, named: KnownRows, received: readonly Mail[]): Promise<KnownRows> {
    const fromInvoices = await this.byColumn<Invoice>('invoices', 'id', named.invoices)
    const payments = await this.byColumn<Payment>('payments', 'id', [
      ...named.payments,
      ...fromInvoices.map(({ payment_id }) => payment_id),
      ...received.flatMap(({ payment_id }) => payment_id ?? []),
    ])
    const candidates = unique([
      ...payments.map(({ link_id }) => link_id),
      ...received.flatMap(({ link_id }) => link_id ?? []),
    ])
    const links = await this.byColumn<Link>('payment_links', 'id', candidates)
    const others = await this.namedOnLinks(candidates, email)
    const adopted = links.filter(({ id, customer_email }) => customer_email === null && !others.has(id))
    const linkIds = unique([...named.links, ...adopted.map(({ id }) => id)])
    const ofLinks = await this.byColumn<Payment>('payments', 'link_id', linkIds)
    const paymentIds = unique([
      ...named.payments,
      ...ofLinks.filter(({ customer_email }) => customer_email === null).map(({ id }) => id),
    ])
    const ofPayments = await this.byColumn<Invoice>('invoices', 'payment_id', paymentIds)
    const invoiceIds = unique([
      ...named.invoices,
      ...ofPayments.filter((invoice) => invoice.email === null).map(({ id }) => id),
    ])
    return { links: linkIds, payments: paymentIds, invoices: invoiceIds }
  }

  /** Links on whose payments, invoices or mails another person is named. */
  private async namedOnLinks(linkIds: readonly string[], email: string): Promise<Set<string>> {
    const isOther = (address: string | null): boolean => address !== null && lower(address) !== email
    const payments = await this.byColumn<Payment>('payments', 'link_id', linkIds)
    const linkOf = new Map(payments.map(({ id, link_id }) => [id, link_id]))
    const invoices = await this.byColumn<Invoice>('invoices', 'payment_id', [...linkOf.keys()])
    const mails = await this.byColumn<Mail>('email_deliveries', 'link_id', linkIds)
    return new Set([
      ...payments.filter(({ customer_email }) => isOther(customer_email)).map(({ link_id }) => link_id),
      ...invoices.filter((one) => isOther(one.email)).map(({ payment_id }) => linkOf.get(payment_id) ?? ''),
      ...mails
        .filter(({ kind, recipient }) => TO_CUSTOMERS.includes(kind) && isOther(recipient))
        .map(({ link_id }) => link_id ?? ''),
    ])
  }

  /** With what belongs to their rows. */
  private async withBelongings(
    accountId: string,
    email: string,
    own: { links: string[]; payments: string[]; invoices: string[]; mails: string[] },
  ): Promise<Found> {
    const links = await this.byColumn<Link>('payment_links', 'id', own.links)
    const payments = await this.byColumn<Payment>('payments', 'id', own.payments)
    const invoices = await this.byColumn<Invoice>('invoices', 'id', own.invoices)
    const identity: Identity = {
      email,
      names: unique([
        ...[...links, ...payments].flatMap(({ customer_name }) => customer_name ?? []),
        ...invoices.map(({ name }) => name),
      ]),
      rfcs: unique(invoices.map(({ rfc }) => rfc)),
    }
    const ids = new Set([...own.links, ...own.payments, ...own.invoices])
    const rows: Record<string, RowKey[]> = {
      email_suppressions: await this.suppressions(accountId, email),
      ...(await this.texts.find(accountId, new Redactor(identity), ids)),
    }
    const about = await this.mailsAbout(own.links, new Set([...own.links, ...own.payments]))
    rows['email_deliveries'] = unique([
      ...own.mails,
      ...about,
      ...(rows['email_deliveries'] ?? []).map(([id]) => String(id)),
    ]).map((id) => [id])
    Object.assign(rows, await this.belongings(own.links, own.payments, own.invoices))
    return { identity, rows }
  }

  /** Rows that belong to these links, payments and invoices, and these themselves, last. */
  private async belongings(
    links: readonly string[],
    payments: readonly string[],
    invoices: readonly string[],
  ): Promise<Record<string, RowKey[]>> {
    const events = await this.keys('events', 'object_id', [...links, ...payments])
    const eventIds = events.map(([id]) => String(id))
    const deliveries = await this.byColumn<{ id: string }>('webhook_deliveries', 'event_id', eventIds)
    const deliveryIds = deliveries.map(({ id }) => id)
    const toKey = (id: string): RowKey => [id]
    return {
      receipts: await this.keys('receipts', 'payment_id', payments),
      provider_answers: await this.keys('provider_answers', 'payment_id', payments),
      invoice_files: await this.keys('invoice_files', 'invoice_id', invoices),
      events,
      webhook_attempts: await this.keys('webhook_attempts', 'delivery_id', deliveryIds),
      invoices: invoices.map(toKey),
      payments: payments.map(toKey),
      payment_links: links.map(toKey),
    }
  }

  /** To others: the letter may name this customer. */
  private async mailsAbout(linkIds: readonly string[], ids: ReadonlySet<string>): Promise<string[]> {
    const mails = await this.byColumn<Mail>('email_deliveries', 'link_id', linkIds)
    return mails.filter(({ payment_id }) => payment_id === null || ids.has(payment_id)).map(({ id }) => id)
  }

  private mails(ids: readonly string[]): Promise<Mail[]> {
    return this.byColumn<Mail>('email_deliveries', 'id', ids)
  }

  private async suppressions(accountId: string, email: string): Promise<RowKey[]> {
    const where = { account_id: accountId, address: email }
    return keysOf('email_suppressions', await this.reader<Row>('email_suppressions').where(where))
  }

  /** Ids of rows whose column is the address, in any case. No index has it: the table is read, a page at a time. */
  private async idsByAddress(table: string, column: string, accountId: string, email: string): Promise<string[]> {
    const ids: string[] = []
    for (let after = ''; ;) {
      const sql = `with page as (select id, account_id, lower(${column}) as address from ${table} where id > ? order by id limit ${PAGE})
        select id, (account_id = ? and address = ?) as hit from page
        where (account_id = ? and address = ?) or id = (select max(id) from page)`
      const values = [after, accountId, email, accountId, email]
      const page = await this.pages.of(sql).rows(this.reader, values)
      const last = page.at(-1)?.['id']
      ids.push(...page.filter(({ hit }) => Boolean(hit)).map((row) => String(row['id'])))
      if (last === undefined) return unique(ids)
      after = String(page.map((row) => String(row['id'])).reduce((one, other) => (one > other ? one : other)))
    }
  }

  private async byColumn<Found>(table: string, column: string, values: readonly string[]): Promise<Found[]> {
    const found: Found[] = []
    const asked = unique(values)
    const columns = COLUMNS[table]
    for (let from = 0; from < asked.length; from += IDS) {
      const query = this.reader<Row>(table).whereIn(column, asked.slice(from, from + IDS))
      found.push(...((await (columns ? query.select(columns) : query)) as Found[]))
    }
    return found
  }

  private async keys(table: string, column: string, values: readonly string[]): Promise<RowKey[]> {
    const { key } = entryOf(table)
    const found: RowKey[] = []
    const asked = unique(values)
    for (let from = 0; from < asked.length; from += IDS) {
      const rows = await this.reader<Row>(table)
        .whereIn(column, asked.slice(from, from + IDS))
        .select([...key])
      found.push(...keysOf(table, rows))
    }
    return found
  }
}

/** What is looked at, without bodies and files. */
const COLUMNS: Readonly<Record<string, string[]>> = {
  payment_links: ['id', 'customer_email', 'customer_name'],
  payments: ['id', 'link_id', 'customer_email', 'customer_name'],
  invoices: ['id', 'payment_id', 'email', 'name', 'rfc'],
  email_deliveries: ['id', 'link_id', 'payment_id', 'recipient', 'kind'],
  webhook_deliveries: ['id'],
}
