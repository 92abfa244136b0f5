import type { PluginStore, SimulatorContext } from '@paylink/plugin-api'
import type { OrganizationCall, Reply } from './call.js'
import { ownFacts } from './invoices.js'
import { listOf, textOf } from './json-body.js'
import { Refusal } from './refusal.js'
import { statusAt } from './derived-status.js'

/** An email that Facturapi would have sent. */
export interface SimulatedEmail {
  to: string
  uuid: string
  at: string
}

const PREFIX = 'email:'
const ADDRESS = /^[^\s@<>]+@[^\s@<>]+$/
const MAX_RECIPIENTS = 10
const SHOWN = 5

/** Sends nothing; records the email for the sandbox's page. */
export async function emailInvoice(
  { organization, id, body }: OrganizationCall,
  sim: SimulatorContext,
): Promise<Reply> {
  const { email } = body
  const given = Array.isArray(email) ? listOf(email, 'email') : [email]
  if (given.length > MAX_RECIPIENTS) {
    throw new Refusal(400, 'invalid_request', '"email" must contain less than or equal to 10 items')
  }
  const recipients = given.map((to) => textOf(to, 'email', { max: 254, pattern: ADDRESS }))
  const facts = await ownFacts(id, organization.id, sim)
  if (statusAt(facts, sim.now()).status !== 'valid') {
    throw new Refusal(400, 'invoice_not_stamped', 'Solo se puede enviar una factura vigente.')
  }
  const at = sim.now().toISOString()
  for (const to of recipients) {
    const sent: SimulatedEmail = { to, uuid: facts.placed.uuid, at }
    await sim.store.set(`${PREFIX}${at}:${sim.randomId(8)}`, JSON.stringify(sent))
  }
  return { body: { ok: true } }
}

/** Newest first. */
export async function simulatedEmails(store: PluginStore): Promise<SimulatedEmail[]> {
  const kept = await store.list(PREFIX)
  return kept.slice(0, SHOWN).map(({ value }) => JSON.parse(value) as SimulatedEmail)
}
