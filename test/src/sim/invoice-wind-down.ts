import { tell } from './invoice-acts.js'
import { turn } from './scheduler.js'
import type { Simulation } from './simulation.js'

const SECOND = 1000
const MINUTE = 60 * SECOND
/** How far the clock goes in each round: seconds for what is under way, hours for what waits longest. */
const ROUNDS = [20 * SECOND, MINUTE, 6 * MINUTE, 20 * MINUTE, ...Array.from({ length: 6 }, () => 66 * MINUTE)]

/** The provider is well, stamps what it accepted, and everybody agrees: every invoice must come to its end. */
export async function windDownInvoices(simulation: Simulation): Promise<void> {
  const { world } = simulation
  const { invoicing, watch } = world
  Object.assign(invoicing, { isRefusing: false, isOutOfStamps: false, downUntil: 0 })
  for (const ms of ROUNDS) {
    for (const cfdi of invoicing.cfdis) {
      if (cfdi.status === 'pending') invoicing.finish(cfdi, true)
      if (cfdi.status === 'stamped' && cfdi.cancellation === 'pending') invoicing.acknowledge(cfdi)
    }
    world.advance(ms)
    const [process] = simulation.processes
    if (!process) throw new Error('no process lives')
    for (const notice of [...invoicing.notices]) void tell(world, process, notice, false)
    await turn()
    await simulation.rest()
    if (watch.finding || unsettled(simulation).length + invoicing.notices.length === 0) break
  }
  for (const says of unsettled(simulation)) watch.blame('I38', says)
  for (const { id } of invoicing.notices) watch.blame('I18', `notification ${id} was never taken`)
}

/** What is not as the provider's books have it, though nothing is in the way. */
function unsettled({ world }: Simulation): string[] {
  const { invoicing, watch } = world
  const open = [...watch.snapshot.invoices.values()].flatMap(({ id, status, waits_for }) =>
    status === 'stamped' || status === 'failed' || status === 'cancelled'
      ? []
      : [`invoice ${id} is ${status} still: ${waits_for}`],
  )
  const unlike = invoicing.cfdis.flatMap((cfdi) => {
    const status = watch.snapshot.invoices.get(cfdi.invoiceId)?.status
    // Nobody asks about a stamped one without being told to.
    const isUnheard = cfdi.isUnheard && status === 'stamped' && cfdi.status === 'cancelled'
    const isAlike = status === cfdi.status || isUnheard
    return isAlike || cfdi.status === 'failed' ? [] : [`${cfdi.id} is ${cfdi.status}, and its invoice ${status}`]
  })
  return [...open, ...unlike, ...withoutFiles(world), ...wrongMails(world), ...unseenRefunds(world)]
}

/** Whoever asks finds the files here, whatever becomes of the provider. */
function withoutFiles({ watch }: Simulation['world']): string[] {
  const sql = `select i.id from invoices i where i.status = 'stamped'
      and (select count(*) from invoice_files f where f.invoice_id = i.id) <> 2
    union all
    select i.id from invoices i join invoice_files f on f.invoice_id = i.id
    where i.status = 'cancelled' and f.format = 'pdf' and cast(f.content as text) like '%stamped'`
  return (watch.rows<{ id: string }>(sql) ?? []).map(
    ({ id }) => `the files of invoice ${id} are not here, or not of now`,
  )
}

/** Whoever asked for it has it in their mail, once; one that was cancelled first may not be worth a mail. */
function wrongMails({ watch }: Simulation['world']): string[] {
  const [counted] =
    watch.rows<{ mails: number; valid: number; stamped: number }>(`select
    (select count(*) from email_deliveries where kind = 'invoice') as mails,
    (select count(*) from invoices where status = 'stamped') as valid,
    (select count(*) from invoices where uuid is not null) as stamped`) ?? []
  if (!counted) return []
  const { mails, valid, stamped } = counted
  return mails < valid || mails > stamped ? [`${mails} mails of ${stamped} invoices, ${valid} of them valid`] : []
}

/** What stands though money was given back is for a person to see (R236). */
function unseenRefunds({ watch }: Simulation['world']): string[] {
  return [...watch.snapshot.invoices.values()].flatMap(({ id, status, payment_id, refund_review_since }) => {
    const isGivenBack = (watch.snapshot.payments.get(payment_id)?.amount_refunded ?? 0) > 0
    const isUnseen = status === 'stamped' && isGivenBack && refund_review_since === null
    return isUnseen ? [`invoice ${id} stands though its payment was refunded, and nobody is told`] : []
  })
}
