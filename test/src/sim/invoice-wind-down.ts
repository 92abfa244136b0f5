import { tell } from './invoice-acts.js'
import { turn } from './scheduler.js'
import type { Simulation } from './simulation.js'

const SECOND = 1000
const MINUTE = 60 * SECOND
/** How far the clock goes in each round: seconds for work in hand, hours for the longest backoff. */
const ROUNDS = [20 * SECOND, MINUTE, 6 * MINUTE, 20 * MINUTE, ...Array.from({ length: 6 }, () => 66 * MINUTE)]

/** Without faults and refusals, every invoice must reach its final state. */
export async function windDownInvoices(simulation: Simulation): Promise<void> {
  const { world } = simulation
  const { invoicing, checker } = world
  Object.assign(invoicing, { isRefusing: false, isOutOfStamps: false, downUntil: 0 })
  for (const ms of ROUNDS) {
    for (const cfdi of invoicing.cfdis) {
      if (cfdi.status === 'pending') invoicing.finish(cfdi, true)
      if (cfdi.status === 'stamped' && cfdi.cancellation === 'pending') invoicing.acknowledge(cfdi)
    }
    world.advance(ms)
    const [process] = simulation.processes
    if (!process) throw new Error('no process lives')
    for (const notification of [...invoicing.notifications]) void tell(world, process, notification, false)
    await turn()
    await simulation.rest()
    if (checker.finding || unsettled(simulation).length + invoicing.notifications.length === 0) break
  }
  for (const message of unsettled(simulation)) checker.report('I38', message)
  for (const { id } of invoicing.notifications) checker.report('I18', `notification ${id} was never taken`)
}

/** Invoices that still differ from the provider's records. */
function unsettled({ world }: Simulation): string[] {
  const { invoicing, checker } = world
  const open = [...checker.snapshot.invoices.values()].flatMap(({ id, status, waits_for }) =>
    status === 'stamped' || status === 'failed' || status === 'cancelled'
      ? []
      : [`invoice ${id} is ${status} still: ${waits_for}`],
  )
  const unlike = invoicing.cfdis.flatMap((cfdi) => {
    const status = checker.snapshot.invoices.get(cfdi.invoiceId)?.status
    // A stamped invoice is not polled without a notification.
    const isUnheard = cfdi.isUnheard && status === 'stamped' && cfdi.status === 'cancelled'
    const isAlike = status === cfdi.status || isUnheard
    return isAlike || cfdi.status === 'failed' ? [] : [`${cfdi.id} is ${cfdi.status}, and its invoice ${status}`]
  })
  return [...open, ...unlike, ...withoutFiles(world), ...wrongMails(world), ...unseenRefunds(world)]
}

/** Files are stored here, independent of the provider. */
function withoutFiles({ checker }: Simulation['world']): string[] {
  const sql = `select i.id from invoices i where i.status = 'stamped'
      and (select count(*) from invoice_files f where f.invoice_id = i.id) <> 2
    union all
    select i.id from invoices i join invoice_files f on f.invoice_id = i.id
    where i.status = 'cancelled' and f.format = 'pdf' and cast(f.content as text) like '%stamped'`
  return (checker.rows<{ id: string }>(sql) ?? []).map(
    ({ id }) => `the files of invoice ${id} are not here, or not of now`,
  )
}

/** The customer has one email with it; none is needed if it was cancelled first. */
function wrongMails({ checker }: Simulation['world']): string[] {
  const [counted] =
    checker.rows<{ mails: number; valid: number; stamped: number }>(`select
    (select count(*) from email_deliveries where kind = 'invoice') as mails,
    (select count(*) from invoices where status = 'stamped') as valid,
    (select count(*) from invoices where uuid is not null) as stamped`) ?? []
  if (!counted) return []
  const { mails, valid, stamped } = counted
  return mails < valid || mails > stamped ? [`${mails} mails of ${stamped} invoices, ${valid} of them valid`] : []
}

/** A valid invoice of a refunded payment raises an alert (R236). */
function unseenRefunds({ checker }: Simulation['world']): string[] {
  return [...checker.snapshot.invoices.values()].flatMap(({ id, status, payment_id, refund_review_since }) => {
    const isGivenBack = (checker.snapshot.payments.get(payment_id)?.amount_refunded ?? 0) > 0
    const isUnseen = status === 'stamped' && isGivenBack && refund_review_since === null
    return isUnseen ? [`invoice ${id} is valid though its payment was refunded, and no alert was raised`] : []
  })
}
