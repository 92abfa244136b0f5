import { ProviderRejectedError, type Mailbox, type OutgoingMail } from '@paylink/plugin-api'
import MailComposer from 'nodemailer/lib/mail-composer'
import { encodeWord } from 'nodemailer/lib/mime-funcs'
import { refuseUnsafe } from './refusals.js'

const LONGEST_NAME = 150
/** nodemailer folds between words only. */
const LONGEST_WORD = 60

/** The mail as it goes over the wire, RFC 5322 and MIME: to one recipient, with no headers but those given. */
export async function composeMail(mail: OutgoingMail): Promise<Buffer> {
  refuseUnsafe(mail)
  const asWritten = new Map(Object.keys(mail.headers).map((name) => [name.toLowerCase(), name]))
  const message = new MailComposer({
    from: named(mail.from),
    // An object, whose parts are taken as they are; text would be parsed, and could turn out to be two.
    to: { name: '', address: mail.to },
    replyTo: mail.replyTo && named(mail.replyTo),
    messageId: `<${mail.messageId}>`,
    date: new Date(mail.date),
    text: mail.text.toWellFormed(),
    html: mail.html.toWellFormed(),
    headers: { ...mail.headers, Subject: subjectOf(mail.subject.toWellFormed()) },
    attachments: mail.attachments.map(({ filename, contentType, content, contentId }) => ({
      filename: plainly(filename),
      contentType,
      content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
      cid: contentId,
    })),
    normalizeHeaderKey: (key) => asWritten.get(key.toLowerCase()) ?? key,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  try {
    return await message.build()
  } catch {
    throw new ProviderRejectedError('not sent: it cannot be written as MIME')
  }
}

/** A longer name than anybody reads would make a longer line than RFC 5322 allows. */
function named({ name = '', address }: Mailbox): { name: string; address: string } {
  const letters = [...plainly(name)]
  return {
    name: letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME).join('')}…` : letters.join(''),
    address,
  }
}

/** Readers decode what looks encoded, within quotes as well: it would be shown as something else than was meant. */
function plainly(text: string): string {
  return text.toWellFormed().replaceAll('=?', '= ?')
}

/**
 * A word too long to be folded is encoded, in pieces that can be. So is what looks encoded already: nodemailer would let
 * it pass.
 */
function subjectOf(subject: string): string | { prepared: true; foldLines: true; value: string } {
  if (!subject.includes('=?') && subject.split(' ').every((word) => word.length <= LONGEST_WORD)) return subject
  return { prepared: true, foldLines: true, value: encodeWord(subject, 'B', 52) }
}
