import { type AccountPrincipal, type AccountWidePrincipal, isSameScope } from '../kernel/principal.js'
import { notFound } from '../kernel/problem.js'
import { UnsealError } from '../secrets/sealer.js'
import type { Endpoint } from './endpoint.js'
import type { EndpointSecrets } from './endpoint-secrets.js'
import type { Endpoints } from './endpoints.repository.js'

/** An endpoint as people see it, without its secrets. */
export type ListedEndpoint = Omit<Endpoint, 'sealedSecret' | 'sealedFormerSecret' | 'deletedAt'>

/** On its own page. */
export interface ShownEndpoint extends ListedEndpoint {
  /** The last four characters of the secret, to tell it from another; null: it cannot be opened. */
  secretEnd: string | null
}

const END = 4

/** Endpoints for people, newest first. */
export class ReadEndpoints {
  constructor(
    private readonly endpoints: Endpoints,
    private readonly secrets: EndpointSecrets,
  ) {}

  /** Those of both modes. */
  async all({ accountId }: AccountWidePrincipal): Promise<ListedEndpoint[]> {
    return (await this.endpoints.list(accountId)).map(toListed)
  }

  /** Those of the principal's mode. */
  async ofMode(principal: AccountPrincipal): Promise<ListedEndpoint[]> {
    return (await this.all(principal)).filter((endpoint) => isSameScope(endpoint, principal))
  }

  /** @throws Problem `not_found`: no such endpoint in the principal's account and mode */
  async one(principal: AccountPrincipal, id: string): Promise<ShownEndpoint> {
    const endpoint = await this.endpoints.find(principal.accountId, id)
    if (!endpoint || !isSameScope(endpoint, principal)) throw notFound('webhook endpoint')
    return { ...toListed(endpoint), secretEnd: await this.endOfSecret(endpoint) }
  }

  /** Was there such an endpoint in the principal's account and mode, deleted not long ago? */
  isDeleted(principal: AccountPrincipal, id: string): Promise<boolean> {
    return this.endpoints.isDeleted(principal, id)
  }

  private async endOfSecret(endpoint: Endpoint): Promise<string | null> {
    try {
      const [secret = ''] = await this.secrets.open(endpoint)
      return secret.replace(/=+$/, '').slice(-END)
    } catch (error) {
      if (error instanceof UnsealError) return null
      throw error
    }
  }
}

const toListed = ({
  sealedSecret: _secret,
  sealedFormerSecret: _former,
  deletedAt: _deleted,
  ...endpoint
}: Endpoint): ListedEndpoint => endpoint
