import type { VNode } from 'preact'
import { PostForm } from '../../web/form.js'
import { initialsOf } from '../../web/initials.js'
import { LeftIcon, LinkIcon, PersonIcon, PlusIcon, SlidersIcon } from '../components/icons.js'
import type { FramedPage } from '../framed-page.js'
import { LanguageButton } from '../language.js'
import { may, type Visit } from '../visit.js'
import { type Entry, hrefOf, mainEntries, pathBelow, settingsGroups } from './entries.js'
import type { FrameExtras } from './extras.js'
import { ModeSwitch } from './mode.js'
import { SearchField } from './search-field.js'
import type { FrameWords } from './words.es-mx.js'

export interface BarParts {
  visit: Visit
  page: Pick<FramedPage, 'section'>
  extras: FrameExtras
  words: FrameWords
}

/** Merchant, mode, navigation and person. Inside the settings their own list takes the place of the sections. */
export function SideBar({ visit, page, extras, words }: BarParts): VNode {
  const { livemode } = visit.principal
  const isCashier = visit.session.user.role === 'cashier'
  const settings = settingsGroups(visit, extras.hasPage)
  const [firstSetting] = settings.flatMap(({ entries }) => entries)
  return (
    <header class="side">
      <Merchant visit={visit} extras={extras} />
      <ModeSwitch words={words} livemode={livemode} otherModeHref={extras.otherModeHref} />
      <SearchField visit={visit} words={words} hasPage={extras.hasPage} />
      <nav aria-label={words.main}>
        {isCashier ? (
          <CashierEntries {...{ visit, page, extras, words }} />
        ) : page.section === 'settings' ? (
          <>
            <a class="entry back" href={visit.base}>
              <LeftIcon />
              {words.settings}
              <span class="unseen">. {words.backTo}</span>
            </a>
            {settings.map(({ group, entries }) => (
              <>
                <h2>{words.groups[group]}</h2>
                <ul>
                  {entries.map((entry) => (
                    <li>
                      <EntryLink {...{ visit, entry, words }} isHere={pathBelow(visit).startsWith(entry.path)} />
                    </li>
                  ))}
                </ul>
              </>
            ))}
          </>
        ) : (
          <ul>
            {mainEntries(visit, extras.hasPage).map((entry) => (
              <li>
                <EntryLink {...{ visit, entry, words }} isHere={page.section === entry.name}>
                  {entry.name === 'review' && extras.reviews > 0 && <ReviewNumber count={extras.reviews} />}
                </EntryLink>
              </li>
            ))}
          </ul>
        )}
      </nav>
      <div class="foot">
        {firstSetting && !isCashier && page.section !== 'settings' && (
          <a class="entry" href={hrefOf(visit, firstSetting.path)}>
            <SlidersIcon />
            {words.settings}
          </a>
        )}
        <Person visit={visit} words={words} />
      </div>
    </header>
  )
}

export const Merchant = ({ visit, extras }: { visit: Visit; extras: FrameExtras }): VNode => (
  <a class="who" href={visit.base}>
    <img src={extras.mark} alt="" />
    <span>{visit.account.name}</span>
  </a>
)

interface EntryParts {
  visit: Visit
  entry: Entry
  words: FrameWords
  isHere: boolean
  children?: VNode | false
}

const EntryLink = ({ visit, entry, words, isHere, children }: EntryParts): VNode => (
  <a class="entry" href={hrefOf(visit, entry.path)} aria-current={isHere ? 'page' : undefined}>
    <entry.icon />
    {words.entries[entry.name]}
    {children}
  </a>
)

export const reviewCount = (count: number): string => (count > 9 ? '9+' : String(count))

export const ReviewNumber = ({ count }: { count: number }): VNode => <span class="number">{reviewCount(count)}</span>

/** A cashier charges, and sees their own links. */
function CashierEntries({ visit, page, words }: BarParts): VNode {
  const isOwn = page.section === 'home' || page.section === 'links'
  return (
    <ul>
      <li>
        <a class="entry" href={visit.base} aria-current={isOwn ? 'page' : undefined}>
          <LinkIcon />
          {words.yourLinks}
        </a>
      </li>
      {may(visit, 'links:charge') && (
        <li>
          <a class="entry" href={hrefOf(visit, '/links/new')}>
            <PlusIcon />
            {words.charge}
          </a>
        </li>
      )}
      <li>
        <a class="entry" href={hrefOf(visit, '/settings/security')} aria-current={isOwn ? undefined : 'page'}>
          <PersonIcon />
          {words.you}
        </a>
      </li>
    </ul>
  )
}

function Person({ visit, words }: { visit: Visit; words: FrameWords }): VNode {
  const { name, role } = visit.session.user
  return (
    <>
      <a class="person" href={hrefOf(visit, '/settings/security')}>
        <span class="initials" aria-hidden="true">
          {initialsOf(name)}
        </span>
        <span>
          <b>{name}</b>
          <span class="muted tiny">{words.roles[role]}</span>
        </span>
      </a>
      <LanguageButton visit={visit} />
      <PostForm action={`${visit.base}/sign-out`} csrfToken={visit.csrfToken}>
        <button type="submit" class="text-button" data-busy={words.signingOut}>
          {words.signOut}
        </button>
      </PostForm>
    </>
  )
}
