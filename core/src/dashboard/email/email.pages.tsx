import type { ChangeAccount } from '../../accounts/change-account.js'
import { Problem } from '../../kernel/problem.js'
import type { ReadMailServer } from '../../mail/read-mail-server.js'
import type { ReadSuppressions } from '../../mail/read-suppressions.js'
import type { FormFault } from '../../web/form.js'
import { redirect, showPage } from '../answer.js'
import { everyField, type Route } from '../route.js'
import { settingsPage } from '../settings/settings-page.js'
import type { Visit } from '../visit.js'
import { EMAIL, REPORTS, TEST } from './paths.js'
import { ReportsCard } from './reports-card.js'
import { EmailSettingsPage } from './settings-page.js'
import { changesOf, faultsOf, storedOptions, typedOptions } from './typed-mail-options.js'
import { emailWords } from './words.js'

/** On the page of the settings. */
const NEWEST = 3

interface Shown {
  faults?: readonly FormFault[]
  /** What the server answered to a test just now. */
  answer?: string | null
}

/** `/settings/email`: which mails are sent by themselves, from where, and to whom no more. */
export class EmailPages {
  constructor(
    private readonly changeAccount: ChangeAccount,
    private readonly mailServer: ReadMailServer,
    private readonly suppressions: ReadSuppressions,
  ) {}

  routes(): Route[] {
    const permission = 'settings:manage'
    return [
      { method: 'get', path: EMAIL, permission, answer: (visit) => this.show(visit) },
      { method: 'post', path: EMAIL, permission, keeps: everyField, answer: this.save },
      { method: 'post', path: TEST, permission, formAt: EMAIL, answer: this.test },
      // Where a reload of the answer leads.
      { method: 'get', path: TEST, permission, answer: (visit) => Promise.resolve(redirect(visit, EMAIL)) },
      { method: 'get', path: REPORTS, permission, confirms: true, answer: this.showReports },
    ]
  }

  private async show(visit: Visit, { faults = [], answer }: Shown = {}, status = 200): Promise<void> {
    const { principal, account, fields, locale } = visit
    const { data: suppressed } = await this.suppressions.page(principal, { limit: NEWEST })
    const typed = typedOptions(fields, account.mail) ?? storedOptions(account.mail)
    const parts = { visit, server: this.mailServer.state(), suppressed, typed, faults, answer }
    const content = <EmailSettingsPage {...parts} />
    await showPage(visit, { title: emailWords(locale).title, section: 'settings', content }, status)
  }

  private readonly save = async (visit: Visit): Promise<void> => {
    const { principal, account, fields, locale } = visit
    const words = emailWords(locale)
    const typed = typedOptions(fields, account.mail)
    if (!typed) return redirect(visit, EMAIL)
    const faults = faultsOf(typed, words)
    if (faults.length > 0) return this.show(visit, { faults }, 422)
    try {
      await this.changeAccount.run(principal, changesOf(typed))
    } catch (error) {
      const isAddress = error instanceof Problem && error.errors?.some(({ path }) => path === 'alertsTo')
      if (!isAddress) throw error
      return this.show(visit, { faults: [{ name: 'alertsTo', text: words.form.alertsFault }] }, 422)
    }
    redirect(visit, `${EMAIL}?saved=settings`)
  }

  /** Answered at once: nothing is stored that a page loaded later could show. */
  private readonly test = async (visit: Visit): Promise<void> => {
    await this.show({ ...visit, fields: {} }, { answer: await this.mailServer.check() })
  }

  private readonly showReports = async (visit: Visit): Promise<void> => {
    const words = emailWords(visit.locale)
    const { title, about } = words.reports
    const bounces = this.mailServer.state().route?.bounces ?? null
    const content = <ReportsCard visit={visit} words={words} bounces={bounces} reports={this.mailServer.reports()} />
    const back = { href: visit.base + EMAIL, label: words.title }
    await showPage(visit, settingsPage({ title, about, back }, content))
  }
}
