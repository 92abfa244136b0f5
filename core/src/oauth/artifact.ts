import { createHash } from 'node:crypto'

/** What the authorization server keeps between two requests. */
export type ArtifactKind = 'interaction' | 'authorization_code' | 'access_token' | 'refresh_token'

/** Nothing in the database opens anything: of ids, codes and tokens it has the hash, of what they stand for a sealed text. */
export interface Artifact {
  kind: ArtifactKind
  idHash: string
  /** Null, as the grant: no person has decided about the request. */
  accountId: string | null
  livemode: boolean
  grantId: string | null
  payload: string
  createdAt: string
  expiresAt: string
  /** When it was used, of what can be used once. */
  consumedAt: string | null
}

/** The texts have enough entropy for a plain hash. */
export const hashArtifact = (id: string): string => createHash('sha256').update(id).digest('hex')
