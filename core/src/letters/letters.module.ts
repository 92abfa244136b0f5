import { ContainerModule } from 'inversify'
import { Accounts } from '../accounts/accounts.repository.js'
import { Approvals } from '../agents/approvals.repository.js'
import { ApprovalMail } from '../agents/ask-person.js'
import { Alerts } from '../alerts/alerts.repository.js'
import { READER } from '../database/database.module.js'
import { Generation } from '../database/generation.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { RunOnce } from '../idempotency/run-once.js'
import { ReadActorNames } from '../identity/read-actor-names.js'
import { ReadStaffEmail } from '../identity/read-staff-email.js'
import { Users } from '../identity/users.repository.js'
import { InvoiceFiles } from '../invoicing/invoice-files.repository.js'
import { Invoices } from '../invoicing/invoices.repository.js'
import { ProviderMailer } from '../invoicing/provider-mailer.js'
import { Clock } from '../kernel/clock.js'
import { Log } from '../kernel/log.js'
import { BASE_URL, provide, provideAlias, provideAs } from '../kernel/provide.js'
import { MailAddresses } from '../mail/addresses.js'
import { Emails } from '../mail/emails.repository.js'
import { MailLog } from '../mail/mail-log.repository.js'
import { MailRoutes } from '../mail/mail-routes.js'
import { QueueEmail } from '../mail/queue-email.js'
import { RenderEmail } from '../mail/render-email.js'
import { Suppressions } from '../mail/suppressions.repository.js'
import { PaymentLinks } from '../payment-links/payment-links.repository.js'
import { PaymentSums } from '../payments/payment-sums.repository.js'
import { Payments } from '../payments/payments.repository.js'
import { MailAlerts } from './mail-alerts.js'
import { MailApprovals } from './mail-approvals.js'
import { MailSheets } from './mail-sheets.js'
import { PreviewLetter } from './preview-letter.js'
import { PreviewSharedLink } from './preview-shared-link.js'
import { ReadApprovalFacts } from './read-approval-facts.js'
import { ReadEmails } from './read-emails.js'
import { ReadLetterFacts } from './read-letter-facts.js'
import { ReadReceivedEmail } from './read-received-email.js'
import { ReadSentEmails } from './read-sent-emails.js'
import { RemindCustomers } from './remind-customers.js'
import { Reminders } from './reminders.repository.js'
import { ShareLink } from './share-link.js'
import { ShowEmail } from './show-email.js'
import { WriteLetter } from './write-letter.js'

export const lettersModule = new ContainerModule(({ bind }) => {
  provide(bind, ReadLetterFacts, [
    Accounts,
    PaymentLinks,
    Payments,
    Invoices,
    InvoiceFiles,
    Alerts,
    MailAddresses,
    Clock,
  ])
  provide(bind, ReadApprovalFacts, [Approvals, Users, ReadActorNames, Clock, BASE_URL])
  provide(bind, WriteLetter, [ReadLetterFacts, Suppressions, ProviderMailer, ReadStaffEmail, ReadApprovalFacts, Clock])
  provideAlias(bind, RenderEmail, WriteLetter)
  provide(bind, ShowEmail, [Emails, WriteLetter, MailAddresses])
  provide(bind, PreviewSharedLink, [Accounts, PaymentLinks, ShowEmail, MailAddresses, Clock])
  provide(bind, ShareLink, [RunOnce, PaymentLinks, Accounts, Emails, Suppressions, QueueEmail, MailRoutes, Clock])
  provide(bind, ReadEmails, [PaymentLinks, Emails])
  provide(bind, ReadSentEmails, [Emails, MailLog, PaymentLinks, Payments, ShowEmail])
  provide(bind, PreviewLetter, [MailAddresses, Clock, BASE_URL])
  provide(bind, ReadReceivedEmail, [Emails, Accounts, Suppressions, MailAddresses, Generation])
  provide(bind, Reminders, [READER])
  provide(bind, RemindCustomers, [Accounts, Reminders, QueueEmail, MailRoutes, UnitOfWork, Clock, Log])
  provide(bind, MailSheets, [Accounts, PaymentSums, QueueEmail, MailRoutes, UnitOfWork, Clock, Log])
  provideAs(bind, ApprovalMail, MailApprovals, [Accounts, Users, QueueEmail, MailRoutes])
  provide(bind, MailAlerts, [Alerts, Accounts, Emails, QueueEmail, MailRoutes, UnitOfWork, Generation, Log])
})
