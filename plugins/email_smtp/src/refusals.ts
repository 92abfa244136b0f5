import { ProviderRejectedError, type Mailbox, type OutgoingMail } from '@paylink/plugin-api'

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const MAILBOX = new RegExp(`^${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})*$`)
const HEADER_NAME = /^[A-Za-z0-9-]{1,76}$/
const MESSAGE_ID = new RegExp(`^${ATOM}(?:\\.${ATOM})*@${ATOM}(?:\\.${ATOM})*$`)
const CONTENT_TYPE = /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+(?:; ?[a-z0-9-]+=[A-Za-z0-9._-]+)*$/i

/** Headers that are built from the fields of the mail. */
const OUR_HEADERS =
  /^(from|sender|to|cc|bcc|reply-to|subject|date|message-id|mime-version|return-path|received|resent-.*|content-.*|x-mailer)$/i

/** Below the line limit of RFC 5322 (998). */
const MAX_WORD_LENGTH = 900

/**
 * Rejects anything that could inject a recipient or a header. Core has sanitized it already; this is the backstop.
 *
 * @throws ProviderRejectedError
 */
export function refuseUnsafe(mail: OutgoingMail): void {
  requireMailbox(mail.to, 'the recipient')
  requireMailbox(mail.envelopeFrom, 'the envelope sender')
  requireNamed(mail.from, 'the sender')
  if (mail.replyTo) requireNamed(mail.replyTo, 'the reply address')
  requireText(mail.subject, 'the subject')
  if (mail.messageId.length > 250 || !MESSAGE_ID.test(mail.messageId))
    refuse('the message id has unexpected characters')
  if (Number.isNaN(Date.parse(mail.date))) refuse('the date is invalid')
  Object.entries(mail.headers).forEach(([name, value]) => requireHeader(name, value))
  for (const { filename, contentType, contentId } of mail.attachments) {
    requireText(filename, 'the name of an attachment')
    if (filename.length > 150) refuse('the name of an attachment is too long')
    if (!CONTENT_TYPE.test(contentType)) refuse('the content type of an attachment is malformed')
    if (contentId !== undefined && !/^[A-Za-z0-9._@-]{1,100}$/.test(contentId))
      refuse('the content id of an image has unexpected characters')
  }
}

function requireMailbox(address: string, what: string): void {
  if (address.length > 254 || !MAILBOX.test(address)) refuse(`${what} is not one plain mailbox`)
}

function requireNamed(mailbox: Mailbox, what: string): void {
  requireMailbox(mailbox.address, what)
  requireText(mailbox.name ?? '', `the name of ${what}`)
}

function requireText(text: string, what: string): void {
  if (/\p{Cc}/u.test(text)) refuse(`${what} has control characters`)
}

function requireHeader(name: string, value: string): void {
  if (!HEADER_NAME.test(name) || OUR_HEADERS.test(name)) refuse('a header name is not allowed')
  const isOneLine = /^[\x20-\x7e]+$/.test(value) && value.trim() !== ''
  if (!isOneLine || value.split(' ').some((word) => word.length > MAX_WORD_LENGTH))
    refuse(`${name} is not one line of ASCII`)
}

function refuse(reason: string): never {
  throw new ProviderRejectedError(`not sent: ${reason}`)
}
