import { parseSender, type Settings } from '@paylink/config'
import { ContainerModule } from 'inversify'
import { Accounts } from '../accounts/accounts.repository.js'
import { Alerts } from '../alerts/alerts.repository.js'
import { AuditLog } from '../audit/audit-log.repository.js'
import { Generation } from '../database/generation.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { MailAddresses } from '../email-sharing/addresses.js'
import { AllowAddress } from '../email-sharing/allow-address.js'
import { Emails } from '../email-sharing/emails.repository.js'
import { MailAlerts } from '../email-sharing/mail-alerts.js'
import { type MailRoute, MailRoutes } from '../email-sharing/mail-routes.js'
import { NewEmails } from '../email-sharing/new-email.js'
import { NoteFate } from '../email-sharing/note-fate.js'
import { InvoiceMailStates } from '../email-sharing/invoice-mail-state.js'
import { MailByProvider } from '../email-sharing/mail-by-provider.js'
import { QueueEmail } from '../email-sharing/queue-email.js'
import { QueueInvoice } from '../email-sharing/queue-invoice.js'
import { QueueReceipt } from '../email-sharing/queue-receipt.js'
import { ReadEmails } from '../email-sharing/read-emails.js'
import { ReceiveReport } from '../email-sharing/receive-report.js'
import { RemindCustomers } from '../email-sharing/remind-customers.js'
import { Reminders } from '../email-sharing/reminders.repository.js'
import { SendEmails } from '../email-sharing/send-emails.js'
import { ShareLink } from '../email-sharing/share-link.js'
import { ShowEmail } from '../email-sharing/show-email.js'
import { Suppressions } from '../email-sharing/suppressions.repository.js'
import { TidyEmails } from '../email-sharing/tidy-emails.js'
import { WriteLetter } from '../email-sharing/write-letter.js'
import { RunOnce } from '../idempotency/run-once.js'
import { InvoiceFiles } from '../invoicing/invoice-files.repository.js'
import { InvoiceNotice } from '../invoicing/invoice-notice.js'
import { Invoices } from '../invoicing/invoices.repository.js'
import { Bell } from '../jobs/bell.js'
import { InvoicingConnections } from '../invoicing/invoicing-connections.repository.js'
import { OpenInvoicing } from '../invoicing/open-invoicing.js'
import { CallProvider } from '../plugin-host/call-provider.js'
import { InvoicingPlugins } from '../plugin-host/invoicing-plugins.js'
import { Clock } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import { Log } from '../kernel/log.js'
import { Random } from '../kernel/random.js'
import { Timer } from '../kernel/timer.js'
import { PaymentLinks } from '../payment-links/payment-links.repository.js'
import { PayerNotice } from '../payments/payer-notice.js'
import { Payments } from '../payments/payments.repository.js'
import { CallTransport } from '../plugin-host/call-transport.js'
import { EmailPlugins } from '../plugin-host/email-plugins.js'
import { Sealer } from '../secrets/sealer.js'
import { BASE_URL, ENGINE, PROCESS_ID, provide, READER } from './provide.js'

/** Mails to customers, and what becomes of them. */
export const emailsModule = (settings: Settings, plugins: EmailPlugins): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(EmailPlugins).toConstantValue(plugins)
    bind(MailRoutes).toConstantValue(new MailRoutes(routeOf(settings, plugins)))
    provide(bind, CallTransport, CallTransport, [Clock, Timer, Log])
    provide(bind, MailAddresses, MailAddresses, [Sealer, BASE_URL])
    provide(bind, Emails, Emails, [ENGINE, READER, UnitOfWork, Clock])
    provide(bind, Suppressions, Suppressions, [READER, Clock])
    provide(bind, NewEmails, NewEmails, [Ids, Random, Clock])
    provide(bind, QueueEmail, QueueEmail, [Emails, NewEmails, Bell])
    provide(bind, ShareLink, ShareLink, [
      RunOnce,
      PaymentLinks,
      Accounts,
      Emails,
      Suppressions,
      QueueEmail,
      MailRoutes,
      Clock,
    ])
    provide(bind, ReadEmails, ReadEmails, [PaymentLinks, Emails])
    provide(bind, QueueReceipt, QueueReceipt, [
      Accounts,
      PaymentLinks,
      Payments,
      Emails,
      QueueEmail,
      MailRoutes,
      UnitOfWork,
      Log,
    ])
    bind(PayerNotice).toService(QueueReceipt)
    provide(bind, MailByProvider, MailByProvider, [InvoicingPlugins, InvoicingConnections, OpenInvoicing, CallProvider])
    provide(bind, InvoiceMailStates, InvoiceMailStates, [Emails, MailRoutes, MailByProvider])
    provide(bind, QueueInvoice, QueueInvoice, [
      Accounts,
      PaymentLinks,
      Payments,
      Invoices,
      QueueEmail,
      MailRoutes,
      MailByProvider,
      UnitOfWork,
      Log,
    ])
    bind(InvoiceNotice).toService(QueueInvoice)
    provide(bind, WriteLetter, WriteLetter, [
      PaymentLinks,
      Payments,
      Invoices,
      InvoiceFiles,
      Accounts,
      Alerts,
      Suppressions,
      MailAddresses,
      Clock,
    ])
    provide(bind, ShowEmail, ShowEmail, [Emails, WriteLetter, MailAddresses])
    provide(bind, AllowAddress, AllowAddress, [Suppressions, AuditLog, UnitOfWork])
    provide(bind, SendEmails, SendEmails, [
      Emails,
      WriteLetter,
      MailRoutes,
      CallTransport,
      MailByProvider,
      MailAddresses,
      Generation,
      Bell,
      PROCESS_ID,
      Clock,
      Timer,
      Log,
    ])
    provide(bind, NoteFate, NoteFate, [Emails, Suppressions, MailAddresses, UnitOfWork])
    provide(bind, ReceiveReport, ReceiveReport, [MailRoutes, CallTransport, NoteFate, Log, Sealer])
    provide(bind, Reminders, Reminders, [READER])
    provide(bind, RemindCustomers, RemindCustomers, [
      Accounts,
      Reminders,
      QueueEmail,
      MailRoutes,
      UnitOfWork,
      Clock,
      Log,
    ])
    provide(bind, MailAlerts, MailAlerts, [
      Alerts,
      Accounts,
      Emails,
      QueueEmail,
      MailRoutes,
      UnitOfWork,
      Generation,
      Log,
    ])
    provide(bind, TidyEmails, TidyEmails, [Emails, Clock])
  })

/** Null: live mail is not set up. */
function routeOf({ smtpUrl, mailFrom, mailBounces }: Settings, plugins: EmailPlugins): MailRoute | null {
  if (smtpUrl === null || mailFrom === null) return null
  const transport = plugins.transport('email_smtp', { url: smtpUrl })
  if (!transport) return null
  const { address, name } = parseSender(mailFrom)
  const bounces = mailBounces === 'off' ? null : (mailBounces ?? address)
  return { transport, from: { address, ...(name !== null && { name }) }, bounces }
}
