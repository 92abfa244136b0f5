import { releaseCommand } from '../kernel/operator-commands.js'
import { Problem } from '../kernel/problem.js'

/** When a payer may try again after a provider that could not be reached. */
export const PROVIDER_RETRY_AFTER_SECONDS = '30'

/** The daily limit of checkouts per link is reached, until the oldest of them is a day old. */
export class DailyLimitProblem extends Problem {
  constructor(limit: number, retryAfterSeconds: number) {
    super('rate_limited', {
      detail: `At most ${limit} checkouts of a link are opened within 24 hours. An open one can still be resumed.`,
      headers: { 'Retry-After': String(retryAfterSeconds) },
    })
    this.name = 'DailyLimitProblem'
  }
}

/** Our database failed before anything was sent to the provider: the payer may retry soon. */
export class NothingSentProblem extends Problem {
  constructor(cause: unknown) {
    super('provider_unavailable', {
      detail: 'Nothing was sent to the provider. Try again in a minute.',
      headers: { 'Retry-After': '60' },
      cause,
    })
    this.name = 'NothingSentProblem'
  }
}

/** The provider refuses to close the open checkout: it may still be paid and keeps its link reserved. */
export class NotClosedProblem extends Problem {
  constructor(linkId: string, refusal: string) {
    super('request_in_flight', {
      detail:
        `The provider does not close the open checkout: ${refusal}. Wait until it is paid or expires, or release the ` +
        `link, knowing that the checkout may still be paid: ${releaseCommand(linkId)}`,
    })
    this.name = 'NotClosedProblem'
  }
}
