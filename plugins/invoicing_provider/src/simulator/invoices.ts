import { createHash } from 'node:crypto'
import type { SimulatorContext } from '@paylink/plugin-api'
import { behaviourIn } from './behaviour.js'
import type { OrganizationCall, Reply } from './call.js'
import { parseStampRequest } from './invoice-check.js'
import { addCancellation, idsOf, idUnderKey, type InvoiceFacts, place, type Placed } from './invoice-facts.js'
import { currentFacts } from './invoice-life.js'
import { invoiceObject } from './invoice-objects.js'
import { numberIn } from './page-of.js'
import { missing, Refusal } from './refusal.js'
import { checkWithSat } from './sat-check.js'
import { takeStamp } from './stamps.js'
import { statusAt } from './derived-status.js'

/** Stamping that fails asynchronously takes some time. */
const MIN_SECONDS_TO_FAIL = 2
const MOTIVES = new Set(['02', '03', '04'])

/** The same key returns the first invoice, whatever the rest of the request. */
export async function createInvoice({ organization, body }: OrganizationCall, sim: SimulatorContext): Promise<Reply> {
  const key = body['idempotency_key']
  const known = typeof key === 'string' && key !== '' ? await idUnderKey(organization.id, key, sim.store) : null
  if (known !== null) return shown(await ownFacts(known, organization.id, sim), sim)
  const asked = parseStampRequest(body)
  checkWithSat(asked, organization.taxpayer)
  const behaviour = await behaviourIn(sim.store)
  const id = sim.randomId(24)
  await takeStamp(`stamp:${organization.id}:${asked.idempotencyKey ?? id}`, behaviour, sim.store)
  const { stampingFails, stampSeconds } = behaviour
  const now = sim.now()
  const seconds = stampingFails ? Math.max(stampSeconds, MIN_SECONDS_TO_FAIL) : stampSeconds
  const placed: Placed = {
    ...asked,
    id,
    organizationId: organization.id,
    issuerRfc: organization.taxpayer.rfc,
    createdAt: now.toISOString(),
    stampedAt: after(now, seconds),
    isDoomed: stampingFails,
    uuid: uuidOf(id + sim.randomId(24)),
  }
  return shown(await ownFacts(await place(placed, sim.store), organization.id, sim), sim)
}

export async function retrieveInvoice({ organization, id }: OrganizationCall, sim: SimulatorContext): Promise<Reply> {
  return { body: invoiceObject(await ownFacts(id, organization.id, sim), sim.now()) }
}

export async function listInvoices({ organization, query }: OrganizationCall, sim: SimulatorContext): Promise<Reply> {
  const limit = numberIn(query, 'limit', { default: 100, max: 100 })
  const page = numberIn(query, 'page', { default: 1, max: 30 })
  const ids = await idsOf(organization.id, query.get('external_id'), sim.store)
  const data: object[] = []
  for (const id of ids.slice((page - 1) * limit, page * limit)) {
    data.push(invoiceObject(await ownFacts(id, organization.id, sim), sim.now()))
  }
  return { body: { page, total_pages: Math.ceil(ids.length / limit), total_results: ids.length, data } }
}

/** Costs a stamp. Refused if a cancellation is in progress or done. */
export async function cancelInvoice(
  { organization, id, query }: OrganizationCall,
  sim: SimulatorContext,
): Promise<Reply> {
  const motive = query.get('motive') ?? ''
  if (!MOTIVES.has(motive)) throw new Refusal(400, 'invalid_request', '"motive" must be one of [02, 03, 04]')
  const facts = await ownFacts(id, organization.id, sim)
  const { status, cancellationStatus } = statusAt(facts, sim.now())
  if (cancellationStatus === 'pending' || cancellationStatus === 'verifying') throw underWay()
  if (status !== 'valid') {
    throw new Refusal(400, 'invoice_not_cancelable', 'Solo se puede cancelar una factura vigente.')
  }
  const behaviour = await behaviourIn(sim.store)
  await takeStamp(`cancel:${id}:${facts.cancellations.length}`, behaviour, sim.store)
  const now = sim.now()
  const cancellation = {
    motive,
    askedAt: now.toISOString(),
    endsAt: after(now, behaviour.cancelSeconds),
    isRefused: behaviour.cancelRefused,
  }
  if (!(await addCancellation(facts, cancellation, sim.store))) throw underWay()
  return { body: invoiceObject(await ownFacts(id, organization.id, sim), sim.now()) }
}

export async function ownFacts(id: string, organizationId: string, sim: SimulatorContext): Promise<InvoiceFacts> {
  const facts = await currentFacts(id, sim)
  if (facts?.placed.organizationId !== organizationId) throw missing('invoice')
  return facts
}

/** 202 while stamping is in progress. */
function shown(facts: InvoiceFacts, sim: SimulatorContext): Reply {
  const isPending = statusAt(facts, sim.now()).status === 'pending'
  return { status: isPending ? 202 : 200, body: invoiceObject(facts, sim.now()) }
}

function underWay(): Refusal {
  return new Refusal(409, 'invoice_cancellation_in_progress', 'La cancelación de esta factura ya está en proceso.')
}

function after(moment: Date, seconds: number): string {
  return new Date(moment.getTime() + seconds * 1000).toISOString()
}

/** Formatted as a version 4 UUID. */
function uuidOf(seed: string): string {
  const hex = createHash('sha256').update(seed).digest('hex').toUpperCase()
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `A${hex.slice(17, 20)}`, hex.slice(20, 32)]
  return parts.join('-')
}
