import type { EmailTransport, Mailbox } from '@paylink/plugin-api'

/** How live mail leaves: over what, and under whose address. */
export interface MailRoute {
  transport: EmailTransport
  from: Mailbox
  /** Where other servers report what became of a mail; null: nowhere that we read. */
  bounces: string | null
}

/** The ways that are set up. One for all accounts, from the settings. */
export class MailRoutes {
  constructor(private readonly route: MailRoute | null) {}

  /** Null: live mail cannot be sent. */
  get live(): MailRoute | null {
    return this.route
  }
}
