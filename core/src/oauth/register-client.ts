import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import { clientNameOf, type OAuthClient } from './oauth-client.js'
import type { OAuthClients } from './oauth-clients.repository.js'
import { OAuthProblem } from './oauth-problem.js'
import { redirectFault } from './redirect-uris.js'

const MAX_REDIRECT_URIS = 10

/** Lets a program register itself that has no document of its own (RFC 7591). */
export class RegisterClient {
  constructor(
    private readonly clients: OAuthClients,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * All other metadata is replaced: every client is public and gets codes and refresh tokens.
   *
   * @throws OAuthProblem `invalid_redirect_uri`, `invalid_client_metadata`
   */
  async run(metadata: unknown): Promise<OAuthClient> {
    if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) {
      throw invalidMetadata('The client metadata must be a JSON object.')
    }
    const { redirect_uris: redirectUris, client_name: name, response_types: responseTypes } = metadata as Metadata
    if (!isListOfRedirectUris(redirectUris)) throw wrongRedirectUris(`are 1 to ${MAX_REDIRECT_URIS} texts`)
    const fault = redirectUris.map(redirectFault).find((one) => one !== null)
    if (fault !== undefined) throw wrongRedirectUris(fault)
    if (Array.isArray(responseTypes) && !responseTypes.includes('code')) {
      throw invalidMetadata('response_types must include code.')
    }
    const now = iso(this.clock.now())
    const client: OAuthClient = {
      id: this.ids.slug(),
      name: clientNameOf(name, redirectUris[0]),
      redirectUris: [...new Set(redirectUris)],
      createdAt: now,
      lastUsedAt: now,
    }
    await this.unitOfWork.run((tx) => this.clients.insert(tx, client))
    return client
  }
}

type Metadata = Record<'redirect_uris' | 'client_name' | 'response_types', unknown>

const isListOfRedirectUris = (value: unknown): value is [string, ...string[]] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= MAX_REDIRECT_URIS &&
  value.every((one) => typeof one === 'string')

const invalidMetadata = (description: string): OAuthProblem =>
  new OAuthProblem(400, 'invalid_client_metadata', description)

const wrongRedirectUris = (fault: string): OAuthProblem =>
  new OAuthProblem(400, 'invalid_redirect_uri', `redirect_uris ${fault}.`)
