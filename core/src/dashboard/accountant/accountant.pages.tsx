import { pipeline } from 'node:stream/promises'
import { type ExportSheet, SHEET_FORMATS, type SheetFormat } from '../../accounting/export-sheet.js'
import type { ReadSheet, SheetView } from '../../accounting/read-sheet.js'
import type { ChangeAccount } from '../../accounts/change-account.js'
import { Problem } from '../../kernel/problem.js'
import type { FormFault } from '../../web/form.js'
import { localDay } from '../../kernel/local-day.js'
import { fileHeaders } from '../../web/answer.js'
import { redirect, showPage } from '../answer.js'
import { textIn } from '../list-address.js'
import { isMonth } from '../months.js'
import { fieldsNamed, type Route } from '../route.js'
import type { Visit } from '../visit.js'
import { AccountantPage } from './accountant-page.js'
import { ACCOUNTANT, MONTHLY_MAIL } from './paths.js'
import { accountantWords } from './words.js'

/** `/accountant`: what moved in a month, as the sheet has it; and the sheet as a file. */
export class AccountantPages {
  constructor(
    private readonly readSheet: ReadSheet,
    private readonly exportSheet: ExportSheet,
    private readonly changeAccount: ChangeAccount,
  ) {}

  routes(): Route[] {
    const shared = { method: 'get', permission: 'accountant:read' } as const
    return [
      { ...shared, path: ACCOUNTANT, answer: (visit) => this.show(visit) },
      {
        method: 'post',
        path: MONTHLY_MAIL,
        // The owner decides who hears about the money.
        permission: 'account:manage',
        confirms: true,
        keeps: fieldsNamed('isOn', 'sheetTo'),
        formAt: ACCOUNTANT,
        answer: this.changeMail,
      },
      ...SHEET_FORMATS.map((format) => ({
        ...shared,
        path: `${ACCOUNTANT}.${format}`,
        // Everything that the business earned, in one file.
        confirms: true,
        answer: (visit: Visit) => this.download(visit, format),
      })),
    ]
  }

  private async show(visit: Visit, faults: readonly FormFault[] = []): Promise<void> {
    const { principal, account, locale } = visit
    const { timeZone } = account.brand
    const current = this.readSheet.currentMonth(timeZone)
    const first = localDay(new Date(account.createdAt), timeZone).slice(0, 7)
    const asked = textIn(visit.request.query, 'month')
    const isKnown = asked === '' || (isMonth(asked) && asked <= current)
    const month = isKnown && asked !== '' ? asked : current
    const [months] = await Promise.all([this.readSheet.months(principal, month), visit.frameFacts()])
    const sheets: SheetView[] = []
    for (const sums of months) sheets.push(await this.readSheet.view(principal, timeZone, month, sums))
    const columnsOf = (hasFees: boolean) => this.exportSheet.columns(locale, timeZone, hasFees)
    const page = { visit, month, current, first: first < month ? first : month, sheets, columnsOf, isKnown, faults }
    const framed = {
      title: accountantWords(locale).title,
      section: 'accountant',
      content: <AccountantPage {...page} />,
    } as const
    await showPage(visit, framed, faults.length > 0 ? 422 : 200)
  }

  private readonly changeMail = async (visit: Visit): Promise<void> => {
    const { fields, locale, principal } = visit
    const sheetTo = fields['isOn'] === undefined ? null : (fields['sheetTo'] ?? '').trim()
    try {
      await this.changeAccount.run(principal, { sheetTo })
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'validation_error') throw error
      return this.show(visit, [{ name: 'sheetTo', text: accountantWords(locale).mail.fault }])
    }
    redirect(visit, `${ACCOUNTANT}?saved=mail`)
  }

  private async download(visit: Visit, format: SheetFormat): Promise<void> {
    const { principal, account, locale, request, response } = visit
    const month = textIn(request.query, 'month') || this.readSheet.currentMonth(account.brand.timeZone)
    const currency = textIn(request.query, 'currency') || null
    const sheet = await this.exportSheet.run(principal, account, { month, currency, format, locale })
    response.set({
      ...fileHeaders(sheet.type),
      'Content-Disposition': `attachment; filename="${sheet.fileName}"`,
      'Cache-Control': 'no-store',
    })
    // A failure midway breaks the connection off, so that a browser never takes a part for the whole sheet.
    await pipeline(sheet.bytes, response).catch((error: unknown) => {
      if (!isGone(error)) throw error
    })
  }
}

/** The browser stopped the download. */
const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
