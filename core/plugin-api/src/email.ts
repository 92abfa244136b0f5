import type { Iso } from './checkout.js'
import type { ConfigField, ConfigValues } from './config-field.js'
import type { PluginLog } from './context.js'
import type { I18n, PLUGIN_API_VERSION } from './manifest.js'

/** Who sends mail for the appliance, readable without calling it. */
export interface EmailManifest {
  apiVersion: typeof PLUGIN_API_VERSION
  kind: 'email'
  /** `^[a-z][a-z0-9_]{1,31}$`; also the name under `/hooks/` where reports of other mail servers come in. */
  id: string
  name: I18n
  /** Semantic version of the plugin. */
  version: string
  vendor?: string
  docsUrl?: string
}

/** A mailbox with the name that a reader sees. Core hands over names without control characters. */
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
  /** It is shown within the HTML, which names it as `cid:{contentId}`. */
  contentId?: string
}

/** One mail to one person, complete. */
export interface OutgoingMail {
  /** Who sends it, for the reader. */
  from: Mailbox
  /** The one recipient of the header and of the envelope. */
  to: string
  replyTo?: Mailbox
  /** The sender in the envelope: reports of what became of the mail go there. */
  envelopeFrom: string
  /** Without angle brackets; the same at every attempt. */
  messageId: string
  /** When the mail was written. */
  date: Iso
  subject: string
  text: string
  html: string
  /** Further headers, names as they are to be written. Values are one line of ASCII. */
  headers: Readonly<Record<string, string>>
  attachments: readonly MailAttachment[]
}

/** Handed to every call. */
export interface EmailContext {
  log: PluginLog
  now(): Date
  /** Aborted when core no longer waits: the mail is to be given up as soon as that can be done with a known outcome. */
  signal: AbortSignal
}

/** A server took the mail: from then on it is that server's. */
export interface AcceptedMail {
  /** Its answer, like `250 2.0.0 queued as 4F1`. */
  answer: string
}

/**
 * - `delivered`: it stands in the mailbox, or another server said that it took it for good.
 * - `delayed`: not yet; the server goes on trying.
 * - `bounced`: it will never be delivered.
 * - `complained`: the reader called it unwanted.
 */
export type MailFate = 'delivered' | 'delayed' | 'bounced' | 'complained'

/** What a report says of one mail. Core decides which mail that is, and what follows. */
export interface MailReport {
  fate: MailFate
  /** Every address that could be the envelope sender of the mail: whom the report was sent to, and what it quotes. */
  envelopeFrom: readonly string[]
  /** Of the mail, without angle brackets, where it is quoted. */
  messageIds: readonly string[]
  /** A bounce that says that nobody will ever read mail at this address: no such mailbox (5.1.1), or closed (5.2.1). */
  isAddressGone: boolean
  /** What the server said, like `550 5.1.1 no such user`. */
  says: string | null
}

/**
 * Sends mail. `send` may throw the errors of `errors.ts`:
 *
 * - `ProviderRejectedError`: this mail was refused for good (an SMTP 5xx to its sender, its recipient or itself). Core
 *   does not try again.
 * - `ProviderUnavailableError`: certainly not accepted (an SMTP 4xx, no connection, lost before the mail was sent, a
 *   server that does not want us). Core tries again later.
 * - `ProviderAuthError`: the same, because of the credentials.
 * - `ProviderUnknownOutcomeError`, and whatever else is thrown: it may have been accepted. Core never sends it again.
 */
export interface EmailTransport {
  /** Can it send? @returns why not, in words for the operator; null: it can. */
  check(ctx: EmailContext): Promise<string | null>

  /** Sends to the one recipient, or to nobody. */
  send(mail: OutgoingMail, ctx: EmailContext): Promise<AcceptedMail>

  /**
   * Reads what another mail server sent to our envelope sender: a delivery status notification (RFC 3464) or an abuse
   * report (RFC 5965). Empty: it is neither, a reply for instance.
   *
   * @param raw the message as it came, RFC 5322
   * @throws RangeError it is too deep or too long to be read
   */
  readReport(raw: Uint8Array, ctx: EmailContext): Promise<MailReport[]>

  /** Lets go of connections. Nothing is called afterwards. */
  close(): Promise<void>
}

export interface EmailPlugin {
  manifest: EmailManifest
  config: ConfigField[]
  /**
   * One for each set of settings, kept as long as they hold. May keep connections open; must open none yet.
   *
   * @throws RangeError the settings cannot be what they are, in words for the operator that hold no secret
   */
  create(config: Readonly<ConfigValues>): EmailTransport
}

/** Types a plugin's default export. */
export const defineEmailPlugin = (plugin: EmailPlugin): EmailPlugin => plugin
