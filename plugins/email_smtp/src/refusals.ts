import { ProviderRejectedError, type Mailbox, type OutgoingMail } from '@paylink/plugin-api'

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const MAILBOX = new RegExp(`^${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})*$`)
const HEADER_NAME = /^[A-Za-z0-9-]{1,76}$/
const MESSAGE_ID = new RegExp(`^${ATOM}(?:\\.${ATOM})*@${ATOM}(?:\\.${ATOM})*$`)
const CONTENT_TYPE = /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+(?:; ?[a-z0-9-]+=[A-Za-z0-9._-]+)*$/i

/** Headers that the mail's own fields become. */
const OUR_HEADERS =
  /^(from|sender|to|cc|bcc|reply-to|subject|date|message-id|mime-version|return-path|received|resent-.*|content-.*|x-mailer)$/i

/** RFC 5322: no line is longer, whatever it holds. */
const LONGEST_WORD = 900

/**
 * Refuses what could become a second recipient or a second header. Core has cleaned it all; if ever it has not, nothing
 * is sent.
 *
 * @throws ProviderRejectedError
 */
export function refuseUnsafe(mail: OutgoingMail): void {
  requireMailbox(mail.to, 'the recipient')
  requireMailbox(mail.envelopeFrom, 'the envelope sender')
  requireNamed(mail.from, 'the sender')
  if (mail.replyTo) requireNamed(mail.replyTo, 'the reply address')
  requireText(mail.subject, 'the subject')
  if (mail.messageId.length > 250 || !MESSAGE_ID.test(mail.messageId)) refuse('the message id is not plain')
  if (Number.isNaN(Date.parse(mail.date))) refuse('the date is none')
  Object.entries(mail.headers).forEach(([name, value]) => requireHeader(name, value))
  for (const { filename, contentType, contentId } of mail.attachments) {
    requireText(filename, 'the name of an attachment')
    if (filename.length > 150) refuse('the name of an attachment is too long')
    if (!CONTENT_TYPE.test(contentType)) refuse('the type of an attachment is not plain')
    if (contentId !== undefined && !/^[A-Za-z0-9._@-]{1,100}$/.test(contentId))
      refuse('the id of an image is not plain')
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
  if (!HEADER_NAME.test(name) || OUR_HEADERS.test(name)) refuse('a header has a name that it may not have')
  const isOneLine = /^[\x20-\x7e]+$/.test(value) && value.trim() !== ''
  if (!isOneLine || value.split(' ').some((word) => word.length > LONGEST_WORD))
    refuse(`${name} is not one line of ASCII`)
}

function refuse(why: string): never {
  throw new ProviderRejectedError(`not sent: ${why}`)
}
