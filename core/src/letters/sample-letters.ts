import type { Account } from '../accounts/account.js'
import { APPROVAL_MS, approvalUrl } from '../agents/approval.js'
import type { Alert } from '../alerts/alerts.repository.js'
import type { StaffEmail } from '../identity/read-staff-email.js'
import { invoiceDeadline } from '../invoicing/customer-deadline.js'
import type { PageLocale } from '../kernel/choose-locale.js'
import { DAY_MS, HOUR_MS, iso, later } from '../kernel/clock.js'
import type { BaseUrl } from '../kernel/named.js'
import type { ApprovalFacts } from './read-approval-facts.js'
import type { InvoiceFacts, LetterFrame, LinkLetterFacts, ReceiptFacts, RequestFacts } from './letter.js'

/** Stands where a letter has a token or another's address part: it opens nothing. */
const NOTHING = '…'

const TEXTS = {
  'es-MX': { title: 'Pedido de muestra', line: 'Producto de muestra', customer: 'Ana', receiver: 'CLIENTE DE MUESTRA' },
  en: { title: 'Sample order', line: 'Sample product', customer: 'Ana', receiver: 'SAMPLE CUSTOMER' },
} satisfies Record<PageLocale, unknown>

const AMOUNT_CENTAVOS = 50_000
const PAYMENT_ID = `pay_${'0'.repeat(26)}`
/** The RFC that the SAT has for customers without one. */
const RFC = 'XAXX010101000'
const UUID = '00000000-0000-0000-0000-000000000000'

interface Around {
  account: Account
  locale: PageLocale
  livemode: boolean
  hasLogo: boolean
  now: Date
  baseUrl: BaseUrl
}

export const sampleTitle = (locale: PageLocale): string => TEXTS[locale].title

/** A link's letter in the merchant's name, with made-up goods and addresses that open nothing. */
export function sampleRequest({ account, baseUrl, ...around }: Around): RequestFacts {
  const { title, line, customer } = TEXTS[around.locale]
  const frame: LetterFrame = {
    ...around,
    merchant: { name: account.name, ...account.brand },
    unsubscribeUrl: `${baseUrl}/mail/${NOTHING}/unsubscribe`,
    pixelUrl: null,
  }
  const link: LinkLetterFacts = {
    ...frame,
    ...{ title, description: null, customerName: customer, currency: 'MXN', url: `${baseUrl}/p/${NOTHING}` },
    ...{
      lines: [{ name: line, quantity: 2, amountCentavos: AMOUNT_CENTAVOS }],
      addedIvaCentavos: 0,
      includesIva: true,
    },
    amountCentavos: AMOUNT_CENTAVOS,
  }
  return {
    ...link,
    expiresAt: iso(
      later(around.now, account.mail.reminderHours === null ? DAY_MS : account.mail.reminderHours * HOUR_MS),
    ),
  }
}

export function sampleReceipt(around: Around): ReceiptFacts {
  const { account, now, baseUrl } = around
  const paidAt = iso(now)
  const deadline = invoiceDeadline(paidAt, account.invoiceDaysAfterMonth)
  return {
    ...sampleRequest(around),
    payment: { id: PAYMENT_ID, paidAt, method: 'card', isManual: false, amountRefundedCentavos: 0 },
    invoicing: { url: `${baseUrl}/p/${NOTHING}/invoice`, deadline },
  }
}

export const sampleInvoice = (around: Around): InvoiceFacts => ({
  ...sampleRequest(around),
  url: `${around.baseUrl}/p/${NOTHING}/invoice`,
  invoice: { uuid: UUID, rfc: RFC, name: TEXTS[around.locale].receiver, stampedAt: iso(around.now) },
})

/** Of a kind that comes with commands. */
export const SAMPLE_ALERT: Pick<Alert, 'kind' | 'target' | 'message'> = {
  kind: 'webhook_endpoint.disabled',
  target: `we_${NOTHING}`,
  message: 'The webhook endpoint https://shop.example/hooks failed for days and was disabled.',
}

/** What an agent wants, of the kind that tells most. */
export const sampleApproval = ({ locale, livemode, now, baseUrl }: Around): ApprovalFacts => ({
  agent: 'Claude',
  person: TEXTS[locale].customer,
  approval: {
    client: 'claude-ai 1.0',
    operation: 'create_payment_link',
    arguments: {
      title: TEXTS[locale].title,
      items: [{ name: TEXTS[locale].line, quantity: 2, unitPriceCentavos: AMOUNT_CENTAVOS / 2 }],
      customerName: TEXTS[locale].customer,
    },
    expiresAt: iso(later(now, APPROVAL_MS)),
    livemode,
  },
  url: approvalUrl(baseUrl, { id: NOTHING, livemode }),
})

const STAFF = {
  invitation: { content: { kind: 'invitation', role: 'cashier' }, path: `invitation/${NOTHING}` },
  reset: { content: { kind: 'reset' }, path: `reset/${NOTHING}` },
  security: { content: { kind: 'security', topic: 'passkey_added' }, path: 'settings/security' },
  email_change: {
    content: {
      kind: 'email_change',
      step: 'ask',
      side: 'new',
      from: 'ana@tienda.example',
      to: 'ana.nueva@tienda.example',
    },
    path: `email-change/${NOTHING}`,
  },
} as const satisfies Record<string, { content: StaffEmail['content']; path: string }>

export type StaffKind = keyof typeof STAFF

export function sampleStaffEmail(kind: StaffKind, { locale, now, baseUrl }: Around): StaffEmail {
  const { content, path } = STAFF[kind]
  const url = `${baseUrl}/dashboard/${path}`
  const expiresAt = kind === 'security' ? null : iso(later(now, DAY_MS))
  return { content, locale, name: TEXTS[locale].customer, url, keptUrl: url, expiresAt }
}
