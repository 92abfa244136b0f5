import { type CreateGrant, type NewGrant } from '../agents/create-grant.js'
import { isApiScope } from '../accounts/api-key.js'
import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { BaseUrl } from '../kernel/named.js'
import type { AccountPrincipal, ApiScope } from '../kernel/principal.js'
import { notFound } from '../kernel/problem.js'
import { basePathOf } from '../web/base-path.js'
import { ENDPOINTS } from './metadata.js'
import type { ClientFacts } from './oauth-client.js'
import { type ReturnAddress, returnAddressOf } from './redirect-uris.js'
import type { OpenedArtifact, Payload, SealedArtifacts } from './sealed-artifacts.js'

/** A program asks to be connected, and a person decides. */
export interface ConsentRequest {
  uid: string
  clientId: string
  client: ClientFacts
  returnsTo: ReturnAddress
  /** Those that are known, of what was asked for. */
  scopes: ApiScope[]
}

/** What the person allows; scopes that were not asked for are never given. */
export type Decision = Pick<NewGrant, 'scopes' | 'controls'>

/** The requests that wait at the authorization server until a person has decided. */
export class ConsentRequests {
  private readonly basePath: string

  constructor(
    private readonly artifacts: SealedArtifacts,
    private readonly createGrant: CreateGrant,
    private readonly unitOfWork: UnitOfWork,
    baseUrl: BaseUrl,
  ) {
    this.basePath = basePathOf(baseUrl)
  }

  /** @throws Problem `not_found`: no such request in this mode, or it has ended */
  async find({ livemode }: AccountPrincipal, uid: string): Promise<ConsentRequest> {
    return toRequest(uid, this.assertOpen(await this.artifacts.find('interaction', uid), livemode))
  }

  /**
   * Creates the grant and records it as the answer, in one transaction: a form that is sent twice creates one. Returns the
   * path at which the program gets the answer.
   *
   * @throws Problem `not_found`; those of CreateGrant
   */
  allow(principal: AccountPrincipal, uid: string, { scopes, controls }: Decision): Promise<string> {
    return this.decide(principal, uid, async (tx, { clientId, client, returnsTo, scopes: asked }) => {
      const { name: clientName, host: clientHost } = client
      const input = { clientId, clientName, clientHost, redirectHost: returnsTo.host, controls }
      const given = asked.filter((scope) => scopes.includes(scope))
      const grant = await this.createGrant.run(tx, principal, { ...input, scopes: given })
      const result = { login: { accountId: grant.userId, remember: false }, consent: { grantId: grant.id } }
      return { result, grantId: grant.id }
    })
  }

  /** Returns the path at which the program learns of it. @throws Problem `not_found` */
  deny(principal: AccountPrincipal, uid: string): Promise<string> {
    const result = { error: 'access_denied', error_description: 'the person declined' }
    return this.decide(principal, uid, () => Promise.resolve({ result, grantId: null }))
  }

  /** The first decision counts. */
  private async decide(
    { accountId, livemode }: AccountPrincipal,
    uid: string,
    act: (tx: Tx, request: ConsentRequest) => Promise<{ result: object; grantId: string | null }>,
  ): Promise<string> {
    await this.unitOfWork.run(async (tx) => {
      const waiting = this.assertOpen(await this.artifacts.lock(tx, 'interaction', uid), livemode)
      if (waiting.opened['result'] !== undefined) return
      const { result, grantId } = await act(tx, toRequest(uid, waiting))
      await this.artifacts.replace(tx, uid, waiting, { accountId, livemode, grantId }, { ...waiting.opened, result })
    })
    return `${this.basePath}${ENDPOINTS.authorization}/${uid}`
  }

  private assertOpen(request: OpenedArtifact | undefined, livemode: boolean): OpenedArtifact {
    if (!request || request.livemode !== livemode || this.artifacts.isExpired(request)) throw notFound('request')
    return request
  }
}

function toRequest(uid: string, { opened }: OpenedArtifact): ConsentRequest {
  const params = opened['params'] as Payload
  return {
    uid,
    clientId: String(params['client_id']),
    client: opened['client'] as ClientFacts,
    returnsTo: returnAddressOf(String(params['redirect_uri'])),
    scopes: String(params['scope']).split(' ').filter(isApiScope),
  }
}
