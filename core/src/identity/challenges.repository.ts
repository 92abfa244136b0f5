import type { UnitOfWork } from '../database/unit-of-work.js'
import type { Tx } from '../database/engine.js'
import { type Clock, iso, later, MINUTE_MS } from '../kernel/clock.js'
import type { Random } from '../kernel/random.js'

export interface Ceremony {
  purpose: 'register' | 'sign_in' | 'confirm'
  /** The user or invitation it is for; null: it is not known yet who signs in. */
  subject: string | null
}

interface Row {
  challenge: string
  purpose: Ceremony['purpose']
  subject: string | null
  expires_at: string
}

const CHALLENGE_BYTES = 32
const VALID_MS = 5 * MINUTE_MS

/** What a passkey signs: valid for five minutes, once, and for one ceremony. */
export class Challenges {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly random: Random,
    private readonly clock: Clock,
  ) {}

  /** In base64url. */
  async make({ purpose, subject }: Ceremony): Promise<string> {
    const challenge = Buffer.from(this.random.bytes(CHALLENGE_BYTES)).toString('base64url')
    const expiresAt = iso(later(this.clock.now(), VALID_MS))
    await this.unitOfWork.run(async (tx) => {
      await tx<Row>('webauthn_challenges').insert({ challenge, purpose, subject, expires_at: expiresAt })
    })
    return challenge
  }

  /** Uses it up. False: it is none of this ceremony's, or was used, or is too old. */
  async use(challenge: string, { purpose, subject }: Ceremony): Promise<boolean> {
    const now = iso(this.clock.now())
    const used = await this.unitOfWork.run((tx) => {
      const query = tx<Row>('webauthn_challenges').where({ challenge, purpose }).where('expires_at', '>', now)
      return (subject === null ? query.whereNull('subject') : query.where({ subject })).delete()
    })
    return used > 0
  }

  async deleteExpired(tx: Tx): Promise<void> {
    await tx<Row>('webauthn_challenges').where('expires_at', '<', iso(this.clock.now())).delete()
  }
}
