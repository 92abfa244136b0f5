import { randomUUID } from 'node:crypto'
import { linkBody } from '../support/appliance.js'
import { goLive } from '../support/go-live.js'
import type { Site, SiteReply } from '../support/site.js'

/** One for each site, from the first time it is asked for. */
const liveKeys = new WeakMap<Site, Promise<string>>()

/** One live mail of a link of its own, to an address of its own. */
export class LiveMail {
  readonly to = `ana-${randomUUID()}@example.com`
  private readonly idempotencyKey = randomUUID()

  private constructor(
    private readonly site: Site,
    private readonly liveKey: string,
    readonly linkId: string,
  ) {}

  static async of(site: Site): Promise<LiveMail> {
    let key = liveKeys.get(site)
    if (!key) liveKeys.set(site, (key = goLive(site)))
    const liveKey = await key
    const { status, body } = await site.api('POST', '/v1/payment_links', linkBody(), randomUUID(), liveKey)
    if (status !== 201) throw new Error(`no link: ${status} ${JSON.stringify(body)}`)
    return new LiveMail(site, liveKey, body.id as string)
  }

  /** Asks for it to be sent; asked again, it is the same mail. */
  ask(): Promise<SiteReply> {
    const path = `/v1/payment_links/${this.linkId}/email`
    return this.site.api('POST', path, { to: this.to }, this.idempotencyKey, this.liveKey)
  }

  rows(): Promise<any[]> {
    return this.site.view.rows('select * from email_deliveries where link_id = ?', [this.linkId])
  }

  async status(): Promise<string> {
    return (await this.rows())[0]?.status as string
  }

  /** Returns when it is in a final state. */
  async ended(): Promise<void> {
    const hasEnded = async () => ['sent', 'unknown', 'failed'].includes(await this.status())
    await this.site.until(hasEnded, 'what came of a mail')
  }

  /** How often the server took it. */
  get accepted(): number {
    return this.site.mail.mails.filter(({ envelope }) => envelope.to.includes(this.to)).length
  }
}
