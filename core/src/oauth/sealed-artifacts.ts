import type { Tx } from '../database/engine.js'
import { type Clock, iso, later, SECOND_MS } from '../kernel/clock.js'
import { type AssociatedData, type Sealer, UnsealError } from '../secrets/sealer.js'
import { type Artifact, type ArtifactKind, hashArtifact } from './artifact.js'
import type { Artifacts } from './artifacts.repository.js'

/** What an artifact stands for, as the authorization server stores it. */
export type Payload = Record<string, unknown>

export interface OpenedArtifact extends Artifact {
  opened: Payload
}

type Owner = Pick<Artifact, 'accountId' | 'livemode' | 'grantId'>

/** Artifacts by the text that they are known by outside, which is not stored. */
export class SealedArtifacts {
  constructor(
    private readonly artifacts: Artifacts,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  /** Also one that has expired or was used. Undefined: there is none, or the secret key was changed since. */
  async find(kind: ArtifactKind, id: string): Promise<OpenedArtifact | undefined> {
    return this.open(await this.artifacts.find(kind, hashArtifact(id)))
  }

  /** Locked until the transaction ends. */
  async lock(tx: Tx, kind: ArtifactKind, id: string): Promise<OpenedArtifact | undefined> {
    return this.open(await this.artifacts.lock(tx, kind, hashArtifact(id)))
  }

  async save(tx: Tx, kind: ArtifactKind, id: string, owner: Owner, payload: Payload, seconds: number): Promise<void> {
    const now = this.clock.now()
    const expiresAt = iso(later(now, seconds * SECOND_MS))
    await this.artifacts.save(tx, await this.seal(kind, id, owner, payload, iso(now), expiresAt))
  }

  /** Another payload and owner, and no longer life. */
  async replace(
    tx: Tx,
    id: string,
    { kind, createdAt, expiresAt }: Artifact,
    owner: Owner,
    payload: Payload,
  ): Promise<void> {
    await this.artifacts.save(tx, await this.seal(kind, id, owner, payload, createdAt, expiresAt))
  }

  isExpired({ expiresAt }: Artifact): boolean {
    return Date.parse(expiresAt) <= this.clock.now().getTime()
  }

  private async seal(
    kind: ArtifactKind,
    id: string,
    owner: Owner,
    payload: Payload,
    createdAt: string,
    expiresAt: string,
  ): Promise<Artifact> {
    const idHash = hashArtifact(id)
    // The text itself would stand in it as `jti`.
    const { jti: _, ...stored } = payload
    const sealed = await this.sealer.seal(associatedData({ kind, idHash, ...owner }), JSON.stringify(stored))
    return { kind, idHash, ...owner, payload: sealed, createdAt, expiresAt, consumedAt: null }
  }

  private async open(artifact: Artifact | undefined): Promise<OpenedArtifact | undefined> {
    if (!artifact) return undefined
    try {
      const text = await this.sealer.open(associatedData(artifact), artifact.payload)
      return { ...artifact, opened: JSON.parse(text) as Payload }
    } catch (error) {
      if (error instanceof UnsealError) return undefined
      throw error
    }
  }
}

const associatedData = ({
  kind,
  idHash,
  accountId,
  livemode,
}: Pick<Artifact, 'kind' | 'idHash' | 'accountId' | 'livemode'>): AssociatedData => ({
  ...{ table: 'oauth_artifacts', column: 'payload', row: `${kind} ${idHash}`, accountId: accountId ?? '', livemode },
})
