import { ProviderRejectedError, type Mailbox, type OutgoingMail } from '@paylink/plugin-api'
import MailComposer from 'nodemailer/lib/mail-composer'
import { encodeWord } from 'nodemailer/lib/mime-funcs'
import { refuseUnsafe } from './refusals.js'

const MAX_NAME_LENGTH = 150
/** nodemailer folds between words only. */
const MAX_WORD_LENGTH = 60

/** The mail as MIME (RFC 5322): one recipient, and no headers but those given. */
export async function composeMail(mail: OutgoingMail): Promise<Buffer> {
  refuseUnsafe(mail)
  const asWritten = new Map(Object.keys(mail.headers).map((name) => [name.toLowerCase(), name]))
  const message = new MailComposer({
    from: named(mail.from),
    // An object is used as it is; a string would be parsed, and could contain two addresses.
    to: { name: '', address: mail.to },
    replyTo: mail.replyTo && named(mail.replyTo),
    messageId: `<${mail.messageId}>`,
    date: new Date(mail.date),
    text: mail.text.toWellFormed(),
    html: mail.html.toWellFormed(),
    headers: { ...mail.headers, Subject: subjectOf(mail.subject.toWellFormed()) },
    attachments: mail.attachments.map(({ filename, contentType, content, contentId }) => ({
      filename: withoutEncodedWords(filename),
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
    throw new ProviderRejectedError('not sent: it cannot be encoded as MIME')
  }
}

/** Cuts the name: a very long one would exceed the line length of RFC 5322. */
function named({ name = '', address }: Mailbox): { name: string; address: string } {
  const letters = [...withoutEncodedWords(name)]
  return {
    name: letters.length > MAX_NAME_LENGTH ? `${letters.slice(0, MAX_NAME_LENGTH).join('')}…` : letters.join(''),
    address,
  }
}

/** Breaks up what looks like an encoded word, which mail programs would decode even within quotes. */
function withoutEncodedWords(text: string): string {
  return text.toWellFormed().replaceAll('=?', '= ?')
}

/**
 * Encodes a subject with a word too long to fold, in pieces that can be folded, and one that looks encoded already,
 * which nodemailer would pass through.
 */
function subjectOf(subject: string): string | { prepared: true; foldLines: true; value: string } {
  if (!subject.includes('=?') && subject.split(' ').every((word) => word.length <= MAX_WORD_LENGTH)) return subject
  return { prepared: true, foldLines: true, value: encodeWord(subject, 'B', 52) }
}
