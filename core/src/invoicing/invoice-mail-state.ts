import { type Invoice, isOpen } from './invoice.js'
import type { Scope } from '../kernel/principal.js'
import type { EmailStatus } from '../mail/email.js'
import type { Emails } from '../mail/emails.repository.js'
import type { ProviderMailer } from './provider-mailer.js'
import { onceForInvoice } from './queue-invoice-email.js'

/** What the page tells the receiver of an invoice about its email. */
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

/** The page promises an email only if one will be sent. */
export class InvoiceMailStates {
  constructor(
    private readonly emails: Pick<Emails, 'findOnce'>,
    private readonly mailer: Pick<ProviderMailer, 'way'>,
  ) {}

  /** Of an open invoice, or of one about to be requested. Null: it is not emailed. */
  async stateOf({ livemode }: Scope, invoice: Invoice | undefined): Promise<InvoiceMailState | null> {
    if (invoice && isOpen(invoice)) {
      if (invoice.receiver.email === null) return null
      const email = await this.emails.findOnce(onceForInvoice(invoice.id))
      if (email) return STATES[email.status]
      // The files are complete and no email was queued: there was no way to send one.
      if (invoice.status === 'stamped' || invoice.status === 'cancel_pending') return null
    }
    if (!livemode) return 'simulated'
    return this.mailer.way ? 'will' : null
  }
}
