import type { Adapter, Client, Stored } from 'oidc-provider'
import type { Grant } from '../agents/grant.js'
import type { Grants } from '../agents/grants.repository.js'
import type { RevokeGrant } from '../agents/revoke-grant.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, DAY_MS, HOUR_MS, iso, later, MINUTE_MS, SECOND_MS } from '../kernel/clock.js'
import { actForAccount, SYSTEM } from '../kernel/principal.js'
import { type ArtifactKind, hashArtifact } from './artifact.js'
import type { Artifacts } from './artifacts.repository.js'
import { clientNameOf, toMetadata } from './oauth-client.js'
import type { OAuthClients } from './oauth-clients.repository.js'
import type { ProtectedResources } from './protected-resources.js'
import type { OpenedArtifact, SealedArtifacts } from './sealed-artifacts.js'

export interface AdapterParts {
  artifacts: SealedArtifacts
  rows: Artifacts
  grants: Grants
  clients: OAuthClients
  revokeGrant: RevokeGrant
  resources: ProtectedResources
  unitOfWork: UnitOfWork
  clock: Clock
}

/** What an adapter must know of the request that is being answered. */
export interface RequestFacts {
  client(): Client | undefined
  route(): string | undefined
  /** Does the program renew what it has, or give it up? */
  isOfConnected(): boolean
  /** The error for a code or token that is not worth anything. */
  invalidGrant(): Error
}

const KINDS: Record<string, ArtifactKind | undefined> = {
  Interaction: 'interaction',
  AuthorizationCode: 'authorization_code',
  AccessToken: 'access_token',
  RefreshToken: 'refresh_token',
}
/** How long a code or refresh token that was used is kept, so that another use is noticed. */
const KEPT_AFTER_USE_MS = 30 * DAY_MS
const KEPT_AFTER_ANSWER_MS = HOUR_MS
/** A browser that lost the answer, or was sent on twice, gets it again for so long. */
const ANSWERED_AGAIN_MS = MINUTE_MS

/** Others are never looked up: Postgres refuses some texts. */
const REGISTERED_ID = /^[\w-]{1,64}$/
/** The library wants one, and sends no one there: a program that renews has no browser with it. */
const UNUSED_ADDRESS = 'https://unused.invalid/'
const DOCUMENT_ID = /^https:\/\/[!-~]{1,2000}$/

const nothing = (): Promise<undefined> => Promise.resolve(undefined)
/** The library's own session: nothing is remembered, so that a person decides about each request. */
const FORGETFUL: Adapter = {
  upsert: nothing,
  find: nothing,
  consume: nothing,
  destroy: nothing,
  revokeByGrantId: nothing,
}

/** Gives the library's models their storage: ours. */
export function adapterFor(parts: AdapterParts, request: RequestFacts) {
  return (model: string): Adapter => {
    const kind = KINDS[model]
    if (kind) return new ArtifactAdapter(kind, parts, request)
    if (model === 'Client') return { ...FORGETFUL, find: (id) => findClient(parts, request, id) }
    if (model === 'Grant') {
      return {
        ...FORGETFUL,
        find: async (id) => toStored(parts, await parts.grants.findById(id)),
        destroy: (id) => revoke(parts, request, id),
      }
    }
    return FORGETFUL
  }
}

async function findClient(
  { clients, grants }: AdapterParts,
  request: RequestFacts,
  id: string,
): Promise<Stored | undefined> {
  if (!REGISTERED_ID.test(id)) {
    // Else the document at this address is read. A program that is connected goes on while it cannot be.
    const isKnown = request.isOfConnected() && DOCUMENT_ID.test(id) && (await grants.isClientInUse(id))
    return isKnown ? toMetadata({ id, name: id, redirectUris: [UNUSED_ADDRESS] }) : undefined
  }
  const client = await clients.find(id)
  return client && toMetadata(client)
}

function toStored({ resources }: AdapterParts, grant: Grant | undefined): Stored | undefined {
  if (!grant || grant.revokedAt !== null) return undefined
  const { id, userId, clientId, livemode, scopes } = grant
  return {
    jti: id,
    kind: 'Grant',
    accountId: userId,
    clientId,
    resources: { [resources.of(livemode)]: scopes.join(' ') },
  }
}

/** The program gives its access up, or what can be used once was used again. */
async function revoke({ grants, revokeGrant }: AdapterParts, request: RequestFacts, id: string): Promise<void> {
  const grant = await grants.findById(id)
  if (!grant) return
  const { accountId } = grant
  if (request.route() === 'revocation') {
    const program = { surface: 'mcp', who: { kind: 'grant', id }, scopes: null, accountId } as const
    await revokeGrant.run(program, id, 'client')
  } else {
    await revokeGrant.run(actForAccount(SYSTEM, accountId), id, 'token_reuse')
  }
}

class ArtifactAdapter implements Adapter {
  constructor(
    private readonly kind: ArtifactKind,
    private readonly parts: AdapterParts,
    private readonly request: RequestFacts,
  ) {}

  async upsert(id: string, payload: Stored, seconds: number): Promise<void> {
    if (this.kind === 'interaction') return this.begin(id, payload, seconds)
    const { artifacts, grants, resources, unitOfWork } = this.parts
    await unitOfWork.run(async (tx) => {
      const grant = await grants.lockInUse(tx, String(payload['grantId']))
      // Revoked meanwhile, or for the resource of the other mode.
      if (!grant || (payload['aud'] ?? payload['resource']) !== resources.of(grant.livemode)) {
        throw this.request.invalidGrant()
      }
      const { accountId, livemode, id: grantId } = grant
      await artifacts.save(tx, this.kind, id, { accountId, livemode, grantId }, payload, seconds)
    })
  }

  async find(id: string): Promise<Stored | undefined> {
    const artifact = await this.parts.artifacts.find(this.kind, id)
    return artifact && !this.isOver(artifact) ? this.toStored(id, artifact) : undefined
  }

  private isOver(artifact: OpenedArtifact): boolean {
    const { artifacts, clock } = this.parts
    const { consumedAt } = artifact
    if (consumedAt === null) return artifacts.isExpired(artifact)
    return this.kind === 'interaction' && Date.parse(consumedAt) + ANSWERED_AGAIN_MS <= clock.now().getTime()
  }

  /** Of two requests with the same code or token one is answered: the other is a copy, as far as anyone can tell. */
  async consume(id: string): Promise<void> {
    const { rows, clock, unitOfWork, artifacts } = this.parts
    const row = { kind: this.kind, idHash: hashArtifact(id) }
    const now = clock.now()
    const isFirst = await unitOfWork.run((tx) => rows.consume(tx, row, iso(now), iso(later(now, KEPT_AFTER_USE_MS))))
    if (isFirst) return
    const artifact = await artifacts.find(this.kind, id)
    if (artifact?.grantId) await revoke(this.parts, this.request, artifact.grantId)
    throw this.request.invalidGrant()
  }

  async destroy(id: string): Promise<void> {
    const { rows, unitOfWork, clock } = this.parts
    const row = { kind: this.kind, idHash: hashArtifact(id) }
    const now = clock.now()
    await unitOfWork.run(async (tx) => {
      if (this.kind !== 'interaction') return rows.delete(tx, row.kind, row.idHash)
      // The page tells a person who comes back that they have decided.
      await rows.consume(tx, row, iso(now), iso(later(now, KEPT_AFTER_ANSWER_MS)))
    })
  }

  /** The library revokes the grant as well, and its tokens are worth nothing then. */
  revokeByGrantId(): Promise<void> {
    return Promise.resolve()
  }

  /** Keeps a request for the person who decides, and what they are told about the program. */
  private async begin(id: string, payload: Stored, seconds: number): Promise<void> {
    const { artifacts, clients, resources, unitOfWork, clock } = this.parts
    const params = payload['params'] as Stored
    const mode = resources.modeOf(params['resource'])
    const client = this.request.client()
    if (!mode || !client) throw new Error('an authorization request without client or resource was let through')
    const host = client.clientIdMetadataDocument === true ? new URL(client.clientId).host : null
    const facts = { name: clientNameOf(client.clientName, String(params['redirect_uri'])), host }
    await unitOfWork.run(async (tx) => {
      if (host === null) await clients.recordUse(tx, client.clientId, iso(clock.now()))
      const owner = { accountId: null, livemode: mode.livemode, grantId: null }
      await artifacts.save(tx, this.kind, id, owner, { ...payload, client: facts }, seconds)
    })
  }

  /** Our clock decides about the end: the library compares with the system's. */
  private toStored(id: string, { opened, expiresAt, consumedAt }: OpenedArtifact): Stored {
    const exp = Math.ceil(Date.parse(expiresAt) / SECOND_MS)
    const consumed = consumedAt === null ? {} : { consumed: Math.floor(Date.parse(consumedAt) / SECOND_MS) }
    return { ...opened, jti: id, exp, ...consumed }
  }
}
