import { readFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { FaultyLine, type MailFault, type MailStage } from './mail-faults.js'

export type { MailFault, MailStage }

export interface MailServerOptions {
  /** Only this user may send. */
  auth?: { user: string; pass: string }
  /** With the self-signed certificate of the fixtures, for 127.0.0.1. Faults happen only where there is none. */
  tls?: 'none' | 'starttls' | 'smtps'
  /** Takes several commands at once. Default: it does. */
  pipelining?: boolean
  /** In bytes. */
  largest?: number
}

/** A mail that the server answered for with 250, or would have. */
export interface ServedMail {
  envelope: { from: string; to: string[] }
  raw: string
}

const fixture = (name: string): Buffer => readFileSync(new URL(`../../fixtures/self-signed/${name}`, import.meta.url))

/** A real SMTP server on loopback, behind a connection that fails at a chosen stage. */
export class MailServer {
  readonly mails: ServedMail[] = []
  /** Login attempts. */
  logins = 0
  /** Whether the latest mail came by TLS. */
  wasSecured = false
  /** Connections that were opened. */
  sessions = 0
  private readonly sockets = new Set<Socket>()
  /** Connections of the faulty line to the SMTP server. */
  private behind = 0
  private released: Promise<void> = Promise.resolve()
  private readonly smtp: SMTPServer
  private readonly line: Server
  private fault: { is: MailFault; times: number; hasHappened: boolean } | null = null

  private constructor(private readonly options: MailServerOptions) {
    this.smtp = new SMTPServer(this.smtpOptions())
    // A client that hangs up in the middle of TLS, for not trusting the certificate.
    this.smtp.on('error', () => undefined)
    this.smtp.server.on('connection', (socket: Socket) => {
      this.behind++
      socket.on('close', () => this.behind--)
    })
    this.line = createServer({ noDelay: true }, (client) => this.connect(client))
  }

  static async start(options: MailServerOptions = {}): Promise<MailServer> {
    const server = new MailServer(options)
    await new Promise<void>((resolve) => server.smtp.listen(0, '127.0.0.1', resolve))
    await new Promise<void>((resolve) => server.line.listen(0, '127.0.0.1', resolve))
    return server
  }

  get port(): number {
    return (this.line.address() as AddressInfo).port
  }

  /** As `PAYLINK_SMTP_URL` has it. */
  get url(): string {
    const { auth, tls } = this.options
    const user = auth ? `${encodeURIComponent(auth.user)}:${encodeURIComponent(auth.pass)}@` : ''
    return `${tls === 'smtps' ? 'smtps' : 'smtp'}://${user}127.0.0.1:${this.port}`
  }

  /** From now on, in every session, so many times. */
  fail(fault: MailFault, times = Infinity): void {
    this.fault = { is: fault, times, hasHappened: false }
  }

  heal(): void {
    this.fault = null
  }

  /** From now on a mail is answered for only once the returned function was called. */
  hold(): () => void {
    let release: () => void = () => undefined
    this.released = new Promise((resolve) => (release = resolve))
    return release
  }

  reached(stage: MailStage): boolean {
    return this.fault?.is.at === stage && this.fault.hasHappened
  }

  /** Connections that are open, on either side of the faulty line: with none, no more mail is accepted. */
  get open(): number {
    return this.sockets.size + this.behind
  }

  /** From now on every login is refused, with an answer that repeats the password. */
  lockOut(): void {
    if (this.options.auth) this.options.auth.pass = ''
  }

  /** All sessions that are open, without a word. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy()
  }

  async stop(): Promise<void> {
    this.cut()
    await new Promise((resolve) => this.line.close(resolve))
    await new Promise<void>((resolve) => this.smtp.close(resolve))
  }

  private connect(client: Socket): void {
    this.sessions++
    this.sockets.add(client)
    client.on('close', () => this.sockets.delete(client))
    const { port } = this.smtp.server.address() as AddressInfo
    const server = connect({ port, host: '127.0.0.1', noDelay: true })
    if (this.isPlain) {
      // A mail that is not taken must not be kept either: the SMTP server itself refuses it.
      new FaultyLine(client, server, (stage) => this.faultAt(stage, (fault) => stage !== 'end' || !('code' in fault)))
      return
    }
    client.on('error', () => undefined).on('close', () => server.destroy())
    server.on('error', () => undefined).on('close', () => client.destroy())
    client.pipe(server).pipe(client)
  }

  private get isPlain(): boolean {
    return (this.options.tls ?? 'none') === 'none'
  }

  private faultAt(stage: MailStage, isMeant = (_fault: MailFault): boolean => true): MailFault | null {
    const { fault } = this
    if (fault?.is.at !== stage || fault.times <= 0 || !isMeant(fault.is)) return null
    fault.times--
    fault.hasHappened = true
    return fault.is
  }

  private smtpOptions(): SMTPServerOptions {
    const { auth, tls, pipelining = true, largest } = this.options
    const disabled = [...(auth ? [] : ['AUTH']), ...(tls === 'starttls' ? [] : ['STARTTLS'])]
    return {
      secure: tls === 'smtps',
      ...(this.isPlain ? {} : { key: fixture('key.pem'), cert: fixture('cert.pem') }),
      disabledCommands: disabled,
      authOptional: !auth,
      allowInsecureAuth: true,
      hidePIPELINING: !pipelining,
      size: largest,
      disableReverseLookup: true,
      closeTimeout: 1,
      logger: false,
      onAuth: ({ username, password }, _session, done) => {
        this.logins++
        if (username === auth?.user && password === auth?.pass) done(null, { user: username })
        else done(Object.assign(new Error(`5.7.8 authentication failed: ${password}`), { responseCode: 535 }))
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        const answer = (): void => {
          const fault = this.faultAt('end', (one) => 'code' in one)
          if (fault && 'code' in fault) return done(Object.assign(new Error(fault.text), { responseCode: fault.code }))
          const { mailFrom, rcptTo } = session.envelope
          const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) }
          this.wasSecured = session.secure
          this.mails.push({ envelope, raw: Buffer.concat(chunks).toString('latin1') })
          done(null, `2.0.0 queued as ${this.mails.length}`)
        }
        stream.on('end', () => void this.released.then(answer))
      },
    }
  }
}
