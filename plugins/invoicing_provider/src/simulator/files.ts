import type { SimulatorContext } from '@paylink/plugin-api'
import type { OrganizationCall, Reply } from './call.js'
import { type Cfdi, cfdiOf } from './cfdi.js'
import type { Placed } from './invoice-facts.js'
import { ownFacts } from './invoices.js'
import { Refusal } from './refusal.js'
import { sealOf } from './seal.js'
import { statusAt } from './derived-status.js'
import { PROVIDER, type Taxpayer } from './taxpayers.js'

/** Fictitious, in the form of the SAT's test certificates. */
const ISSUER_CERTIFICATE = '30001000000500003416'

export async function invoiceXml({ organization, id }: OrganizationCall, sim: SimulatorContext): Promise<Reply> {
  const { placed } = await stamped(id, organization.id, sim)
  const { document } = await printed(placed, organization.taxpayer, sim)
  const { xmlOf } = await import('./cfdi-xml.js')
  return { file: { type: 'application/xml', bytes: xmlOf(document) } }
}

export async function invoicePdf({ organization, id }: OrganizationCall, sim: SimulatorContext): Promise<Reply> {
  const facts = await stamped(id, organization.id, sim)
  const issuer = organization.taxpayer
  const cfdi = await printed(facts.placed, issuer, sim)
  const isCancelled = statusAt(facts, sim.now()).status === 'canceled'
  const { drawInvoice } = await import('./pdf-invoice.js')
  const bytes = await drawInvoice({ cfdi, placed: facts.placed, issuer, isCancelled })
  return { file: { type: 'application/pdf', bytes } }
}

async function stamped(id: string, organizationId: string, sim: SimulatorContext) {
  const facts = await ownFacts(id, organizationId, sim)
  const { status } = statusAt(facts, sim.now())
  if (status === 'valid' || status === 'canceled') return facts
  throw new Refusal(400, 'invoice_not_stamped', 'La factura todavía no está timbrada.')
}

async function printed(placed: Placed, issuer: Taxpayer, sim: SimulatorContext): Promise<Cfdi> {
  const [own, sat] = await Promise.all([sealOf({ ...issuer, number: ISSUER_CERTIFICATE }, sim), sealOf(PROVIDER, sim)])
  return cfdiOf(placed, issuer, { issuer: own, sat })
}
