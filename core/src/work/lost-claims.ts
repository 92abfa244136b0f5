import type { Claim } from './claim.js'

interface LostClaim {
  table: object
  claim: Claim
}

/**
 * Claims whose answer was lost: if they took effect, they hold rows that no worker knows of. Claims of one table within
 * one millisecond have the same fence: if any of them was answered, none counts as lost, since its rows are being worked.
 */
export class LostClaims {
  private lost: LostClaim[] = []
  private readonly lastAnswered = new Map<object, string>()

  recordAnswer(table: object, { until }: Claim): void {
    this.lastAnswered.set(table, until)
    this.lost = this.lost.filter((one) => one.table !== table || one.claim.until !== until)
  }

  recordLoss(table: object, claim: Claim): void {
    if (this.lastAnswered.get(table) !== claim.until) this.lost.push({ table, claim })
  }

  /** Those that have not expired by `now`. */
  of(table: object, now: string): Claim[] {
    this.lost = this.lost.filter(({ claim }) => claim.until > now)
    return this.lost.filter((one) => one.table === table).map(({ claim }) => claim)
  }

  forget(claim: Claim): void {
    this.lost = this.lost.filter((one) => one.claim !== claim)
  }
}
