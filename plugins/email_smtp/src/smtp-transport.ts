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
import type { SmtpError } from './why-not.js'
import { replyOnOneLine, withoutSecrets } from './words.js'

/** In milliseconds. */
export interface TimeOuts {
  /** From the name to the end of the TLS handshake, all addresses together. */
  connect: number
  greeting: number
  /** Nothing comes in, whatever is waited for. */
  silence: number
  /** Servers end idle sessions without a word: ours ends first. */
  idle: number
}

const TIME_OUTS: TimeOuts = { connect: 20_000, greeting: 15_000, silence: 120_000, idle: 10_000 }

const MOST_CONNECTIONS = 3
const MAILS_PER_CONNECTION = 50
/** To a new connection, when an idle one turns out to be dead before a byte of the mail was sent. */
const MOST_MOVES = 2

export class SmtpTransport implements EmailTransport {
  private readonly options: SMTPPoolOptions & { pool: true }
  private readonly pool
  /** What is on its way, by what nodemailer carries of it. */
  private readonly bytesOf = new WeakMap<object, MessageBytes>()

  constructor(
    private readonly server: SmtpServer,
    timeOuts: TimeOuts = TIME_OUTS,
  ) {
    this.options = poolOptions(server, timeOuts)
    this.pool = createTransport(this.options)
    this.pool.use('stream', (mail, done) => {
      const bytes = this.bytesOf.get(mail.data.raw as Buffer)
      if (!bytes) return done(new Error('a mail that was not given to send'))
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

/** nodemailer takes every answer that begins with 2. */
function acceptedBy(answer: string, haveBytesBegun: boolean): AcceptedMail {
  if (!haveBytesBegun) throw new ProviderUnavailableError('not sent: the server wanted none of it')
  if (!/^2\d\d(?:[ -]|$)/.test(answer)) throw new ProviderUnknownOutcomeError('sent, but answered with what is no SMTP')
  return { answer: replyOnOneLine(answer) }
}

function poolOptions(server: SmtpServer, timeOuts: TimeOuts): SMTPPoolOptions & { pool: true } {
  return {
    pool: true,
    host: server.host,
    port: server.port,
    secure: server.secure,
    requireTLS: server.requireTLS,
    auth: server.auth ?? undefined,
    tls: { rejectUnauthorized: isCertificateVerified(server) },
    maxConnections: MOST_CONNECTIONS,
    maxMessages: MAILS_PER_CONNECTION,
    maxRequeues: MOST_MOVES,
    connectionTimeout: timeOuts.connect,
    dnsTimeout: timeOuts.connect,
    greetingTimeout: timeOuts.greeting,
    socketTimeout: timeOuts.silence,
    idleTimeout: timeOuts.idle,
    // Given up is given up: what still waits to be written must not reach the server afterwards.
    socketCloseTimeout: 0,
    maxResponseSize: 64 * 1024,
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  }
}
