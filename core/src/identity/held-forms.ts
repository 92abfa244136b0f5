import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, HOUR_MS, iso, later } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import { type AssociatedData, type Sealer, UnsealError } from '../secrets/sealer.js'
import type { FormFields, HeldFormRows } from './held-forms.repository.js'

const KEPT_MS = HOUR_MS
/** Of one user; the oldest go first. */
const MAX_KEPT = 5

/** What a person had typed when their session ended, or before they confirmed who they are. */
export class HeldForms {
  constructor(
    private readonly rows: HeldFormRows,
    private readonly sealer: Sealer,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** Keeps it for an hour, sealed. Returns the id to find it by. */
  async keep(user: { id: string; accountId: string }, path: string, fields: FormFields): Promise<string> {
    const now = this.clock.now()
    const id = this.ids.slug()
    const sealedFields = await this.sealer.seal(associatedData(id, user.accountId), JSON.stringify(fields))
    const expiresAt = iso(later(now, KEPT_MS))
    await this.unitOfWork.run(async (tx) => {
      await this.rows.insert(tx, { id, user, path, sealedFields, createdAt: iso(now), expiresAt })
      await this.rows.keepNewest(tx, user.id, MAX_KEPT)
    })
    return id
  }

  /** Undefined: there is no such form of this user's, or it is too old. */
  async find(userId: string, id: string): Promise<{ path: string; fields: FormFields } | undefined> {
    const now = iso(this.clock.now())
    const held = await this.rows.find(userId, id, now)
    if (!held) return undefined
    try {
      const opened = await this.sealer.open(associatedData(id, held.accountId), held.sealedFields)
      return { path: held.path, fields: JSON.parse(opened) as FormFields }
    } catch (error) {
      // The secret key was changed meanwhile: what was typed is lost, and nothing else.
      if (error instanceof UnsealError) return undefined
      throw error
    }
  }
}

const associatedData = (row: string, accountId: string): AssociatedData => ({
  ...{ table: 'held_forms', column: 'sealed_fields', row, accountId, livemode: false },
})
