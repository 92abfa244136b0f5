import type { MailAttachment } from '@paylink/plugin-api'
import type { Account } from '../accounts/account.js'
import type { SendResult } from '../plugin-host/call-transport.js'
import type { Email } from './email.js'

/** A letter as it reads now, with its attachments. */
export interface RenderedEmail {
  account: Account
  letter: { text: string; html: string }
  attachments: MailAttachment[]
  /** As it is kept and shown later, if the letter holds what only its recipient may see. */
  keptLetter?: { text: string; html: string }
  /** Sends it by another way than the mail server. Null: in test mode, without a simulator to ask. */
  sendByProvider?: () => Promise<SendResult | null>
}

/** The email is obsolete: it must not be sent. */
export class ObsoleteEmailError extends Error {}

/** The letter cannot be rendered yet; try later. */
export class NotReadyError extends Error {}

/** Renders what is about to be sent, from the current data. Implemented by `letters`. */
export abstract class RenderEmail {
  /**
   * @throws ObsoleteEmailError the address is suppressed, or the link was paid, for instance
   * @throws NotReadyError an attachment is not available yet
   */
  abstract renderForSending(email: Email): Promise<RenderedEmail>
}
