import { modeOf } from '../kernel/mode.js'
import type { BaseUrl } from '../kernel/named.js'
import { API_SCOPES } from '../kernel/principal.js'
import type { ProtectedResources } from './protected-resources.js'

/** The endpoints of the authorization server, as our routes have them. */
export const ENDPOINTS = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
} as const

/** Of one resource (RFC 9728). */
export const resourceMetadata = (baseUrl: BaseUrl, resources: ProtectedResources, livemode: boolean): object => ({
  resource: resources.of(livemode),
  authorization_servers: [baseUrl],
  scopes_supported: API_SCOPES,
  bearer_methods_supported: ['header'],
  resource_name: `PayLink (${modeOf(livemode)})`,
})

/** Of the authorization server (RFC 8414). Without both `client_id_metadata_document_supported` and `none`, claude.ai falls back to registration. */
export const serverMetadata = (baseUrl: BaseUrl): object => ({
  issuer: baseUrl,
  authorization_endpoint: baseUrl + ENDPOINTS.authorization,
  token_endpoint: baseUrl + ENDPOINTS.token,
  registration_endpoint: baseUrl + ENDPOINTS.registration,
  revocation_endpoint: baseUrl + ENDPOINTS.revocation,
  scopes_supported: API_SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  service_documentation: `${baseUrl}/docs`,
})
