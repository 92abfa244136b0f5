import type { Iso } from './checkout.js'
import type { ConfigField, ConfigValues } from './config-field.js'
import type { PluginLog } from './context.js'
import type { I18n, PLUGIN_API_VERSION } from './manifest.js'

/** What an email plugin is, readable without calling it. */
export interface EmailManifest {
  apiVersion: typeof PLUGIN_API_VERSION
  kind: 'email'
  /** `^[a-z][a-z0-9_]{1,31}$`; also the path under `/hooks/` that receives the reports of other mail servers. */
  id: string
  name: I18n
  /** Semantic version of the plugin. */
  version: string
  vendor?: string
  docsUrl?: string
}

/** An address with its display name. Core passes names without control characters. */
export interface Mailbox {
  /** One plain address, like `ana@example.com`: no lists, groups, comments or quoted parts. */
  address: string
  name?: string
}

export interface MailAttachment {
  filename: string
  /** Like `application/pdf`. */
  contentType: string
  content: Uint8Array
  /** Set if the HTML shows it, as `cid:{contentId}`. */
  contentId?: string
}

/** One complete email to one recipient. */
export interface OutgoingMail {
  /** The sender that the recipient sees. */
  from: Mailbox
  /** The only recipient, in the header and in the envelope. */
  to: string
  replyTo?: Mailbox
  /** The envelope sender: delivery reports go there. */
  envelopeFrom: string
  /** Without angle brackets; the same at every attempt. */
  messageId: string
  /** When the email was created. */
  date: Iso
  subject: string
  text: string
  html: string
  /** Additional headers, with names as they are to be sent. Values are one line of ASCII. */
  headers: Readonly<Record<string, string>>
  attachments: readonly MailAttachment[]
}

/** Passed to every call. */
export interface EmailContext {
  log: PluginLog
  now(): Date
  /** Aborted when core stops waiting. Give the email up as soon as that is possible with a known outcome. */
  signal: AbortSignal
}

/** A mail server accepted the email and is now responsible for it. */
export interface AcceptedMail {
  /** Its answer, like `250 2.0.0 queued as 4F1`. */
  answer: string
}

/**
 * - `delivered`: it is in the mailbox, or another server reported its final acceptance.
 * - `delayed`: not delivered yet; the server keeps trying.
 * - `bounced`: it will never be delivered.
 * - `complained`: the recipient marked it as unwanted.
 */
export type MailFate = 'delivered' | 'delayed' | 'bounced' | 'complained'

/** What a report says about one email. Core decides which email that is and what follows. */
export interface MailReport {
  fate: MailFate
  /** Every address that could be the envelope sender of the email: the report's recipient, and the addresses it quotes. */
  envelopeFrom: readonly string[]
  /** The Message-IDs that the report quotes, without angle brackets. */
  messageIds: readonly string[]
  /** The bounce says that the address is permanently dead: no such mailbox (5.1.1), or closed (5.2.1). */
  isAddressGone: boolean
  /** The server's message, like `550 5.1.1 no such user`. */
  says: string | null
}

/**
 * Sends email. `send` may throw the errors of `errors.ts`:
 *
 * - `ProviderRejectedError`: the email was permanently refused (an SMTP 5xx for its sender, recipient or content). Core
 *   does not retry.
 * - `ProviderUnavailableError`: definitely not accepted (an SMTP 4xx, no connection, a connection lost before the email
 *   was sent, a server that refuses us). Core retries later.
 * - `ProviderAuthError`: the same, because of the credentials.
 * - `ProviderUnknownOutcomeError`, or anything else: it may have been accepted. Core never sends it again.
 */
export interface EmailTransport {
  /** Checks that it can send. @returns why it cannot, in words for the operator, or null */
  check(ctx: EmailContext): Promise<string | null>

  /** Sends the email to its only recipient, or fails. */
  send(mail: OutgoingMail, ctx: EmailContext): Promise<AcceptedMail>

  /**
   * Reads a message that another mail server sent to our envelope sender: a delivery status notification (RFC 3464) or
   * an abuse report (RFC 5965). Returns an empty list if it is neither, e.g. a reply.
   *
   * @param raw the message as it came, RFC 5322
   * @throws RangeError it is nested too deeply, or too long
   */
  readReport(raw: Uint8Array, ctx: EmailContext): Promise<MailReport[]>

  /** Closes all connections. No method is called afterwards. */
  close(): Promise<void>
}

export interface EmailPlugin {
  manifest: EmailManifest
  config: ConfigField[]
  /**
   * Makes a transport for these settings, which is kept while they apply. It may keep connections open, but must open
   * none yet.
   *
   * @throws RangeError the settings are invalid; the message is for the operator and holds no secret
   */
  create(config: Readonly<ConfigValues>): EmailTransport
}

/** Types a plugin's default export. */
export const defineEmailPlugin = (plugin: EmailPlugin): EmailPlugin => plugin
