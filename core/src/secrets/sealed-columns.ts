/** A column whose texts are sealed, and what names a row of its table. */
interface SealedColumnOf<Table extends string, Column extends string> {
  table: Table
  column: Column
  key: readonly string[]
}

const sealed = <Table extends string, Column extends string>(
  table: Table,
  column: Column,
  key: readonly string[] = ['id'],
): SealedColumnOf<Table, Column> => ({ table, column, key })

/** Every column that a new secret key must seal anew. A secret cannot be sealed for one that is not here. */
export const SEALED_COLUMNS = [
  sealed('connections', 'sealed_settings'),
  sealed('invoicing_connections', 'sealed_settings'),
  sealed('webhook_endpoints', 'sealed_secret'),
  sealed('webhook_endpoints', 'sealed_former_secret'),
  sealed('totps', 'sealed_secret', ['user_id']),
  sealed('held_forms', 'sealed_fields'),
  sealed('erasures', 'sealed_plan'),
  sealed('oauth_artifacts', 'payload', ['kind', 'id_hash']),
] as const

export type SealedColumn = (typeof SEALED_COLUMNS)[number]

/** Sealed as well, by `handOver`: the texts that tell which key is in use. */
export type SealedPlace = PlaceOf<SealedColumn> | { table: 'instance'; column: 'value' }

/** Only the pairs that are in the list. */
type PlaceOf<One> = One extends SealedColumnOf<infer Table, infer Column> ? { table: Table; column: Column } : never
