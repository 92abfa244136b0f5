import {
  type AcceptedMail,
  type EmailContext,
  type EmailTransport,
  type MailReport,
  type OutgoingMail,
  ProviderUnavailableError,
} from '@paylink/plugin-api'
import type { SmtpServer } from './smtp-server.js'
import type { SmtpTransport } from './smtp-transport.js'

/** Loads what sends and reads mail when it is first needed: most starts of a process need none of it for long. */
export class DeferredTransport implements EmailTransport {
  private opened: Promise<SmtpTransport> | undefined

  constructor(private readonly server: SmtpServer) {}

  async check(ctx: EmailContext): Promise<string | null> {
    return (await this.open()).check(ctx)
  }

  async send(mail: OutgoingMail, ctx: EmailContext): Promise<AcceptedMail> {
    return (await this.open()).send(mail, ctx)
  }

  async readReport(raw: Uint8Array): Promise<MailReport[]> {
    return (await this.open()).readReport(raw)
  }

  async close(): Promise<void> {
    const opened = await this.opened?.catch(() => undefined)
    await opened?.close()
  }

  /** @throws ProviderUnavailableError it cannot be loaded now, as while packages are installed anew: nothing was sent */
  private open(): Promise<SmtpTransport> {
    this.opened ??= import('./smtp-transport.js').then(
      ({ SmtpTransport: Transport }) => new Transport(this.server),
      (cause: unknown) => {
        this.opened = undefined
        throw new ProviderUnavailableError('the SMTP client could not be loaded', { cause })
      },
    )
    return this.opened
  }
}
