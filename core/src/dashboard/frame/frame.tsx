import type { VNode } from 'preact'
import type { Missing } from '../../quarantine/quarantine-state.js'
import { exactTime } from '../../web/format-time.js'
import { merchantIcon } from '../../web/merchant-icon.js'
import type { FramedPage, Section } from '../framed-page.js'
import { may, type Visit } from '../visit.js'
import { BottomBar } from './bottom-bar.js'
import { PageScript, PageStyles, renderDocument } from './document.js'
import type { FrameExtras } from './extras.js'
import { isPlainHttp } from './plain-http.js'
import { ModeBand, ModeChip } from './mode.js'
import { TopSearch } from './search-field.js'
import { Merchant, SideBar } from './side-bar.js'
import { frameWords } from './words.js'
import type { FrameWords } from './words.es-mx.js'

/** The mark of a merchant without a logo. */
export const drawnMark = ({ account }: Pick<Visit, 'account'>): string =>
  merchantIcon({ name: account.name, color: account.brand.color })

const SECTIONS_WITH_SETTINGS_STYLES: readonly Section[] = ['accountant', 'settings']

/** A page of a person who is signed in: HTML of the whole document. */
export function renderFrame(visit: Visit, page: FramedPage, extras: FrameExtras): string {
  const words = frameWords(visit.locale)
  const { livemode } = visit.principal
  const parts = { visit, page, words, extras: { ...extras, otherModeHref: otherModeOf(visit, extras) } }
  const body = (
    <body class={livemode ? undefined : 'testing'}>
      {SECTIONS_WITH_SETTINGS_STYLES.includes(page.section) && (
        <PageStyles name="settings.css" baseUrl={extras.baseUrl} />
      )}
      <a class="skip" href="#main">
        {words.skip}
      </a>
      <ModeBand words={words} livemode={livemode} otherModeHref={parts.extras.otherModeHref} />
      {isPlainHttp(extras.baseUrl) && <PlainHttp words={words} />}
      {extras.missing && <Quarantined visit={visit} words={words} missing={extras.missing} />}
      <header class="topbar">
        <Merchant visit={visit} extras={extras} />
        <ModeChip words={words} livemode={livemode} />
      </header>
      <TopSearch visit={visit} words={words} hasPage={extras.hasPage} />
      <div class="shell">
        <SideBar {...parts} />
        <main id="main" tabIndex={-1} data-pending={page.isPending ? '' : undefined}>
          {page.content}
          {page.isPending && (
            <p class="refresh" data-refresh>
              <a class="button small" href={visit.address}>
                {words.refresh}
              </a>
            </p>
          )}
        </main>
      </div>
      {page.bottom ? (
        <footer class="bottombar">
          <div class="single">{page.bottom}</div>
        </footer>
      ) : (
        <BottomBar {...parts} />
      )}
      <div id="messages" role="status" />
      {page.script && <PageScript name={page.script} baseUrl={extras.baseUrl} />}
    </body>
  )
  const title = `${page.title} · ${visit.account.name}`
  return renderDocument({
    locale: visit.locale,
    title: livemode ? title : `${words.titleTest} ${title}`,
    icon: drawnMark(visit),
    baseUrl: extras.baseUrl,
    body,
  })
}

/** While live is not possible, its place is taken by the checklist of what is missing, for those who see it. */
const otherModeOf = (visit: Visit, { otherModeHref, canGoLive }: FrameExtras): string =>
  visit.principal.livemode || canGoLive || !may(visit, 'settings:manage') ? otherModeHref : `${visit.base}#go-live`

function Quarantined(props: { visit: Visit; words: FrameWords; missing: Missing }): VNode {
  const { visit, words, missing } = props
  const { timeZone } = visit.account.brand
  const time = (at: string): string => exactTime(visit.locale, timeZone, new Date(at))
  return (
    <aside class="quarantined" aria-label={words.quarantine}>
      {words.missing(time(missing.copiedAt), time(missing.knownUntil))}
    </aside>
  )
}

export const PlainHttp = ({ words }: { words: FrameWords }): VNode => (
  <aside class="plain-http" aria-label="http">
    {words.plainHttp}
  </aside>
)
