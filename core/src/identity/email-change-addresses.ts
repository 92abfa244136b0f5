import type { BaseUrl } from '../kernel/named.js'
import type { Sealer } from '../secrets/sealer.js'
import { SIDES, type Side } from './email-change.js'

const TOKEN = /^(emch_[0-9a-z]{26})\.([0-9a-f]{32})$/
const MAC_LENGTH = 32
const FOLDER = 'email-change'
const PURPOSE = 'email change'

/** One-time addresses for the two mailboxes of a change: id and MAC, so that nothing that opens one is stored. */
export class EmailChangeAddresses {
  constructor(
    private readonly sealer: Sealer,
    private readonly baseUrl: BaseUrl,
  ) {}

  addressOf(id: string, side: Side): string {
    return `${this.baseUrl}/dashboard/${FOLDER}/${id}.${this.macOf(id, side)}`
  }

  /** As it may be kept or shown to others: it opens nothing. */
  get maskedAddress(): string {
    return `${this.baseUrl}/dashboard/${FOLDER}/…`
  }

  /** The change and the mailbox that a token belongs to; undefined: the token is not ours. */
  read(token: string): { id: string; side: Side } | undefined {
    const [, id, mac = ''] = TOKEN.exec(token) ?? []
    if (id === undefined) return undefined
    const side = SIDES.find((one) => this.sealer.isAuthentic(PURPOSE, `${one} ${id}`, mac, MAC_LENGTH))
    return side && { id, side }
  }

  private macOf(id: string, side: Side): string {
    return this.sealer.authenticate(PURPOSE, `${side} ${id}`).slice(0, MAC_LENGTH)
  }
}
