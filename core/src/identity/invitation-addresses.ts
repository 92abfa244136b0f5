import type { BaseUrl } from '../kernel/named.js'
import type { Sealer } from '../secrets/sealer.js'
import type { Invitation, InvitationPurpose } from './invitation.js'

const TOKEN = /^(invt_[0-9a-z]{26})\.([0-9a-f]{32})$/
const MAC_LENGTH = 32
const PURPOSE = 'invitation'

const FOLDERS: Record<InvitationPurpose, string> = { setup: 'setup', invitation: 'invitation', reset: 'reset' }

/** One-time addresses: id and MAC, so that nothing that opens one is stored, and a letter can write it when it is sent. */
export class InvitationAddresses {
  constructor(
    private readonly sealer: Sealer,
    private readonly baseUrl: BaseUrl,
  ) {}

  addressOf(invitation: Pick<Invitation, 'id' | 'purpose'>): string {
    return `${this.baseUrl}/dashboard/${FOLDERS[invitation.purpose]}/${this.tokenOf(invitation.id)}`
  }

  /** As it may be kept or shown to others: it opens nothing. */
  maskedAddressOf({ purpose }: Pick<Invitation, 'purpose'>): string {
    return `${this.baseUrl}/dashboard/${FOLDERS[purpose]}/…`
  }

  /** The id of the invitation that a token opens; undefined: the token is not ours. */
  idIn(token: string): string | undefined {
    const [, id, mac = ''] = TOKEN.exec(token) ?? []
    if (id === undefined) return undefined
    return this.sealer.isAuthentic(PURPOSE, id, mac, MAC_LENGTH) ? id : undefined
  }

  private tokenOf(id: string): string {
    return `${id}.${this.sealer.authenticate(PURPOSE, id).slice(0, MAC_LENGTH)}`
  }
}
