import type { Account } from '../accounts/account.js'
import { type Logo, logoData } from '../accounts/logo.js'
import type { PageLocale } from '../kernel/choose-locale.js'
import type { Clock } from '../kernel/clock.js'
import { addDays, localDay, startOfMonth } from '../kernel/local-day.js'
import type { BaseUrl } from '../kernel/named.js'
import type { MailAddresses } from '../mail/addresses.js'
import { type SubjectKind, subjectOf } from '../mail/subjects.js'
import { monthName } from '../web/date-formats.js'
import { operationText } from '../web/messages/operations.js'
import { type Letter, LOGO_ID } from './letter.js'
import { letterWords } from './letter-words.js'
import {
  SAMPLE_ALERT,
  sampleApproval,
  sampleInvoice,
  sampleReceipt,
  sampleRequest,
  sampleStaffEmail,
  sampleTitle,
} from './sample-letters.js'

/** Every letter that is sent, in the order in which a business meets them. */
export const LETTER_KINDS = [
  'request',
  'reminder',
  'receipt',
  'invoice',
  'alert',
  'sheet',
  'approval',
  'invitation',
  'reset',
  'security',
  'email_change',
] as const satisfies readonly SubjectKind[]

export type LetterKind = (typeof LETTER_KINDS)[number]

export interface PreviewedLetter extends Letter {
  subject: string
}

type Around = Parameters<typeof sampleRequest>[0]

/** In whose name letters read. */
export interface Look {
  /** May be one that is not stored like this. */
  account: Account
  logo: Logo | null
  livemode: boolean
}

/** Every letter as it would read in an account's name, about things made up. Nothing is stored, and nothing is sent. */
export class PreviewLetter {
  constructor(
    private readonly addresses: MailAddresses,
    private readonly clock: Clock,
    private readonly baseUrl: BaseUrl,
  ) {}

  /** Self-contained, with the logo as a data URL. */
  async run(look: Look, kind: LetterKind, locale: PageLocale): Promise<PreviewedLetter> {
    const around = this.around(look, locale)
    const { text, html } = await this.write(kind, around)
    return {
      subject: subjectOf(kind, locale, look.account.name, this.aboutOf(kind, around)),
      text,
      html: look.logo ? html.replaceAll(`cid:${LOGO_ID}`, logoData(look.logo)) : html,
    }
  }

  /** What is attached to a receipt. */
  async receiptPdf(look: Look, locale: PageLocale): Promise<Uint8Array> {
    const { receiptPdf } = await import('./pdf-receipt.js')
    return receiptPdf(sampleReceipt(this.around(look, locale)), look.logo)
  }

  private around({ account, logo, livemode }: Look, locale: PageLocale): Around {
    return { account, locale, livemode, hasLogo: logo !== null, now: this.clock.now(), baseUrl: this.baseUrl }
  }

  private async write(kind: LetterKind, around: Around): Promise<Letter> {
    const { account, locale, now } = around
    const frame = { locale, merchant: { name: account.name, ...account.brand }, now }
    switch (kind) {
      case 'request':
        return (await import('./request-letter.js')).requestLetter(sampleRequest(around))
      case 'reminder':
        return (await import('./request-letter.js')).reminderLetter(sampleRequest(around))
      case 'receipt':
        return (await import('./receipt-letter.js')).receiptLetter(sampleReceipt(around))
      case 'invoice':
        return (await import('./invoice-letter.js')).invoiceLetter(sampleInvoice(around))
      case 'alert':
        return (await import('./alert-letter.js')).alertLetter(frame, SAMPLE_ALERT)
      case 'sheet': {
        const month = lastMonth(account, now)
        return (await import('./sheet-letter.js')).sheetLetter(frame, month, this.addresses.sheetUrl(month))
      }
      case 'approval':
        return (await import('./approval-letter.js')).approvalLetter(frame, sampleApproval(around))
      default: {
        const email = sampleStaffEmail(kind, around)
        return (await import('./staff-letter.js')).staffLetter(frame, email, email.url)
      }
    }
  }

  /** What the subject names after the merchant. */
  private aboutOf(kind: LetterKind, around: Around): string {
    const { account, locale, now } = around
    if (kind === 'alert') return letterWords(locale).alert.about[SAMPLE_ALERT.kind]
    if (kind === 'approval') return operationText(locale, sampleApproval(around).approval.operation)
    if (kind === 'sheet') return monthName(locale, lastMonth(account, now))
    return isAboutLink(kind) ? sampleTitle(locale) : ''
  }
}

const isAboutLink = (kind: LetterKind): boolean => ['request', 'reminder', 'receipt', 'invoice'].includes(kind)

/** As `2026-10`. */
const lastMonth = ({ brand }: Account, now: Date): string =>
  addDays(startOfMonth(localDay(now, brand.timeZone)), -1).slice(0, 7)
