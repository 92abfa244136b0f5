import type { Mailbox } from '@paylink/plugin-api'
import type { CallTransport } from '../plugin-host/call-transport.js'
import type { BaseUrl } from '../kernel/named.js'
import type { MailRoutes } from './mail-routes.js'
import { type ReceiveReport, REPORTS_PATH } from './receive-report.js'

/** The settings without which live mail is not sent. */
export type MailSetting = 'PAYLINK_SMTP_URL' | 'PAYLINK_MAIL_FROM'

export interface MailServerState {
  /** Null: live mail cannot be sent. */
  route: {
    from: Mailbox
    /** Where bounces and reports go; null: none are read. */
    bounces: string | null
  } | null
  missing: readonly MailSetting[]
}

/** What is configured about the mail server, and whether it answers. */
export class ReadMailServer {
  constructor(
    private readonly routes: MailRoutes,
    private readonly callTransport: CallTransport,
    private readonly receiveReport: ReceiveReport,
    private readonly baseUrl: BaseUrl,
    private readonly missing: readonly MailSetting[],
  ) {}

  state(): MailServerState {
    const route = this.routes.live
    return { route: route && { from: route.from, bounces: route.bounces }, missing: this.missing }
  }

  /**
   * Connects to the server, and sends nothing.
   *
   * @returns why it would refuse our mail; null: it accepts it; undefined: none is configured
   */
  async check(): Promise<string | null | undefined> {
    const route = this.routes.live
    if (!route) return undefined
    try {
      return await this.callTransport.check(route.transport)
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }

  /** Where mail servers post bounces and complaints. `token`: a secret. */
  reports(): { url: string; token: string } {
    return { url: this.baseUrl + REPORTS_PATH, token: this.receiveReport.secret }
  }
}
