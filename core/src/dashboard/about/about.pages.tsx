import type { ReadInstallation } from '../../overview/read-installation.js'
import { ButtonLink } from '../../web/button.js'
import { formatTime } from '../../web/format-time.js'
import { InvoiceIcon } from '../../web/icons.js'
import { showPage } from '../answer.js'
import { ListIcon, SlidersIcon } from '../components/icons.js'
import { Facts } from '../components/timeline.js'
import type { Route } from '../route.js'
import { SettingRow } from '../settings/setting-row.js'
import { settingsPage } from '../settings/settings-page.js'
import type { Visit } from '../visit.js'
import { aboutWords } from './words.js'

const DOCTOR = 'paylink doctor'

/** `/settings/about`: what runs here, and where to read more. */
export class AboutPages {
  constructor(private readonly installation: ReadInstallation) {}

  routes(): Route[] {
    return [{ method: 'get', path: '/settings/about', permission: 'settings:manage', answer: this.show }]
  }

  private readonly show = async (visit: Visit): Promise<void> => {
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
        <ul class="card full setting-list">
          <SettingRow icon={ListIcon} title={words.docs} about={words.docsAbout}>
            <ButtonLink isSmall isElsewhere href={`${baseUrl}/docs`}>
              {words.docsOpen}
            </ButtonLink>
          </SettingRow>
          <SettingRow
            icon={SlidersIcon}
            title={words.doctor}
            about={
              <>
                {words.doctorAbout} <span class="code">{DOCTOR}</span>
              </>
            }
          />
          <SettingRow icon={InvoiceIcon} title={words.license} about={words.licenseAbout} />
        </ul>
      </div>
    )
    await showPage(visit, settingsPage({ title: words.title, about: words.about }, content))
  }
}
