import type { Mailbox } from '@paylink/plugin-api'
import type { InstalledTransport } from '../plugin-host/installed-plugin.js'

/** How live mail is sent: transport and sender address. */
export interface MailRoute {
  transport: InstalledTransport
  from: Mailbox
  /** The address that receives bounces and reports; null: none that we read. */
  bounces: string | null
}

/** The configured mail server: one for all accounts, from the settings. */
export class MailRoutes {
  constructor(private readonly route: MailRoute | null) {}

  /** Null: live mail cannot be sent. */
  get live(): MailRoute | null {
    return this.route
  }
}
