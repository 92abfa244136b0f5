import type { ComponentChildren, VNode } from 'preact'
import type { Attention, ReadAttention } from '../../overview/read-attention.js'
import { PostForm } from '../../web/form.js'
import { showPage } from '../answer.js'
import { StatusChip } from '../components/chip.js'
import { PageHead } from '../components/page-head.js'
import { RightIcon, SignOutIcon } from '../components/icons.js'
import { LanguageButton } from '../language.js'
import type { Route } from '../route.js'
import { may, type Visit } from '../visit.js'
import { type Entry, hrefOf, mainEntries, settingsGroups } from './entries.js'
import { ModeSwitch } from './mode.js'
import { ReviewNumber } from './side-bar.js'
import { frameWords } from './words.js'
import type { FrameWords } from './words.es-mx.js'

/** In the bar at the bottom already. */
const AT_THE_BOTTOM = ['home', 'links', 'payments']

/** `/more`: on phones, what the bar at the bottom does not hold. */
export class MorePages {
  constructor(private readonly attention: ReadAttention) {}

  routes(): Route[] {
    return [{ method: 'get', path: '/more', permission: 'self', answer: this.show }]
  }

  private readonly show = async (visit: Visit): Promise<void> => {
    const words = frameWords(visit.locale)
    const [{ reviews }, invoices] = await Promise.all([
      visit.frameFacts(),
      may(visit, 'invoices:read') ? this.attention.unfinishedInvoices(visit.principal) : [],
    ])
    await showPage(visit, {
      title: words.more,
      section: 'settings',
      content: <More {...{ visit, words, reviews, invoices }} />,
    })
  }
}

interface MoreParts {
  visit: Visit
  words: FrameWords
  reviews: number
  invoices: Attention['invoices']
}

function More({ visit, words, reviews, invoices }: MoreParts): VNode {
  const { livemode } = visit.principal
  const rest = mainEntries(visit, visit.hasPage).filter(({ name }) => !AT_THE_BOTTOM.includes(name))
  return (
    <div class="forms-alone">
      <PageHead title={words.more} />
      <div class="stack more">
        <ModeSwitch words={words} livemode={livemode} otherModeHref={visit.otherBase} />
        {rest.length > 0 && (
          <ul class="card full">
            {rest.map((entry) => (
              <MoreEntry {...{ visit, words, entry }}>
                {entry.name === 'review' && reviews > 0 && <ReviewNumber count={reviews} />}
                {entry.name === 'invoices' && invoices.length > 0 && (
                  <StatusChip
                    of="invoice"
                    status={invoices.some(({ isFailed }) => isFailed) ? 'failed' : 'requested'}
                    locale={visit.locale}
                  />
                )}
              </MoreEntry>
            ))}
          </ul>
        )}
        {settingsGroups(visit, visit.hasPage).map(({ group, entries }) => (
          <section aria-label={words.groups[group]}>
            <ul class="card full">
              {entries.map((entry) => (
                <MoreEntry {...{ visit, words, entry }} />
              ))}
            </ul>
          </section>
        ))}
        <LanguageButton visit={visit} />
        <PostForm action={`${visit.base}/sign-out`} csrfToken={visit.csrfToken}>
          <button type="submit" class="button wide" data-busy={words.signingOut}>
            <SignOutIcon />
            {words.signOut}
          </button>
        </PostForm>
      </div>
    </div>
  )
}

interface EntryParts {
  visit: Visit
  words: FrameWords
  entry: Entry
  children?: ComponentChildren
}

const MoreEntry = ({ visit, words, entry, children }: EntryParts): VNode => (
  <li>
    <a href={hrefOf(visit, entry.path)}>
      <entry.icon />
      <span>
        {words.entries[entry.name]}
        {entry.name === 'security' && (
          <small>
            {visit.session.user.name}, {words.roles[visit.session.user.role]}
          </small>
        )}
      </span>
      {children}
      <RightIcon />
    </a>
  </li>
)
