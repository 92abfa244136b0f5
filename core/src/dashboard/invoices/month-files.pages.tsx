import type { ExportInvoices } from '../../accounting/export-invoices.js'
import { isMonth } from '../../kernel/calendar-month.js'
import { ButtonLink } from '../../web/button.js'
import { monthName } from '../../web/date-formats.js'
import { InvoiceIcon } from '../../web/icons.js'
import { showPage } from '../answer.js'
import { EmptyState } from '../components/menu.js'
import { PageHead } from '../components/page-head.js'
import { textIn } from '../list-address.js'
import type { Route } from '../route.js'
import { sendDownload } from '../send-download.js'
import type { Visit } from '../visit.js'
import { monthFilesWords } from './month-files.words.js'
import { INVOICES, MONTH_FILES } from './paths.js'

/** `/invoices.zip`: PDF and XML of a month's invoices. */
export class MonthFilesPages {
  constructor(private readonly exportInvoices: ExportInvoices) {}

  routes(): Route[] {
    // With the customers' tax data.
    return [{ method: 'get', path: MONTH_FILES, permission: 'invoices:read', confirms: true, answer: this.download }]
  }

  private readonly download = async (visit: Visit): Promise<void> => {
    const { principal, locale, request } = visit
    const asked = textIn(request.query, 'month')
    const month = asked === '' ? this.exportInvoices.currentMonth() : asked
    const file = isMonth(month) ? await this.exportInvoices.run(principal, { month, locale }) : null
    if (file) await sendDownload(visit, file)
    else await this.showNone(visit, month)
  }

  private async showNone(visit: Visit, month: string): Promise<void> {
    const words = monthFilesWords(visit.locale)
    const title = isMonth(month) ? words.none(monthName(visit.locale, month)) : words.wrongMonth
    await showPage(
      visit,
      {
        title: words.title,
        section: 'invoices',
        content: (
          <>
            <PageHead title={words.title} back={{ href: visit.base + INVOICES, label: words.invoices }} />
            <div class="card">
              <EmptyState
                icon={InvoiceIcon}
                title={title}
                action={<ButtonLink href={visit.base + INVOICES}>{words.back}</ButtonLink>}
              >
                {words.which}
              </EmptyState>
            </div>
          </>
        ),
      },
      isMonth(month) ? 200 : 404,
    )
  }
}
