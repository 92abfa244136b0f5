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
  /** Null: a person has yet to decide. */
  decision: 'allowed' | 'denied' | null
  /** The program was told. */
  isAnswered: boolean
}

/** The cookie that ties a request to the browser that began it; its path is that of the page. */
export const INTERACTION_COOKIE = 'paylink_oauth'

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

  /** Undefined: no such request for this account and mode, or it has ended. */
  async find(principal: AccountPrincipal, uid: string): Promise<ConsentRequest | undefined> {
    const found = await this.artifacts.find('interaction', uid)
    return found && this.isOpen(found, principal) ? toRequest(uid, found) : undefined
  }

  /** The path at which the program learns of the decision. */
  answerPath(uid: string): string {
    return `${this.basePath}${ENDPOINTS.authorization}/${uid}`
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
    principal: AccountPrincipal,
    uid: string,
    act: (tx: Tx, request: ConsentRequest) => Promise<{ result: object; grantId: string | null }>,
  ): Promise<string> {
    const { accountId, livemode } = principal
    await this.unitOfWork.run(async (tx) => {
      const waiting = await this.artifacts.lock(tx, 'interaction', uid)
      if (!waiting || !this.isOpen(waiting, principal)) throw notFound('request')
      if (waiting.opened['result'] !== undefined) return
      const { result, grantId } = await act(tx, toRequest(uid, waiting))
      await this.artifacts.replace(tx, uid, waiting, { accountId, livemode, grantId }, { ...waiting.opened, result })
    })
    return this.answerPath(uid)
  }

  private isOpen(request: OpenedArtifact, { accountId, livemode }: AccountPrincipal): boolean {
    const isOfAccount = request.accountId === null || request.accountId === accountId
    return isOfAccount && request.livemode === livemode && !this.artifacts.isExpired(request)
  }
}

function toRequest(uid: string, { opened, grantId, consumedAt }: OpenedArtifact): ConsentRequest {
  const params = opened['params'] as Payload
  return {
    uid,
    clientId: String(params['client_id']),
    client: opened['client'] as ClientFacts,
    returnsTo: returnAddressOf(String(params['redirect_uri'])),
    scopes: String(params['scope']).split(' ').filter(isApiScope),
    decision: opened['result'] === undefined ? null : grantId === null ? 'denied' : 'allowed',
    isAnswered: consumedAt !== null,
  }
}
