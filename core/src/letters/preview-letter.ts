import type { Account } from '../accounts/account.js'
import type { Accounts } from '../accounts/accounts.repository.js'
import type { Logo } from '../accounts/logo.js'
import type { PageLocale } from '../kernel/choose-locale.js'
import type { Clock } from '../kernel/clock.js'
import { addDays, localDay, startOfMonth } from '../kernel/local-day.js'
import type { BaseUrl } from '../kernel/named.js'
import type { AccountPrincipal } from '../kernel/principal.js'
import { notFound } from '../kernel/problem.js'
import type { MailAddresses } from '../mail/addresses.js'
import { type SubjectKind, subjectOf } from '../mail/subjects.js'
import { monthName } from '../web/date-formats.js'
import { type Letter, LOGO_ID } from './letter.js'
import { letterWords } from './letter-words.js'
import {
  SAMPLE_ALERT,
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

/** Every letter as it would read in the account's name, about things made up. Nothing is stored, and nothing is sent. */
export class PreviewLetter {
  constructor(
    private readonly accounts: Accounts,
    private readonly addresses: MailAddresses,
    private readonly clock: Clock,
    private readonly baseUrl: BaseUrl,
  ) {}

  /** Self-contained, with the logo as a data URL. @throws Problem `not_found` */
  async run(principal: AccountPrincipal, kind: LetterKind, locale: PageLocale): Promise<PreviewedLetter> {
    const { around, logo } = await this.around(principal, locale)
    const { text, html } = await this.write(kind, around)
    const { name } = around.account
    const picture = logo && `data:${logo.type};base64,${Buffer.from(logo.bytes).toString('base64')}`
    return {
      subject: subjectOf(kind, locale, name, this.aboutOf(kind, around)),
      text,
      html: picture ? html.replaceAll(`cid:${LOGO_ID}`, picture) : html,
    }
  }

  /** What is attached to a receipt. @throws Problem `not_found` */
  async receiptPdf(principal: AccountPrincipal, locale: PageLocale): Promise<Uint8Array> {
    const { around, logo } = await this.around(principal, locale)
    const { receiptPdf } = await import('./pdf-receipt.js')
    return receiptPdf(sampleReceipt(around), logo)
  }

  private async around(
    { accountId, livemode }: AccountPrincipal,
    locale: PageLocale,
  ): Promise<{ around: Around; logo: Logo | null }> {
    const account = await this.accounts.find(accountId)
    if (!account) throw notFound('account')
    const logo = account.brand.logoType === null ? null : ((await this.accounts.logo(accountId)) ?? null)
    const now = this.clock.now()
    return { around: { account, locale, livemode, hasLogo: logo !== null, now, baseUrl: this.baseUrl }, logo }
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
      default: {
        const email = sampleStaffEmail(kind, around)
        return (await import('./staff-letter.js')).staffLetter(frame, email, email.url)
      }
    }
  }

  /** What the subject names after the merchant. */
  private aboutOf(kind: LetterKind, { account, locale, now }: Around): string {
    if (kind === 'alert') return letterWords(locale).alert.about[SAMPLE_ALERT.kind]
    if (kind === 'sheet') return monthName(locale, lastMonth(account, now))
    return isAboutLink(kind) ? sampleTitle(locale) : ''
  }
}

const isAboutLink = (kind: LetterKind): boolean => ['request', 'reminder', 'receipt', 'invoice'].includes(kind)

/** As `2026-10`. */
const lastMonth = ({ brand }: Account, now: Date): string =>
  addDays(startOfMonth(localDay(now, brand.timeZone)), -1).slice(0, 7)
