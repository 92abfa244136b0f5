import type { Settings } from '@paylink/config'
import { type Clock, DAY_MS, SystemClock } from '../../kernel/clock.js'
import { SystemTimer } from '../../kernel/timer.js'
import type { BaseUrl } from '../../kernel/named.js'
import { ProtectedResources } from '../../oauth/protected-resources.js'
import { basePathOf } from '../../web/base-path.js'
import type { Check } from '../check.js'
import type { Finding } from '../finding.js'
import { certificateEnds, isBroken, isLocal, isNotPublic, isReady } from './connector-kinds.js'
import { type ConnectorProbe, SystemConnectorProbe } from './connector-probe.js'
import { isLoopback } from './public-address.js'
import { MAX_ANSWER_MS } from './server.js'

const NAME = 'connector'
const CERTIFICATE_DAYS = 14

/** Asks the addresses of MCP and OAuth as an agent does that connects for the first time. */
export const connectorCheck = ({ baseUrl }: Pick<Settings, 'baseUrl'>): Check => ({
  name: NAME,
  subject: { 'es-MX': 'la conexión de agentes', en: 'the connection of agents' },
  look: async () => {
    const late = new AbortController()
    const cancel = new SystemTimer().after(MAX_ANSWER_MS, () => late.abort())
    try {
      return await findConnector(baseUrl as BaseUrl, new SystemConnectorProbe(late.signal), new SystemClock())
    } finally {
      cancel()
    }
  },
})

export async function findConnector(baseUrl: BaseUrl, probe: ConnectorProbe, clock: Clock): Promise<Finding[]> {
  const resources = new ProtectedResources(baseUrl)
  const shown = { url: resources.of(true) }
  if (isLoopback(baseUrl)) return [isLocal(NAME, { shown, hidden: {} })]

  const fault = await firstFault(baseUrl, resources, probe)
  if (fault) return [isBroken(NAME, { shown, hidden: fault })]

  const reason = await whyNotPublic(baseUrl, probe)
  const state =
    reason === null ? isReady(NAME, { shown, hidden: {} }) : isNotPublic(NAME, { shown, hidden: { reason } })
  return [state, ...(await certificateFindings(baseUrl, probe, clock))]
}

async function whyNotPublic(baseUrl: BaseUrl, probe: ConnectorProbe): Promise<string | null> {
  const { protocol, port } = new URL(baseUrl)
  if (protocol !== 'https:') return 'is served without https'
  if (port !== '') return `is served on port ${port}`
  return (await probe.isPublic(baseUrl)) ? null : 'leads to a private address from here'
}

async function certificateFindings(baseUrl: BaseUrl, probe: ConnectorProbe, clock: Clock): Promise<Finding[]> {
  if (!baseUrl.startsWith('https:')) return []
  const endsAt = await probe.certificateEndsAt(baseUrl)
  const days = Math.floor((endsAt.getTime() - clock.now().getTime()) / DAY_MS)
  if (days >= CERTIFICATE_DAYS) return []
  return [certificateEnds(NAME, { shown: { day: endsAt.toISOString().slice(0, 10) }, hidden: { days } })]
}

interface Fault {
  asked: string
  fault: string
}

type Fields = Record<string, unknown>

/** In the order in which a client asks: the resource, its metadata, that of the authorization server. */
async function firstFault(
  baseUrl: BaseUrl,
  resources: ProtectedResources,
  probe: ConnectorProbe,
): Promise<Fault | null> {
  for (const livemode of [true, false]) {
    const metadataUrl = resources.metadataUrl(livemode)
    const fault =
      (await refusalFault(resources.of(livemode), metadataUrl, probe)) ??
      (await documentFault(metadataUrl, probe, {
        resource: (value) => value === resources.of(livemode),
        authorization_servers: (value) => includes(value, baseUrl),
      }))
    if (fault) return fault
  }
  const { origin } = new URL(baseUrl)
  return documentFault(`${origin}/.well-known/oauth-authorization-server${basePathOf(baseUrl)}`, probe, {
    issuer: (value) => value === baseUrl,
    code_challenge_methods_supported: (value) => includes(value, 'S256'),
    // Without both, claude.ai falls back to registration.
    client_id_metadata_document_supported: (value) => value === true,
    token_endpoint_auth_methods_supported: (value) => includes(value, 'none'),
    authorization_response_iss_parameter_supported: (value) => value === true,
  })
}

const includes = (list: unknown, value: string): boolean => Array.isArray(list) && list.includes(value)

/** A client without a token must be told where the metadata is. */
async function refusalFault(asked: string, metadataUrl: string, probe: ConnectorProbe): Promise<Fault | null> {
  return withAnswer(asked, async () => {
    const { status, headers } = await probe.request('POST', asked)
    if (status !== 401) return `answers ${status} to a request without a token, not 401`
    const isNamed = headers['www-authenticate']?.includes(`resource_metadata="${metadataUrl}"`) ?? false
    return isNamed ? null : 'does not name its metadata in WWW-Authenticate'
  })
}

async function documentFault(
  asked: string,
  probe: ConnectorProbe,
  needed: Record<string, (value: unknown) => boolean>,
): Promise<Fault | null> {
  return withAnswer(asked, async () => {
    const { status, body } = await probe.request('GET', asked)
    if (status !== 200) return `answers ${status}`
    const document = fieldsOf(body)
    if (!document) return 'answers something that is not JSON'
    const wrong = Object.entries(needed).find(([name, isRight]) => !isRight(document[name]))
    return wrong ? `has another ${wrong[0]} than this server gives` : null
  })
}

function fieldsOf(body: Uint8Array): Fields | null {
  try {
    const value = JSON.parse(new TextDecoder().decode(body)) as unknown
    return typeof value === 'object' && value !== null ? (value as Fields) : null
  } catch {
    return null
  }
}

async function withAnswer(asked: string, look: () => Promise<string | null>): Promise<Fault | null> {
  try {
    const fault = await look()
    return fault === null ? null : { asked, fault }
  } catch (error) {
    return { asked, fault: `cannot be reached (${error instanceof Error ? error.message : String(error)})` }
  }
}
