import type { OutgoingMail } from '@paylink/plugin-api'
import type { MailAddresses } from './addresses.js'
import { type Email, isToCustomer } from './email.js'
import { oneLine } from './one-line.js'
import type { MailRoute } from './mail-routes.js'
import type { RenderedEmail } from './render-email.js'

const MAX_NAME_LENGTH = 100

/** The email as the transport gets it: letter, envelope, headers (R246). */
export function toOutgoingMail(
  email: Email,
  { account, letter, attachments }: RenderedEmail,
  { from, bounces }: MailRoute,
  addresses: MailAddresses,
): OutgoingMail {
  const { supportEmail } = account.brand
  const name = oneLine(account.name, MAX_NAME_LENGTH)
  return {
    from: { address: from.address, name: from.name ?? name },
    to: email.to,
    ...(supportEmail !== null && isToCustomer(email.kind) && { replyTo: { address: supportEmail, name } }),
    envelopeFrom: bounces === null ? from.address : addresses.envelopeFrom(bounces, email.reportToken),
    messageId: addresses.messageId(from.address, email.reportToken),
    date: email.createdAt,
    subject: email.subject,
    ...letter,
    headers: { ...AUTOMATIC, ...(isToCustomer(email.kind) && unsubscribing(addresses.unsubscribeUrl(email.token))) },
    attachments,
  }
}

/** Suppresses out-of-office replies (RFC 3834). */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' }

/** Mail programs show an unsubscribe button (RFC 8058). */
const unsubscribing = (address: string): Record<string, string> => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
