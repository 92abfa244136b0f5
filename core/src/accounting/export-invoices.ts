import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { makeZip } from 'client-zip'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { CollectInvoiceFiles, MissingFiles } from '../invoicing/collect-invoice-files.js'
import { INVOICE_ZONE } from '../invoicing/customer-deadline.js'
import type { StampedBetween } from '../invoicing/month-invoices.repository.js'
import { momentsOfMonth } from '../kernel/calendar-month.js'
import type { PageLocale } from '../kernel/choose-locale.js'
import type { Clock } from '../kernel/clock.js'
import { localDay } from '../kernel/local-day.js'
import type { AccountPrincipal, Scope } from '../kernel/principal.js'
import type { ExportedFile } from './exported-file.js'
import { invoiceFileName, missingList, wallClock } from './invoice-file-names.js'
import { sheetWords } from './words.js'

interface MonthChoice {
  /** As `2026-11`. */
  month: string
  locale: PageLocale
}

interface ZipEntry {
  name: string
  lastModified: Date
  input: Uint8Array | string
}

/** Writes PDF and XML of a month's stamped invoices into one archive, file by file as they are read. */
export class ExportInvoices {
  constructor(
    private readonly collect: CollectInvoiceFiles,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** The month of this moment: an invoice has the date of central Mexico, wherever the merchant is. */
  currentMonth(): string {
    return localDay(this.clock.now(), INVOICE_ZONE).slice(0, 7)
  }

  /** Whether there is one, of any month. */
  hasInvoices(scope: Scope): Promise<boolean> {
    return this.collect.hasInvoices(scope)
  }

  /** Null: none was stamped in that month. @throws Problem `validation_error` on `month` */
  async run(principal: AccountPrincipal, { month, locale }: MonthChoice): Promise<ExportedFile | null> {
    const period = this.collect.periodOf(momentsOfMonth(month, INVOICE_ZONE))
    if (!(await this.collect.isAny(principal, period))) return null
    await this.note(principal, month)
    const words = sheetWords(locale)
    const gone = new AbortController()
    const zip = makeZip(this.entries(principal, period, locale, gone.signal))
    const bytes = Readable.fromWeb(zip as ReadableStream<Uint8Array>)
    // The archive does not tell its source that its reader left.
    bytes.once('close', () => gone.abort())
    return {
      fileName: `${principal.livemode ? '' : `${words.test}-`}${month}-${words.invoices.name}.zip`,
      type: 'application/zip',
      bytes,
    }
  }

  private async *entries(
    principal: AccountPrincipal,
    period: StampedBetween,
    locale: PageLocale,
    gone: AbortSignal,
  ): AsyncGenerator<ZipEntry> {
    const words = sheetWords(locale)
    const { livemode } = principal
    const missing: MissingFiles[] = []
    for await (const found of this.collect.run(principal, period, gone)) {
      if ('missing' in found) {
        missing.push(found)
        continue
      }
      const { invoice, format, content } = found
      yield {
        name: invoiceFileName({ words, livemode }, invoice, format),
        lastModified: wallClock(new Date(invoice.stampedAt)),
        input: content,
      }
    }
    if (missing.length === 0) return
    yield {
      name: `${words.invoices.missing}.txt`,
      lastModified: wallClock(this.clock.now()),
      input: missingList(words, missing),
    }
  }

  private async note(principal: AccountPrincipal, month: string): Promise<void> {
    const { accountId, livemode } = principal
    const act = { accountId, action: 'invoices.exported', target: accountId, details: { month, livemode } }
    await this.unitOfWork.run((tx) => this.auditLog.append(tx, principal, act))
  }
}
