import { parseSender, type Settings } from '@paylink/config'
import { ContainerModule } from 'inversify'
import { Accounts } from '../accounts/accounts.repository.js'
import { Alerts } from '../alerts/alerts.repository.js'
import { AuditLog } from '../audit/audit-log.repository.js'
import { ENGINE, READER } from '../database/database.module.js'
import { Generation } from '../database/generation.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { RunOnce } from '../idempotency/run-once.js'
import { InvoiceFiles } from '../invoicing/invoice-files.repository.js'
import { InvoiceMail } from '../invoicing/invoice-mail.js'
import { Invoices } from '../invoicing/invoices.repository.js'
import { InvoicingConnections } from '../invoicing/invoicing-connections.repository.js'
import { OpenInvoicing } from '../invoicing/open-invoicing.js'
import { WakeSignal } from '../work/wake-signal.js'
import { Clock } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import { Log } from '../kernel/log.js'
import { BASE_URL, PROCESS_ID, provide } from '../kernel/provide.js'
import { Random } from '../kernel/random.js'
import { Timer } from '../kernel/timer.js'
import { PaymentLinks } from '../payment-links/payment-links.repository.js'
import { PayerNotice } from '../payments/payer-notice.js'
import { Payments } from '../payments/payments.repository.js'
import { CallProvider } from '../plugin-host/call-provider.js'
import { CallTransport } from '../plugin-host/call-transport.js'
import type { EmailPlugins } from '../plugin-host/email-plugins.js'
import { InvoicingPlugins } from '../plugin-host/invoicing-plugins.js'
import { Sealer } from '../secrets/sealer.js'
import { MailAddresses } from './addresses.js'
import { AllowAddress } from './allow-address.js'
import { Emails } from './emails.repository.js'
import { InvoiceMailStates } from './invoice-mail-state.js'
import { MailAlerts } from './mail-alerts.js'
import { ProviderMailer } from './provider-mailer.js'
import { type MailRoute, MailRoutes } from './mail-routes.js'
import { EmailFactory } from './email-factory.js'
import { TrackDelivery } from './track-delivery.js'
import { QueueEmail } from './queue-email.js'
import { QueueInvoice } from './queue-invoice.js'
import { QueueReceipt } from './queue-receipt.js'
import { ReadEmails } from './read-emails.js'
import { ReceiveReport } from './receive-report.js'
import { RemindCustomers } from './remind-customers.js'
import { Reminders } from './reminders.repository.js'
import { SendEmails } from './send-emails.js'
import { ShareLink } from './share-link.js'
import { ShowEmail } from './show-email.js'
import { Suppressions } from './suppressions.repository.js'
import { TidyEmails } from './tidy-emails.js'
import { WriteLetter } from './write-letter.js'

export const emailSharingModule = (settings: Settings, plugins: EmailPlugins): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(MailRoutes).toConstantValue(new MailRoutes(routeOf(settings, plugins)))
    provide(bind, MailAddresses, [Sealer, BASE_URL])
    provide(bind, Emails, [ENGINE, READER, UnitOfWork, Clock])
    provide(bind, Suppressions, [READER, Clock])
    provide(bind, EmailFactory, [Ids, Random, Clock])
    provide(bind, QueueEmail, [Emails, EmailFactory, WakeSignal])
    provide(bind, ShareLink, [RunOnce, PaymentLinks, Accounts, Emails, Suppressions, QueueEmail, MailRoutes, Clock])
    provide(bind, ReadEmails, [PaymentLinks, Emails])
    provide(bind, QueueReceipt, [Accounts, PaymentLinks, Payments, Emails, QueueEmail, MailRoutes, UnitOfWork, Log])
    bind(PayerNotice).toService(QueueReceipt)
    provide(bind, ProviderMailer, [InvoicingPlugins, InvoicingConnections, OpenInvoicing, CallProvider])
    provide(bind, InvoiceMailStates, [Emails, MailRoutes, ProviderMailer])
    provide(bind, QueueInvoice, [
      Accounts,
      PaymentLinks,
      Payments,
      Invoices,
      QueueEmail,
      MailRoutes,
      ProviderMailer,
      UnitOfWork,
      Log,
    ])
    bind(InvoiceMail).toService(QueueInvoice)
    provide(bind, WriteLetter, [
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
    provide(bind, ShowEmail, [Emails, WriteLetter, MailAddresses])
    provide(bind, AllowAddress, [Suppressions, AuditLog, UnitOfWork])
    provide(bind, SendEmails, [
      Emails,
      WriteLetter,
      MailRoutes,
      CallTransport,
      ProviderMailer,
      MailAddresses,
      Generation,
      WakeSignal,
      PROCESS_ID,
      Clock,
      Timer,
      Log,
    ])
    provide(bind, TrackDelivery, [Emails, Suppressions, MailAddresses, UnitOfWork])
    provide(bind, ReceiveReport, [MailRoutes, CallTransport, TrackDelivery, Log, Sealer])
    provide(bind, Reminders, [READER])
    provide(bind, RemindCustomers, [Accounts, Reminders, QueueEmail, MailRoutes, UnitOfWork, Clock, Log])
    provide(bind, MailAlerts, [Alerts, Accounts, Emails, QueueEmail, MailRoutes, UnitOfWork, Generation, Log])
    provide(bind, TidyEmails, [Emails, Clock])
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
