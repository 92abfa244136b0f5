import { returnAddressOf } from './redirect-uris.js'

/** A program that registered itself. Its name is not verified. */
export interface OAuthClient {
  id: string
  name: string
  redirectUris: string[]
  createdAt: string
  lastUsedAt: string
}

/** What people are told about a program. */
export interface ClientFacts {
  name: string
  /** The host whose document has the name; null: the program registered itself. */
  host: string | null
}

const MAX_NAME = 80

/** A name in one line, without characters that are not seen. */
export function clientNameOf(given: unknown, redirectUri: string): string {
  const text = typeof given === 'string' ? given.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ') : ''
  const name = text.replace(/\s+/g, ' ').trim()
  return name === '' ? returnAddressOf(redirectUri).host : [...name].slice(0, MAX_NAME).join('')
}

/** As the authorization server knows every client: public, so that PKCE proves that it is the same one. */
export const toMetadata = ({ id, name, redirectUris }: Pick<OAuthClient, 'id' | 'name' | 'redirectUris'>) => ({
  client_id: id,
  client_name: name,
  redirect_uris: redirectUris,
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
})
