import type { MailAddresses } from './addresses.js'
import type { Email } from './email.js'
import type { Emails } from './emails.repository.js'
import { LOGO_ID } from './letters/letter.js'
import { NotToBeSentError, type WriteLetter, type Written } from './write-letter.js'

export interface ShownEmail {
  text: string
  /** With its pictures in it: complete by itself. */
  html: string
  /** The receipt or the invoice that it brings; null: it brings none. */
  pdf: Uint8Array | null
  /** The same of an invoice's other file. */
  xml: Uint8Array | null
}

/** A mail to look at: as it was handed over, or as it would be now. */
export class ShowEmail {
  constructor(
    private readonly emails: Emails,
    private readonly writeLetter: WriteLetter,
    private readonly addresses: MailAddresses,
  ) {}

  /** @throws Error it was never written, and there is no reason to write it any more */
  async run(email: Email): Promise<ShownEmail> {
    if (email.via === 'provider' && email.livemode) {
      throw new Error('the invoicing provider writes and sends this mail: its text is not kept here')
    }
    const sent = await this.emails.body(email.id)
    const now = await this.write(email)
    const letter = sent ?? now?.letter
    if (!letter) throw new Error(`it was never written: ${email.error ?? 'there was no reason to'}`)
    const logo = now?.attachments.find(({ contentId }) => contentId === LOGO_ID)
    const broughtAs = (type: string): Uint8Array | null =>
      now?.attachments.find(({ contentType }) => contentType === type)?.content ?? null
    const picture = logo && `data:${logo.contentType};base64,${Buffer.from(logo.content).toString('base64')}`
    // Whoever looks at a mail that was sent is not its reader: what follows from here says nothing of the customer.
    const unmarked = (body: string): string =>
      email.livemode
        ? body.replaceAll(`?m=${email.token}`, '').replaceAll(this.addresses.pixel(email.token), 'data:,')
        : body
    const html = unmarked(letter.html)
    return {
      text: unmarked(letter.text),
      html: picture === undefined ? html : html.replaceAll(`cid:${LOGO_ID}`, picture),
      pdf: broughtAs('application/pdf'),
      xml: broughtAs('application/xml'),
    }
  }

  private async write(email: Email): Promise<Written | null> {
    try {
      return await this.writeLetter.anyway(email)
    } catch (error) {
      if (error instanceof NotToBeSentError) return null
      throw error
    }
  }
}
