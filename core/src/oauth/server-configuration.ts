import { createPrivateKey, type JsonWebKey } from 'node:crypto'
import type { Adapter, Client, Context, errors, Interaction, interactionPolicy, Provider } from 'oidc-provider'
import type { Users } from '../identity/users.repository.js'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../kernel/clock.js'
import { API_SCOPES } from '../kernel/principal.js'
import type { Sealer } from '../secrets/sealer.js'
import { type ClientDocuments, MAX_DOCUMENT_BYTES } from './client-documents.js'
import { INTERACTION_COOKIE } from './consent-requests.js'
import { mayConnectAgents } from './may-connect-agents.js'
import { ENDPOINTS } from './metadata.js'
import type { ProtectedResources } from './protected-resources.js'
import { redirectFault } from './redirect-uris.js'

export interface ConfigurationParts {
  library: { errors: typeof errors; interactionPolicy: typeof interactionPolicy; Provider: typeof Provider }
  adapter: (model: string) => Adapter
  users: Users
  resources: ProtectedResources
  documents: ClientDocuments
  sealer: Sealer
  /** The path of the page on which a person decides. */
  consentPath: (livemode: boolean, uid: string) => string
  /** May this request have a document read? */
  mayFetch: (context: Context) => boolean
  /** Answers with a page where a person is, else with JSON. */
  renderError: (context: Context, out: object, error: unknown) => void
}

/** The library sets it, and it means nothing. */
export const SESSION_COOKIE = 'paylink_oauth_session'

const ACCESS_TOKEN_SECONDS = HOUR_MS / SECOND_MS
const CODE_SECONDS = MINUTE_MS / SECOND_MS
/** Since the last use: each use gives a new one. */
const REFRESH_TOKEN_SECONDS = (30 * DAY_MS) / SECOND_MS
/** For signing in, confirming who one is, and deciding. */
const INTERACTION_SECONDS = HOUR_MS / SECOND_MS

const off = { enabled: false }

/** What of OAuth is served, and how: public clients, codes with PKCE, opaque tokens for one of two resources. */
export function configurationOf(parts: ConfigurationParts): object {
  const { library, adapter, sealer, consentPath, resources, documents } = parts
  return {
    adapter,
    clientAuthMethods: ['none'],
    clientBasedCORS: () => true,
    clientDefaults: {
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      id_token_signed_response_alg: 'EdDSA',
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clockTolerance: 0,
    cookies: {
      keys: sealer.derivations('oauth cookies'),
      names: { session: SESSION_COOKIE, interaction: INTERACTION_COOKIE, resume: `${INTERACTION_COOKIE}_resume` },
    },
    expiresWithSession: () => false,
    features: {
      ...Object.fromEntries(UNUSED.map((name) => [name, off])),
      clientIdMetadataDocument: {
        enabled: true,
        ack: 'draft-02',
        allowFetch: parts.mayFetch,
        allowClient: (_: Context, { redirectUris }: Client) => redirectUris.every((uri) => redirectFault(uri) === null),
        cacheDuration: { min: 60, max: HOUR_MS / SECOND_MS },
      },
      resourceIndicators: resourceIndicators(library.errors, resources),
      revocation: {
        enabled: true,
        allowedPolicy: (_: Context, { clientId }: Client, token: { clientId: string }) => token.clientId === clientId,
      },
    },
    fetch: documents.fetch,
    fetchResponseBodyLimits: { 'client_id metadata document': MAX_DOCUMENT_BYTES },
    findAccount: findAccount(parts),
    interactions: {
      policy: [askEachTime(library.interactionPolicy)],
      url: (_: Context, { uid, params }: Interaction) =>
        consentPath(resources.modeOf(params['resource'])?.livemode === true, uid),
    },
    issueRefreshToken: () => true,
    jwks: { keys: [unusedSigningKey(sealer)] },
    loadExistingGrant: ({ oidc: { provider, result } }: Context) =>
      result?.consent ? provider.Grant.find(result.consent.grantId) : undefined,
    pkce: { required: () => true },
    renderError: parts.renderError,
    responseTypes: ['code'],
    // Whatever is revoked: the grant ends.
    revokeGrantPolicy: () => true,
    rotateRefreshToken: true,
    routes: ENDPOINTS,
    scopes: [...API_SCOPES],
    ttl: {
      AccessToken: ACCESS_TOKEN_SECONDS,
      AuthorizationCode: CODE_SECONDS,
      Interaction: INTERACTION_SECONDS,
      RefreshToken: REFRESH_TOKEN_SECONDS,
      // Not stored.
      Session: INTERACTION_SECONDS,
      Grant: INTERACTION_SECONDS,
    },
  }
}

/** Those that the library has switched on. */
const UNUSED = ['devInteractions', 'dPoP', 'pushedAuthorizationRequests', 'rpInitiatedLogout', 'userinfo']

/** A token is for exactly one of our resources, which the client must name. */
function resourceIndicators({ InvalidScope, InvalidTarget }: typeof errors, resources: ProtectedResources): object {
  return {
    enabled: true,
    defaultResource: () => {
      throw new InvalidTarget()
    },
    getResourceServerInfo: ({ oidc }: Context, resource: string) => {
      if (Array.isArray(oidc.params?.['resource']) || !resources.modeOf(resource)) throw new InvalidTarget()
      const asksForOurs = API_SCOPES.some((scope) => oidc.requestParamScopes.has(scope))
      if (oidc.route === 'authorization' && !asksForOurs) throw new InvalidScope('no requested scope is supported')
      return {
        scope: API_SCOPES.join(' '),
        audience: resource,
        accessTokenFormat: 'opaque',
        accessTokenTTL: ACCESS_TOKEN_SECONDS,
      }
    },
    useGrantedResource: () => true,
  }
}

/** The person who connected an agent must still be allowed to, each time that a code or token is given. */
const findAccount =
  ({ library: { errors }, users }: ConfigurationParts) =>
  async ({ oidc }: Context, accountId: string) => {
    if (mayConnectAgents(await users.find(accountId))) {
      return { accountId, claims: () => Promise.resolve({ sub: accountId }) }
    }
    if (oidc.route === 'token') return undefined
    throw new errors.AccessDenied('the person may not connect agents')
  }

const askEachTime = ({ Check, Prompt }: typeof interactionPolicy) =>
  new Prompt(
    { name: 'consent', requestable: true },
    new Check(
      'undecided',
      'a person decides about each request',
      'consent_required',
      ({ oidc }) => !oidc.result?.consent,
    ),
  )

const PKCS8_OF_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The library does not start without a key. Nothing is signed: there are no ID tokens. */
function unusedSigningKey(sealer: Sealer): JsonWebKey {
  const seed = Buffer.from(sealer.derive('oauth signing'), 'hex')
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_OF_ED25519, seed]), format: 'der', type: 'pkcs8' })
  return { ...key.export({ format: 'jwk' }), alg: 'EdDSA', use: 'sig' }
}
