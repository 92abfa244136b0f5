import type { Reader } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { SEALED_COLUMNS, type SealedColumn } from '../secrets/sealed-columns.js'
import { type Sealer, UnsealError } from '../secrets/sealer.js'
import { otherTexts, replaceTexts } from '../secrets/reseal.repository.js'

const BATCH = 200

export interface Resealed {
  /** Texts that were sealed anew, by table. */
  tables: Record<string, number>
  /** Texts that no given key opens: they were lost before. */
  unreadable: number
}

/** Seals everything anew that is not sealed with the key in use. What was cut short goes on where it was. */
export class ResealAll {
  constructor(
    private readonly reader: Reader,
    private readonly unitOfWork: UnitOfWork,
    private readonly sealer: Sealer,
  ) {}

  /** @param betweenBatches is awaited after each batch */
  async run(betweenBatches: (table: string, done: number) => Promise<void>): Promise<Resealed> {
    const resealed: Resealed = { tables: {}, unreadable: 0 }
    for (const column of SEALED_COLUMNS) await this.column(column, resealed, betweenBatches)
    return resealed
  }

  private async column(
    column: SealedColumn,
    resealed: Resealed,
    betweenBatches: (table: string, done: number) => Promise<void>,
  ): Promise<void> {
    const { table } = column
    resealed.tables[table] ??= 0
    let after: string[] | null = null
    for (;;) {
      const found = await otherTexts(this.reader, column, this.sealer.keyId, { after, limit: BATCH })
      const opened = await Promise.all(found.map((one) => this.replacementOf(one)))
      const replacements = opened.filter((one) => one !== null)
      resealed.unreadable += found.length - replacements.length
      resealed.tables[table] += await this.unitOfWork.run((tx) => replaceTexts(tx, column, replacements))
      const last = found.at(-1)
      if (!last) return
      after = last.key
      await betweenBatches(table, resealed.tables[table])
    }
  }

  private async replacementOf<T extends { text: string }>(one: T): Promise<(T & { replacement: string }) | null> {
    try {
      return { ...one, replacement: await this.sealer.reseal(one.text) }
    } catch (error) {
      if (error instanceof UnsealError) return null
      throw error
    }
  }
}
