import { parseSender, type Settings } from '@paylink/config'
import { ContainerModule } from 'inversify'
import { AuditLog } from '../audit/audit-log.repository.js'
import { READER } from '../database/database.module.js'
import { Generation } from '../database/generation.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { DueRows } from '../work/due-rows.js'
import { WakeSignal } from '../work/wake-signal.js'
import { LoopPorts } from '../work/work-loop.js'
import { Clock } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import { Log } from '../kernel/log.js'
import { BASE_URL, provide, provideFrom, provideValue } from '../kernel/provide.js'
import { Random } from '../kernel/random.js'
import { Timer } from '../kernel/timer.js'
import { CallTransport } from '../plugin-host/call-transport.js'
import type { InstalledTransport } from '../plugin-host/installed-plugin.js'
import { checkConfig } from '../plugin-host/check-config.js'
import type { Plugins } from '../plugin-host/registry.js'
import { Quarantine } from '../quarantine/quarantine.js'
import { Sealer } from '../secrets/sealer.js'
import { MailAddresses } from './addresses.js'
import { AllowAddress } from './allow-address.js'
import { Emails } from './emails.repository.js'
import { MailLog } from './mail-log.repository.js'
import { type MailRoute, MailRoutes } from './mail-routes.js'
import { QueueEmail } from './queue-email.js'
import { type MailSetting, ReadMailServer } from './read-mail-server.js'
import { ReadSuppressions } from './read-suppressions.js'
import { ReceiveReport } from './receive-report.js'
import { RecordSending } from './record-sending.js'
import { RenderEmail } from './render-email.js'
import { SendEmail } from './send-email.js'
import { SendEmails } from './send-emails.js'
import { Suppressions } from './suppressions.repository.js'
import { TidyEmails } from './tidy-emails.js'
import { TrackDelivery } from './track-delivery.js'

export const mailModule = (settings: Settings, plugins: Plugins): ContainerModule =>
  new ContainerModule(({ bind }) => {
    provideValue(bind, MailRoutes, new MailRoutes(routeOf(settings, plugins)))
    provide(bind, MailAddresses, [Sealer, BASE_URL])
    provide(bind, Emails, [DueRows, READER, UnitOfWork, Clock])
    provide(bind, Suppressions, [READER, Clock])
    provide(bind, QueueEmail, [Emails, WakeSignal, Quarantine, Ids, Random, Clock])
    provide(bind, AllowAddress, [Suppressions, AuditLog, UnitOfWork])
    provide(bind, RecordSending, [Emails, Clock, Timer, Log])
    provide(bind, SendEmail, [RenderEmail, MailRoutes, CallTransport, MailAddresses, RecordSending, Log])
    provide(bind, SendEmails, [Emails, SendEmail, Generation, LoopPorts])
    provide(bind, TrackDelivery, [Emails, Suppressions, MailAddresses, UnitOfWork])
    provide(bind, ReceiveReport, [MailRoutes, CallTransport, TrackDelivery, Log, Sealer])
    provideFrom(
      bind,
      TidyEmails,
      [Emails, Clock],
      (emails, clock) => new TidyEmails(emails, settings.emailsKeptDays, clock),
    )
    provide(bind, MailLog, [READER])
    provide(bind, ReadSuppressions, [Suppressions])
    provideFrom(
      bind,
      ReadMailServer,
      [MailRoutes, CallTransport, ReceiveReport, BASE_URL],
      (...parts) => new ReadMailServer(...parts, missingIn(settings)),
    )
  })

function missingIn({ smtpUrl, emailPlugin, mailFrom }: Settings): MailSetting[] {
  const hasServer = smtpUrl !== null || emailPlugin !== null
  return [
    ...(hasServer ? [] : (['PAYLINK_SMTP_URL'] as const)),
    ...(mailFrom === null ? (['PAYLINK_MAIL_FROM'] as const) : []),
  ]
}

/** Null: no mail server is configured. */
function routeOf(
  { smtpUrl, mailFrom, mailBounces, emailPlugin, emailSettings }: Settings,
  plugins: Plugins,
): MailRoute | null {
  if (mailFrom === null) return null
  const transport = emailPlugin === null ? builtIn(smtpUrl, plugins) : named(emailPlugin, emailSettings, plugins)
  if (!transport) return null
  const { address, name } = parseSender(mailFrom)
  const bounces = mailBounces === 'off' ? null : (mailBounces ?? address)
  return { transport, from: { address, ...(name !== null && { name }) }, bounces }
}

function builtIn(smtpUrl: string | null, plugins: Plugins): InstalledTransport | undefined {
  const id = plugins.builtIn('email')
  return id === undefined || smtpUrl === null ? undefined : plugins.transport(id, { url: smtpUrl })
}

/** @throws Problem `validation_error` the settings are not those that the plugin declares */
function named(id: string, settings: Record<string, string>, plugins: Plugins): InstalledTransport | undefined {
  const plugin = plugins.plugin('email', id)
  return plugin && plugins.transport(id, checkConfig(plugin.config, 'live', settings))
}
