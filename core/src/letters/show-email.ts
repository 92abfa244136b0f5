import { Problem } from '../kernel/problem.js'
import type { MailAddresses } from '../mail/addresses.js'
import type { Email } from '../mail/email.js'
import type { Emails } from '../mail/emails.repository.js'
import { LOGO_ID } from './letter.js'
import { NotReadyError, ObsoleteEmailError, type RenderedEmail } from '../mail/render-email.js'
import type { WriteLetter } from './write-letter.js'

export interface ShownEmail {
  text: string
  /** Self-contained, with the logo as a data URL. */
  html: string
  /** The attached receipt or invoice; null: none. */
  pdf: Uint8Array | null
  /** The attached XML of an invoice; null: none. */
  xml: Uint8Array | null
}

/** A preview of an email: as it was sent, or as it would be sent now. */
export class ShowEmail {
  constructor(
    private readonly emails: Emails,
    private readonly writeLetter: WriteLetter,
    private readonly addresses: MailAddresses,
  ) {}

  /** @throws Problem `not_found`: the provider writes it, or it was never rendered and is obsolete */
  async run(email: Email): Promise<ShownEmail> {
    if (isByProvider(email)) {
      const detail = 'the invoicing provider writes and sends this email, so its text is not stored here'
      throw new Problem('not_found', { detail })
    }
    // In test mode the one who reads it may try what its links do.
    const shown = await this.find(email, { keepsTracking: !email.livemode })
    if (!shown) {
      throw new Problem('not_found', { detail: `the email was never rendered: ${email.error ?? 'it is obsolete'}` })
    }
    return shown
  }

  /**
   * Null: the provider writes it, or it was never rendered and is obsolete.
   *
   * @throws NotReadyError it was not sent, and cannot be rendered yet
   */
  async find(email: Email, { keepsTracking = false } = {}): Promise<ShownEmail | null> {
    if (isByProvider(email)) return null
    const sent = await this.emails.body(email.id)
    const now = await this.render(email, sent !== null)
    const letter = sent ?? now?.keptLetter ?? now?.letter
    if (!letter) return null
    const logo = now?.attachments.find(({ contentId }) => contentId === LOGO_ID)
    const attachedAs = (type: string): Uint8Array | null =>
      now?.attachments.find(({ contentType }) => contentType === type)?.content ?? null
    const picture = logo && `data:${logo.contentType};base64,${Buffer.from(logo.content).toString('base64')}`
    // The reader is not the recipient: that must not count as an open or a click, nor unsubscribe them.
    const withoutTracking = (body: string): string =>
      keepsTracking
        ? body
        : body
            .replaceAll(`?m=${email.token}`, '')
            .replaceAll(this.addresses.pixelUrl(email.token), 'data:,')
            .replaceAll(this.addresses.unsubscribeUrl(email.token), this.addresses.maskedUnsubscribeUrl)
    const html = withoutTracking(letter.html)
    return {
      text: withoutTracking(letter.text),
      html: picture === undefined ? html : html.replaceAll(`cid:${LOGO_ID}`, picture),
      pdf: attachedAs('application/pdf'),
      xml: attachedAs('application/xml'),
    }
  }

  private async render(email: Email, wasSent: boolean): Promise<RenderedEmail | null> {
    try {
      return await this.writeLetter.render(email)
    } catch (error) {
      if (error instanceof ObsoleteEmailError || (wasSent && error instanceof NotReadyError)) return null
      throw error
    }
  }
}

const isByProvider = ({ via, livemode }: Email): boolean => via === 'provider' && livemode
