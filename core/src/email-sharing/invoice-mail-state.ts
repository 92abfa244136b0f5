import { type Invoice, isOpen } from '../invoicing/invoice.js'
import type { Scope } from '../kernel/caller.js'
import type { EmailStatus } from './email.js'
import type { Emails } from './emails.repository.js'
import type { MailByProvider } from './mail-by-provider.js'
import type { MailRoutes } from './mail-routes.js'
import { onceForInvoice } from './write-letter.js'

/** What the receiver of an invoice may be told of its mail. */
export type InvoiceMailState = 'will' | 'sent' | 'unknown' | 'failed' | 'simulated'

const STATES: Record<EmailStatus, InvoiceMailState> = {
  queued: 'will',
  sending: 'will',
  sent: 'sent',
  delivered: 'sent',
  unknown: 'unknown',
  bounced: 'failed',
  failed: 'failed',
  simulated: 'simulated',
}

/** The page promises a mail only where one will be sent. */
export class InvoiceMailStates {
  constructor(
    private readonly emails: Pick<Emails, 'findOnce'>,
    private readonly routes: MailRoutes,
    private readonly byProvider: Pick<MailByProvider, 'isPossible'>,
  ) {}

  /** Of an open invoice, or of one that is to be asked for. Null: it is not sent by mail. */
  async of({ livemode }: Scope, invoice: Invoice | undefined): Promise<InvoiceMailState | null> {
    if (invoice && isOpen(invoice)) {
      if (invoice.receiver.email === null) return null
      const email = await this.emails.findOnce(onceForInvoice(invoice.id))
      if (email) return STATES[email.status]
      // Its files are here, and no mail was written: there was no way to send one.
      if (invoice.status === 'stamped' || invoice.status === 'cancel_pending') return null
    }
    if (!livemode) return 'simulated'
    return this.routes.live || this.byProvider.isPossible ? 'will' : null
  }
}
