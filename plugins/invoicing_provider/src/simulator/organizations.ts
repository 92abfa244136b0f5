import { createHash } from 'node:crypto'
import type { Call, Organization, OrganizationCall, Reply } from './call.js'
import { numberIn } from './page-of.js'
import { missing } from './refusal.js'
import { ISSUERS } from './taxpayers.js'

/** Derived from the account, not stored: always the same for the same account. */
export function organizationsOf(seed: string): Organization[] {
  return ISSUERS.map((taxpayer, index) => ({
    id: createHash('sha256').update(`${seed}:${taxpayer.rfc}`).digest('hex').slice(0, 24),
    testKey: `sk_test_sandbox${index}x${seed}`,
    taxpayer,
  }))
}

export async function listOrganizations({ seed, query }: Call): Promise<Reply> {
  const all = organizationsOf(seed)
  const limit = numberIn(query, 'limit', { default: 50, max: 100 })
  const page = numberIn(query, 'page', { default: 1, max: 30 })
  const data = all.slice((page - 1) * limit, page * limit).map(organizationObject)
  return { body: { page, total_pages: Math.ceil(all.length / limit), total_results: all.length, data } }
}

export async function ownOrganization({ organization }: OrganizationCall): Promise<Reply> {
  return { body: organizationObject(organization) }
}

export async function testKey({ seed, id }: Call): Promise<Reply> {
  const organization = organizationsOf(seed).find((one) => one.id === id)
  if (!organization) throw missing('organization')
  return { body: organization.testKey }
}

/** Ready for test mode only: it has no certificate. */
function organizationObject({ id, taxpayer }: Organization): object {
  return {
    id,
    created_at: '2026-01-01T06:00:00.000Z',
    is_production_ready: false,
    pending_steps: [{ type: 'certificate', description: 'Sube tu Certificado de Sello Digital (CSD)' }],
    legal: {
      name: taxpayer.name,
      legal_name: taxpayer.name,
      tax_id: taxpayer.rfc,
      tax_system: taxpayer.regimes[0],
      address: { zip: taxpayer.zip },
    },
    timezone: 'America/Mexico_City',
    certificate: { has_certificate: false },
  }
}
