import { type Clock, iso } from '../kernel/clock.js'
import type { Random } from '../kernel/random.js'
import type { Sealer } from '../secrets/sealer.js'
import { type Endpoint, associatedDataOfSecret } from './endpoint.js'
import { secretOf } from './signature.js'

type Sealed = Pick<
  Endpoint,
  'id' | 'accountId' | 'livemode' | 'sealedSecret' | 'sealedFormerSecret' | 'formerSecretUntil'
>

const SECRET_BYTES = 32
const MAX_CACHED = 2000

/** The secrets that sign for an endpoint. Unsealing takes longer than signing, so the results are cached. */
export class EndpointSecrets {
  private readonly opened = new Map<string, string>()

  constructor(
    private readonly sealer: Sealer,
    private readonly random: Random,
    private readonly clock: Clock,
  ) {}

  /** A new one, and how it is stored. */
  async create(endpoint: Pick<Endpoint, 'id' | 'accountId' | 'livemode'>) {
    const secret = secretOf(this.random.bytes(SECRET_BYTES))
    return { secret, sealedSecret: await this.sealer.seal(associatedDataOfSecret(endpoint), secret) }
  }

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
