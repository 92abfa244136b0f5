import { Columns, type RowOf } from '../database/columns.js'
import type { Reader, Tx } from '../database/engine.js'
import { Statement } from '../database/statement.js'
import type { Artifact, ArtifactKind } from './artifact.js'

type Row = RowOf<Artifact>

const ARTIFACT = Columns.of<Artifact>({
  kind: 'text',
  idHash: 'text',
  accountId: 'text',
  livemode: 'boolean',
  grantId: 'text',
  payload: 'text',
  createdAt: 'timestamptz',
  expiresAt: 'timestamptz',
  consumedAt: 'timestamptz',
})

const FIND = new Statement<Row>(`select ${ARTIFACT.names.join()} from oauth_artifacts where kind = ? and id_hash = ?`)

const toArtifact = (row: Row): Artifact => ARTIFACT.fromRow(row)

export class Artifacts {
  constructor(private readonly reader: Reader) {}

  /** Also those that have expired, until they are deleted. */
  async find(kind: ArtifactKind, idHash: string): Promise<Artifact | undefined> {
    const [row] = await FIND.rows(this.reader, [kind, idHash])
    return row && toArtifact(row)
  }

  async lock(tx: Tx, kind: ArtifactKind, idHash: string): Promise<Artifact | undefined> {
    const row = await tx<Row>('oauth_artifacts')
      .where({ kind, id_hash: idHash })
      .forUpdate()
      .first(...ARTIFACT.names)
    return row && toArtifact(row)
  }

  async save(tx: Tx, artifact: Artifact): Promise<void> {
    const row = ARTIFACT.toRow(artifact)
    await tx('oauth_artifacts').insert(row).onConflict(['kind', 'id_hash']).merge()
  }

  /** False: it was used before. It is kept for a while, so that another use is noticed. */
  async consume(
    tx: Tx,
    { kind, idHash }: Pick<Artifact, 'kind' | 'idHash'>,
    at: string,
    keptUntil: string,
  ): Promise<boolean> {
    const consumed = await tx<Row>('oauth_artifacts')
      .where({ kind, id_hash: idHash })
      .whereNull('consumed_at')
      .update({ consumed_at: at, expires_at: keptUntil })
    return consumed === 1
  }

  async delete(tx: Tx, kind: ArtifactKind, idHash: string): Promise<void> {
    await tx('oauth_artifacts').where({ kind, id_hash: idHash }).delete()
  }

  async deleteExpired(tx: Tx, before: string): Promise<void> {
    await tx('oauth_artifacts').where('expires_at', '<', before).delete()
  }
}
