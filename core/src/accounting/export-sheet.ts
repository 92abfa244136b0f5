import type { Readable } from 'node:stream'
import type { Account } from '../accounts/account.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { PageLocale } from '../kernel/choose-locale.js'
import type { AccountPrincipal } from '../kernel/principal.js'
import { providerName } from '../plugin-host/provider-name.js'
import type { Plugins } from '../plugin-host/registry.js'
import type { ExportedFile } from './exported-file.js'
import type { ReadSheet } from './read-sheet.js'
import { type SheetColumn, sheetColumns } from './sheet-columns.js'
import type { SheetRow } from './sheet-row.js'
import { sheetWords } from './words.js'

export const SHEET_FORMATS = ['xlsx', 'csv'] as const
export type SheetFormat = (typeof SHEET_FORMATS)[number]

interface SheetChoice {
  /** As `2026-11`. */
  month: string
  /** Null: the currency that received most. */
  currency: string | null
  format: SheetFormat
  locale: PageLocale
}

const TYPES: Record<SheetFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

/** Writes the sheet of a month as a file, row by row as it is read. */
export class ExportSheet {
  constructor(
    private readonly readSheet: ReadSheet,
    private readonly plugins: Plugins,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** A month without movements, or without any in the currency, gives a sheet without rows. @throws Problem `validation_error` on `month` */
  async run(principal: AccountPrincipal, account: Account, choice: SheetChoice): Promise<ExportedFile> {
    const { month, format, locale } = choice
    const { timeZone } = account.brand
    const months = await this.readSheet.months(principal, month)
    const sums = months.find(({ currency }) => choice.currency === null || currency === choice.currency)
    // It becomes part of the file's name, so none is taken from the address.
    const currency = sums?.currency ?? ''
    const columns = this.columns(locale, timeZone, sums?.hasFees ?? true)
    const rows = this.readSheet.rows(principal, timeZone, month, currency)
    await this.note(principal, { month, currency, format })
    const begun = await begin(rows)
    const name = [month, currency].filter(Boolean).join(' ')
    return {
      fileName: `${principal.livemode ? '' : `${sheetWords(locale).test}-`}${name.replace(' ', '-')}.${format}`,
      type: TYPES[format],
      bytes: await written(format, name, columns, begun),
    }
  }

  /** As pages show the same rows. */
  columns(locale: PageLocale, timeZone: string, hasFees: boolean): SheetColumn[] {
    return sheetColumns({
      ...{ locale, timeZone, hasFees },
      providerName: (id) => providerName(this.plugins, id, locale),
    })
  }

  private async note(principal: AccountPrincipal, details: object): Promise<void> {
    const { accountId, livemode } = principal
    const act = { accountId, action: 'sheet.exported', target: accountId, details: { ...details, livemode } }
    await this.unitOfWork.run((tx) => this.auditLog.append(tx, principal, act))
  }
}

/** The same batches, the first of which is read: if that fails, no file has begun. */
async function begin(rows: AsyncGenerator<SheetRow[]>): Promise<AsyncGenerator<SheetRow[]>> {
  const first = await rows.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* rows
  })()
}

/** A writer is loaded with its first sheet. */
async function written(
  format: SheetFormat,
  name: string,
  columns: readonly SheetColumn[],
  batches: AsyncIterable<readonly SheetRow[]>,
): Promise<Readable> {
  if (format === 'csv') return (await import('./csv-sheet.js')).csvSheet(columns, batches)
  return (await import('./xlsx-sheet.js')).xlsxSheet(name, columns, batches)
}
