import {
  ProviderUnavailableError,
  ProviderUnknownOutcomeError,
  type AcceptedMail,
  type EmailContext,
  type EmailTransport,
  type MailReport,
  type OutgoingMail,
} from '@paylink/plugin-api'
import { createTransport } from 'nodemailer'
import type { SMTPPoolOptions } from 'nodemailer/lib/smtp-pool'
import { checkServer } from './check-server.js'
import { composeMail } from './compose-mail.js'
import { MessageBytes } from './message-bytes.js'
import { readReport } from './reports/read-report.js'
import { sendFailureOf } from './send-failure.js'
import { isCertificateVerified, type SmtpServer } from './smtp-server.js'
import type { SmtpError } from './smtp-error.js'
import { replyOnOneLine, withoutSecrets } from './server-text.js'

/** In milliseconds. */
export interface Timeouts {
  /** Name lookup, connection and TLS handshake together, over all addresses. */
  connect: number
  greeting: number
  /** No data received. */
  silence: number
  /** Shorter than the idle timeout of servers, which close without notice. */
  idle: number
}

const TIMEOUTS: Timeouts = { connect: 20_000, greeting: 15_000, silence: 120_000, idle: 10_000 }

const MAX_CONNECTIONS = 3
const MAX_MAILS_PER_CONNECTION = 50
/** Moves to a new connection, if an idle one turns out to be dead before a byte of the mail was sent. */
const MAX_REQUEUES = 2

export class SmtpTransport implements EmailTransport {
  private readonly options: SMTPPoolOptions & { pool: true }
  private readonly pool
  /** The mails in flight, by the buffer that nodemailer passes around. */
  private readonly bytesOf = new WeakMap<object, MessageBytes>()

  constructor(
    private readonly server: SmtpServer,
    timeouts: Timeouts = TIMEOUTS,
  ) {
    this.options = poolOptions(server, timeouts)
    this.pool = createTransport(this.options)
    this.pool.use('stream', (mail, done) => {
      const bytes = this.bytesOf.get(mail.data.raw as Buffer)
      if (!bytes) return done(new Error('unknown mail'))
      mail.message.createReadStream = () => bytes.open()
      done()
    })
  }

  check(ctx: EmailContext): Promise<string | null> {
    return checkServer(this.server, this.options, ctx.signal)
  }

  async send(mail: OutgoingMail, ctx: EmailContext): Promise<AcceptedMail> {
    const raw = await composeMail(mail)
    const bytes = new MessageBytes(raw)
    this.bytesOf.set(raw, bytes)
    const envelope = { from: mail.envelopeFrom, to: [mail.to], size: raw.length }
    const answer = await this.pool
      .sendMail({ raw, envelope, signal: ctx.signal })
      .then(({ response }) => response)
      .catch((error: SmtpError) => {
        throw sendFailureOf(error, bytes.haveBegun, this.server)
      })
      .finally(() => bytes.end())
    return acceptedBy(withoutSecrets(answer, this.server.auth), bytes.haveBegun)
  }

  readReport(raw: Uint8Array): Promise<MailReport[]> {
    return readReport(raw)
  }

  async close(): Promise<void> {
    this.pool.close()
  }
}

/** Stricter than nodemailer, which accepts every reply that begins with 2. */
function acceptedBy(answer: string, haveBytesBegun: boolean): AcceptedMail {
  if (!haveBytesBegun) throw new ProviderUnavailableError('not sent: the server did not ask for the message')
  if (!/^2\d\d(?:[ -]|$)/.test(answer)) throw new ProviderUnknownOutcomeError('sent, but the reply is not valid SMTP')
  return { answer: replyOnOneLine(answer) }
}

function poolOptions(server: SmtpServer, timeouts: Timeouts): SMTPPoolOptions & { pool: true } {
  return {
    pool: true,
    host: server.host,
    port: server.port,
    secure: server.secure,
    requireTLS: server.requireTLS,
    auth: server.auth ?? undefined,
    tls: { rejectUnauthorized: isCertificateVerified(server) },
    maxConnections: MAX_CONNECTIONS,
    maxMessages: MAX_MAILS_PER_CONNECTION,
    maxRequeues: MAX_REQUEUES,
    connectionTimeout: timeouts.connect,
    dnsTimeout: timeouts.connect,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.silence,
    idleTimeout: timeouts.idle,
    // After an abort, buffered data must not reach the server.
    socketCloseTimeout: 0,
    maxResponseSize: 64 * 1024,
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  }
}
