import type { Settings } from '@paylink/config'
import type { MailRoutes } from '../../mail/mail-routes.js'
import type { CallTransport } from '../../plugin-host/call-transport.js'
import type { Check, CheckUp } from '../check.js'
import { DOCTOR, type Finding, hidden, kind, NO_FACTS } from '../finding.js'

const notSetUp = kind({
  code: 'mail.not_set_up',
  severity: 'attention',
  operator: () => 'not set up, so live mail answers email_unavailable: set PAYLINK_SMTP_URL and PAYLINK_MAIL_FROM',
  'es-MX': () => ({
    what: 'Los correos reales no salen: no hay servidor de correo.',
    means: 'Tus clientes pueden pagar, y no reciben recibos ni recordatorios. Manda tus enlaces por WhatsApp.',
    remedy: 'Quien administra el servidor lo prepara. Lo comprueba con:',
  }),
  en: () => ({
    what: 'No live e-mail is sent: there is no mail server.',
    means: 'Your customers can pay, and get no receipts or reminders. Share your links on WhatsApp.',
    remedy: 'The person who runs the server sets it up. They check it with:',
  }),
  command: DOCTOR,
})

const HALF = {
  'es-MX': () => ({
    what: 'Los correos reales no salen: al servidor le falta un dato del correo.',
    means: 'Tus clientes pueden pagar, y no reciben recibos ni recordatorios.',
    remedy: 'Quien administra el servidor ve cuál con:',
  }),
  en: () => ({
    what: 'No live e-mail is sent: a mail setting of the server is missing.',
    means: 'Your customers can pay, and get no receipts or reminders.',
    remedy: 'The person who runs the server sees which with:',
  }),
  command: DOCTOR,
}

const serverIsMissing = kind({
  code: 'mail.server_missing',
  severity: 'wrong',
  operator: () => 'PAYLINK_SMTP_URL is missing: live mail cannot be sent',
  ...HALF,
})

const senderIsMissing = kind({
  code: 'mail.sender_missing',
  severity: 'wrong',
  operator: () => 'PAYLINK_MAIL_FROM is missing: live mail cannot be sent',
  ...HALF,
})

const pluginIsMissing = kind<object, { name: string }>({
  code: 'mail.plugin_missing',
  severity: 'wrong',
  operator: ({ name }) =>
    `the mail plugin ${name} is not installed, or was refused: see paylink plugins list, or correct PAYLINK_EMAIL_PLUGIN`,
  ...HALF,
  place: 'plugins',
})

const refused = kind<object, { fault: string }>({
  code: 'mail.refused',
  severity: 'wrong',
  operator: ({ fault }) => `${fault}: start that server or correct PAYLINK_SMTP_URL`,
  'es-MX': () => ({
    what: 'El servidor de correo no acepta nuestros correos.',
    means: 'Recibos y recordatorios esperan, y salen cuando vuelva. Tus clientes pueden pagar igual.',
    remedy: 'Quien administra el servidor ve qué contesta con:',
  }),
  en: () => ({
    what: 'The mail server does not accept our e-mail.',
    means: 'Receipts and reminders wait, and leave once it is back. Your customers can pay as before.',
    remedy: 'The person who runs the server sees what it answers with:',
  }),
  place: 'email',
  command: DOCTOR,
})

const accepts = kind<object, { from: string }>({
  code: 'mail.accepts',
  severity: 'fine',
  operator: ({ from }) => `the mail server is ready; mail is sent from ${from}`,
  'es-MX': () => ({ what: 'El servidor de correo contesta y nos deja entrar.' }),
  en: () => ({ what: 'The mail server answers and lets us sign in.' }),
})

/** Left for what a check makes of having had no answer. */
const ANSWER_MS = 500

/** Connects to the mail server of the installation, and sends nothing. */
export class MailCheckUp implements CheckUp {
  readonly isQuick = false

  constructor(
    private readonly settings: Settings,
    private readonly routes: MailRoutes,
    private readonly transport: CallTransport,
  ) {}

  checks(): Promise<Check[]> {
    return Promise.resolve([
      {
        name: 'mail',
        subject: { 'es-MX': 'el servidor de correo', en: 'the mail server' },
        look: async (msLeft) => [await this.look(msLeft() - ANSWER_MS)],
      },
    ])
  }

  private async look(maxMs: number): Promise<Finding> {
    const { mailFrom, emailPlugin, smtpUrl } = this.settings
    const sender = smtpUrl ?? emailPlugin
    if (sender === null) return (mailFrom === null ? notSetUp : serverIsMissing)('mail', NO_FACTS)
    if (mailFrom === null) return senderIsMissing('mail', NO_FACTS)
    const route = this.routes.live
    if (!route) return pluginIsMissing('mail', hidden({ name: emailPlugin ?? 'email_smtp' }))
    const fault = await this.transport.check(route.transport, maxMs)
    if (fault !== null) return refused('mail', hidden({ fault }))
    return accepts('mail', hidden({ from: route.from.address }))
  }
}
