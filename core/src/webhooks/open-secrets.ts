import { type Clock, iso } from '../kernel/clock.js'
import type { Sealer } from '../secrets/sealer.js'
import { type Endpoint, associatedDataOfSecret } from './endpoint.js'

type Sealed = Pick<
  Endpoint,
  'id' | 'accountId' | 'livemode' | 'sealedSecret' | 'sealedFormerSecret' | 'formerSecretUntil'
>

const MAX_CACHED = 2000

/** The secrets that sign for an endpoint now. Unsealing takes longer than signing, so the results are cached. */
export class OpenSecrets {
  private readonly opened = new Map<string, string>()

  constructor(
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  /**
   * The newest first, then the former one until its overlap ends.
   *
   * @throws UnsealError
   */
  async open(endpoint: Sealed): Promise<string[]> {
    const { sealedSecret, sealedFormerSecret: former, formerSecretUntil: until } = endpoint
    const isInUse = former !== null && until !== null && until > iso(this.clock.now())
    const sealed = isInUse ? [sealedSecret, former] : [sealedSecret]
    return Promise.all(sealed.map((one) => this.unseal(endpoint, one)))
  }

  private async unseal(endpoint: Sealed, sealed: string): Promise<string> {
    const kept = this.opened.get(sealed)
    if (kept !== undefined) return kept
    const secret = await this.sealer.open(associatedDataOfSecret(endpoint), sealed)
    if (this.opened.size >= MAX_CACHED) this.opened.clear()
    this.opened.set(sealed, secret)
    return secret
  }
}
