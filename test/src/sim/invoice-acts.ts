import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
import { Generation } from '@paylink/core/database/generation'
import { CancelInvoice } from '@paylink/core/invoicing/cancel-invoice'
import { ChooseIssuer } from '@paylink/core/invoicing/choose-issuer'
import { ConnectInvoicing } from '@paylink/core/invoicing/connect-invoicing'
import { Invoices } from '@paylink/core/invoicing/invoices.repository'
import { ReadInvoiceFiles } from '@paylink/core/invoicing/read-invoice-files'
import { ReceiveInvoicingNotification } from '@paylink/core/invoicing/receive-invoicing-notification'
import { RequestInvoice } from '@paylink/core/invoicing/request-invoice'
import { Problem } from '@paylink/core/kernel/problem'
import type { Acts } from './decisions.js'
import { DAY, HOUR, MINUTE } from './clock-steps.js'
import { type Cfdi, isStanding, type InvoiceNotification } from './invoicing-world.js'
import type { SimProcess } from './process.js'
import { ISSUERS, WRONG_NAME } from './sim-invoicing.js'
import type { Simulation } from './simulation.js'
import type { InvoiceRow, PaymentRow } from './snapshot.js'
import type { World } from './world.js'

const OUTAGES = [3 * MINUTE, HOUR, DAY]
const CROWD = 3
const HELD_UP_MS = 61_000
const RECEIVER = { rfc: 'URE180429TM6', zip: '86991', regimenFiscal: '601', usoCfdi: 'G03' }
const INPUT = { ...RECEIVER, formaPago: '03', email: 'ana@example.com' }
const NAMES = ['UNIVERSIDAD ROBOTICA ESPAÑOLA', 'ROBOTICA & HIJOS']

type Asking = Pick<Simulation, 'world' | 'processes' | 'principal'>

const invoicesOf = ({ checker }: World): InvoiceRow[] => [...checker.snapshot.invoices.values()]
const isPending = ({ status }: Cfdi): boolean => status === 'pending'
const isLeaving = ({ status, cancellation }: Cfdi): boolean => status === 'stamped' && cancellation === 'pending'
const isStill = (cfdi: Cfdi): boolean => isStanding(cfdi) && cfdi.cancellation !== 'pending'

/** What may be done about invoices next, and how likely it is. */
export function invoiceWeights({ invoicing, checker }: World): Acts {
  const isPaid = [...checker.snapshot.payments.values()].some(({ status }) => status === 'succeeded')
  const isStamped = [...checker.snapshot.invoices.values()].some(({ status }) => status === 'stamped')
  const isAny = checker.snapshot.invoices.size > 0
  const when = (isPossible: boolean, weight: number): number => (isPossible ? weight : 0)
  return [
    ['invoice', when(isPaid, 10)],
    ['invoice_crowd', when(isPaid, 2)],
    ['cancel_invoice', when(isAny, isStamped ? 9 : 0.5)],
    ['held_up', 1.5],
    ['invoice_files', when(isAny, 1)],
    ['finish_stamp', when(invoicing.cfdis.some(isPending), 4)],
    ['acknowledge', when(invoicing.cfdis.some(isLeaving), 3)],
    ['refuse_cancel', when(invoicing.cfdis.some(isLeaving), 2)],
    ['cancel_elsewhere', when(invoicing.cfdis.some(isStill), 0.7)],
    ['tell_invoice', when(invoicing.notifications.length > 0, 4)],
    ['lose_invoice', when(invoicing.notifications.length > 0, 1)],
    ['forge_invoice', when(invoicing.cfdis.length > 0, 0.4)],
    ['run_out', when(!invoicing.isOutOfStamps, 0.7)],
    ['buy_stamps', when(invoicing.isOutOfStamps, 1.5)],
    ['invoicing_outage', when(!invoicing.isDown, 1)],
    ['invoicing_back', when(invoicing.isDown, 1.5)],
    ['invoicing_refuse', when(!invoicing.isRefusing, 0.4)],
    ['invoicing_accept', when(invoicing.isRefusing, 1.5)],
    ['choose_issuer', 0.6],
    ['connect_invoicing', 0.6],
  ]
}

/** What happens at the invoicing provider without us. */
export function atInvoicing(world: World, act: string): boolean {
  const { decisions, invoicing } = world
  const among = (isWanted: (cfdi: Cfdi) => boolean): Cfdi => decisions.pick(invoicing.cfdis.filter(isWanted))
  switch (act) {
    // A worker is suspended until its claim expires and others take over.
    case 'held_up':
      world.advance(HELD_UP_MS)
      return true
    case 'finish_stamp':
      invoicing.finish(among(isPending), !decisions.oneIn(4))
      return true
    case 'acknowledge':
      invoicing.acknowledge(among(isLeaving))
      return true
    case 'refuse_cancel':
      invoicing.refuseCancel(among(isLeaving))
      return true
    case 'cancel_elsewhere':
      invoicing.acknowledge(among(isStill))
      return true
    case 'lose_invoice':
      invoicing.lose(decisions.pick(invoicing.notifications))
      return true
    case 'run_out':
    case 'buy_stamps':
      invoicing.isOutOfStamps = act === 'run_out'
      return true
    case 'invoicing_outage':
      invoicing.downUntil = world.nowMs + decisions.pick(OUTAGES)
      return true
    case 'invoicing_back':
      invoicing.downUntil = 0
      return true
    case 'invoicing_refuse':
    case 'invoicing_accept':
      invoicing.isRefusing = act === 'invoicing_refuse'
      return true
    default:
      return false
  }
}

/** A request about invoices to one of our processes; null: not an act about invoices. */
export function askOfInvoicing(asking: Asking, act: string): (() => Promise<void>)[] | null {
  const { world, processes } = asking
  const { decisions, invoicing } = world
  const anyProcess = (): SimProcess => decisions.pick(processes)
  switch (act) {
    case 'invoice': {
      const [process, payment] = [anyProcess(), paymentToInvoice(world)]
      const name = nameFor(world, payment)
      return [() => request(asking, process, payment, name)]
    }
    case 'invoice_crowd': {
      const payment = paymentToInvoice(world)
      const processOf = Array.from({ length: CROWD }, anyProcess)
      return processOf.map((process, at) => () => request(asking, process, payment, NAMES[at % NAMES.length]!))
    }
    case 'cancel_invoice': {
      const { payment_id } = decisions.pick(worthCancelling(world))
      const [process, motivo] = [anyProcess(), decisions.pick(['02', '03'] as const)]
      return [() => cancel(asking, process, payment_id, motivo)]
    }
    case 'invoice_files': {
      const [process, { id }] = [anyProcess(), decisions.pick(invoicesOf(world))]
      return [
        async () => {
          const invoice = await process.get(Invoices).find(id)
          if (invoice) await process.get(ReadInvoiceFiles).ensureStored(invoice)
        },
      ]
    }
    case 'tell_invoice': {
      const [process, notification, isRepeated] = [
        anyProcess(),
        decisions.pick(invoicing.notifications),
        decisions.oneIn(4),
      ]
      return [() => tell(world, process, notification, isRepeated)]
    }
    case 'forge_invoice': {
      const [process, cfdi] = [anyProcess(), decisions.pick(invoicing.cfdis)]
      return [() => forge(world, process, cfdi)]
    }
    case 'choose_issuer': {
      const [process, issuer] = [anyProcess(), decisions.pick(ISSUERS)]
      return [() => process.get(ChooseIssuer).run(actFor(OPERATOR, asking.principal), issuer).then()]
    }
    case 'connect_invoicing': {
      const process = anyProcess()
      const operation = { sandbox: false, settings: {} }
      return [() => process.get(ConnectInvoicing).run(actFor(OPERATOR, asking.principal), operation).then()]
    }
    default:
      return null
  }
}

/** What can be cancelled, and now and then what cannot. */
function worthCancelling(world: World): InvoiceRow[] {
  const invoices = invoicesOf(world)
  const stamped = invoices.filter(({ status }) => status === 'stamped')
  return stamped.length > 0 && !world.decisions.oneIn(5) ? stamped : invoices
}

/** Delivers a notification until it is answered with success, and at times again. */
export async function tell(
  world: World,
  process: SimProcess,
  notification: InvoiceNotification,
  isRepeated: boolean,
): Promise<void> {
  if ((await receive(process, notification)) && !isRepeated) {
    world.invoicing.notifications = world.invoicing.notifications.filter((other) => other !== notification)
  }
}

async function forge(world: World, process: SimProcess, cfdi: Cfdi): Promise<void> {
  if (await receive(process, world.invoicing.notificationOf(cfdi, 'cancelled', false))) {
    world.checker.report('I18', 'a forged notification about an invoice is answered with success')
  }
}

async function receive(process: SimProcess, { connectionId, body }: InvoiceNotification): Promise<boolean> {
  const received = { provider: 'invoicing_provider', connectionId, headers: {}, rawBody: Buffer.from(body) }
  try {
    await process.get(ReceiveInvoicingNotification).receive(received)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

function paymentToInvoice(world: World): PaymentRow {
  const { decisions, checker } = world
  const invoiced = new Set(invoicesOf(world).map(({ payment_id }) => payment_id))
  const payments = [...checker.snapshot.payments.values()]
  return decisions.prefer(payments, ({ id, status }) => status === 'succeeded' && !invoiced.has(id))
}

/** The customer corrects refused data. */
function nameFor({ decisions, checker }: World, { id }: PaymentRow): string {
  const wasRefused = [...checker.snapshot.invoices.values()].some(
    ({ payment_id, name }) => payment_id === id && name === WRONG_NAME,
  )
  return !wasRefused && decisions.oneIn(4) ? WRONG_NAME : decisions.pick(NAMES)
}

async function request(asking: Asking, process: SimProcess, { id }: PaymentRow, name: string): Promise<void> {
  const { world, principal } = asking
  await process.get(Generation).refresh()
  const invoice = await process.get(RequestInvoice).run(principal, id, { ...INPUT, name })
  world.count('answer invoice')
  if (invoice.status === 'failed' || invoice.status === 'cancelled') {
    world.checker.report('I36', `${invoice.id} is answered for ${id}, and is ${invoice.status}`)
  }
  const rows = world.checker.rows<InvoiceRow>('select * from invoices where id = ?', invoice.id)
  if (rows?.[0]?.payment_id !== id) world.checker.report('I36', `${invoice.id} is answered for ${id}, and not kept`)
}

async function cancel(asking: Asking, process: SimProcess, paymentId: string, motivo: '02' | '03'): Promise<void> {
  const { world, principal } = asking
  await process.get(Generation).refresh()
  const { status } = (await process.get(CancelInvoice).run(principal, paymentId, undefined, motivo)).body
  world.count(`answer cancel_invoice ${status}`)
}
