import type { Diagnose, Diagnosis } from '../../diagnosis/diagnose.js'
import type { ReadInstallation } from '../../overview/read-installation.js'
import { ButtonLink } from '../../web/button.js'
import { formatTime } from '../../web/format-time.js'
import { InvoiceIcon } from '../../web/icons.js'
import { showPage } from '../answer.js'
import { ListIcon } from '../components/icons.js'
import { Facts } from '../components/timeline.js'
import { FindRequestForm } from '../requests/find-request-form.js'
import type { Route } from '../route.js'
import { SettingRow } from '../settings/setting-row.js'
import { settingsPage } from '../settings/settings-page.js'
import type { Visit } from '../visit.js'
import { ABOUT, CheckUp, type CheckUpState } from './check-up.js'
import { aboutWords } from './words.js'

/** `/settings/about`: what runs here, what is wrong with it, and where to read more. */
export class AboutPages {
  constructor(
    private readonly installation: ReadInstallation,
    private readonly diagnose: Diagnose,
  ) {}

  routes(): Route[] {
    const shared = { path: ABOUT, permission: 'settings:manage' } as const
    return [
      { ...shared, method: 'get', answer: this.show },
      // At the same address, so that a reload of the answer opens the page.
      { ...shared, method: 'post', answer: this.check },
    ]
  }

  private readonly show = async (visit: Visit): Promise<void> =>
    this.showWith(visit, await this.diagnose.knownOfAccount(visit.principal), 'known')

  private readonly check = async (visit: Visit): Promise<void> => {
    const diagnosis = await this.diagnose.ofAccount(visit.principal)
    if (diagnosis) return this.showWith(visit, diagnosis, 'done')
    await this.showWith(visit, await this.diagnose.knownOfAccount(visit.principal), 'busy')
  }

  private async showWith(visit: Visit, diagnosis: Diagnosis, state: CheckUpState): Promise<void> {
    const { locale, account, now, baseUrl } = visit
    const words = aboutWords(locale)
    const { version, engine, startedAt } = this.installation.run()
    const facts = [
      { label: words.version, value: version },
      { label: words.engine, value: words.engines[engine] },
      { label: words.since, value: formatTime(locale, account.brand.timeZone, startedAt, now).short },
      { label: words.address, value: baseUrl },
      { label: words.subscription, value: words.subscriptions[account.subscription] },
    ]
    const content = (
      <div class="stack">
        <section class="card">
          <Facts facts={facts} locale={locale} />
        </section>
        <CheckUp visit={visit} diagnosis={diagnosis} state={state} />
        <section class="card">
          <h2>{words.requests}</h2>
          <FindRequestForm visit={visit} />
        </section>
        <ul class="card full setting-list">
          <SettingRow icon={ListIcon} title={words.docs} about={words.docsAbout}>
            <ButtonLink isSmall isElsewhere href={`${baseUrl}/docs`}>
              {words.docsOpen}
            </ButtonLink>
          </SettingRow>
          <SettingRow icon={InvoiceIcon} title={words.license} about={words.licenseAbout} />
        </ul>
      </div>
    )
    await showPage(visit, settingsPage({ title: words.title, about: words.about }, content))
  }
}
