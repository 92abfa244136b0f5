import { MAX_INVOICE_DAYS } from '../../accounts/account-settings.js'
import type { ChangeAccount } from '../../accounts/change-account.js'
import type { ChooseIssuer } from '../../invoicing/choose-issuer.js'
import type { ReadInvoicingSetup } from '../../invoicing/read-invoicing-setup.js'
import { Problem } from '../../kernel/problem.js'
import type { Plugins } from '../../plugin-host/registry.js'
import type { FormFault } from '../../web/form.js'
import { redirect } from '../answer.js'
import { fieldsNamed, type Route } from '../route.js'
import type { Visit } from '../visit.js'
import type { ConnectInvoicingPages } from './connect-invoicing.pages.js'
import { INVOICING } from './invoicing-parts.js'
import { namesFor, type ShowInvoicing } from './show-invoicing.js'
import { invoicingWords } from './words.js'

/** `/settings/invoicing`: who stamps, in whose name, and until when customers can ask. */
export class InvoicingPages {
  constructor(
    private readonly showInvoicing: ShowInvoicing,
    private readonly setup: ReadInvoicingSetup,
    private readonly chooseIssuer: ChooseIssuer,
    private readonly changeAccount: ChangeAccount,
    private readonly plugins: Plugins,
    private readonly connecting: ConnectInvoicingPages,
  ) {}

  routes(): Route[] {
    const page = { path: INVOICING, permission: 'settings:manage' } as const
    const keeps = fieldsNamed('issuer', 'days')
    return [
      { ...page, method: 'get', answer: (visit) => this.showInvoicing.run(visit) },
      { ...page, method: 'post', confirms: true, keeps, answer: this.save },
      ...this.connecting.routes(),
    ]
  }

  /** Only what the form changed: two people's edits do not undo each other. */
  private readonly save = async (visit: Visit): Promise<void> => {
    const { principal, fields, locale } = visit
    const words = invoicingWords(locale)
    const days = fields['days']?.trim() ?? ''
    const hasDays = days !== '' && days !== fields['daysBefore']
    if (days === '' || !/^\d{1,3}$/.test(days) || Number(days) > MAX_INVOICE_DAYS) {
      return this.showInvoicing.run(
        visit,
        { faults: [{ name: 'days', text: words.deadline.fault(MAX_INVOICE_DAYS) }] },
        422,
      )
    }
    const fault = await this.chooseIn(visit)
    if (fault) return this.showInvoicing.run(visit, { faults: [fault] }, 422)
    if (hasDays) await this.changeAccount.run(principal, { invoiceDaysAfterMonth: Number(days) })
    redirect(visit, `${INVOICING}?saved=settings`)
  }

  /** Chooses the issuer of the form, unless it is chosen already, as after a second press. Returns why it was refused. */
  private async chooseIn(visit: Visit): Promise<FormFault | null> {
    const { principal, fields, locale } = visit
    const issuer = fields['issuer'] ?? ''
    if (issuer === '' || issuer === fields['issuerBefore']) return null
    const { connection } = await this.setup.run(principal)
    if (connection?.issuer?.id === issuer) return null
    try {
      await this.chooseIssuer.run(principal, issuer)
      return null
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const words = invoicingWords(locale)
      const name = namesFor(this.plugins, visit)(connection?.provider ?? '')
      const texts: Partial<Record<Problem['code'], string>> = {
        invoicing_rejected: error.detail ?? words.issuer.gone(name),
        invoicing_unavailable: words.issuer.unavailable(name),
        request_in_flight: words.changedMeanwhile,
        not_found: words.notConnected,
      }
      const text = texts[error.code]
      if (text === undefined) throw error
      return { name: 'issuer', text }
    }
  }
}
