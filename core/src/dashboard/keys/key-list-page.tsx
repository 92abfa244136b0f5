import type { VNode } from 'preact'
import type { KeysOfMode, ListedKey } from '../../accounts/read-keys.js'
import { modeOf } from '../../kernel/mode.js'
import { ButtonLink } from '../../web/button.js'
import { type Column, DataTable } from '../../web/data-table.js'
import { Notice } from '../../web/notice.js'
import { Fold } from '../components/fields.js'
import { KeyIcon } from '../components/icons.js'
import { EmptyState } from '../components/menu.js'
import { Moment } from '../components/moment.js'
import { PageHead } from '../components/page-head.js'
import { SettingRow } from '../settings/setting-row.js'
import { timeFormatOf } from '../time-format.js'
import { may, type Visit } from '../visit.js'
import { controlsText } from './controls-text.js'
import { dayOf, keyMark, KEYS } from './key-parts.js'
import { scopeText } from './scope-text.js'
import { keysWords, type KeysWords } from './words.js'

interface Parts {
  visit: Visit
  words: KeysWords
}

/** A live key needs a verified profile. */
export const isLiveLocked = ({ principal, account }: Pick<Visit, 'principal' | 'account'>): boolean =>
  principal.livemode && account.verifiedAt === null

export function KeyListPage({ visit, keys }: { visit: Visit; keys: KeysOfMode }): VNode {
  const words = keysWords(visit.locale)
  const isRepeated = visit.request.query['made'] === 'before'
  const { saved } = visit.request.query
  return (
    <>
      <PageHead title={words.title} about={words.about} />
      {(saved === 'revoked' || saved === 'limits') && (
        <Notice tone="good">
          <p>{saved === 'revoked' ? words.revoked : words.limits.saved}</p>
        </Notice>
      )}
      {isRepeated && (
        <Notice tone="attention">
          <b>{words.repeated.title}</b>
          <p>{words.repeated.text}</p>
        </Notice>
      )}
      <div class="columns">
        <div>
          <section class="card full keys">
            <div class="card-head">
              <h2>{words.ofMode[modeOf(visit.principal.livemode)]}</h2>
            </div>
            {keys.inUse.length === 0 ? (
              <EmptyState icon={KeyIcon} title={words.empty}>
                {words.emptyText}
              </EmptyState>
            ) : (
              <DataTable caption={words.caption} columns={columnsOf({ visit, words })} rows={keys.inUse} />
            )}
          </section>
          {keys.ended.length > 0 && <EndedKeys visit={visit} words={words} keys={keys.ended} />}
        </div>
        <div>
          {isLiveLocked(visit) ? <LockedCard visit={visit} words={words} /> : <NewCard {...{ visit, words }} />}
        </div>
      </div>
    </>
  )
}

function columnsOf({ visit, words }: Parts): Column<ListedKey>[] {
  const timeFormat = timeFormatOf(visit)
  return [
    {
      head: words.columns.key,
      place: 'title',
      cell: ({ name }) => name,
      about: (key) => (
        <>
          <span class="code">{keyMark(key)}</span> · {words.created(dayOf(visit, key.createdAt))}
        </>
      ),
    },
    {
      head: words.columns.can,
      place: 'more',
      cell: ({ scopes }) => scopeText(visit.locale, scopes),
      about: (key) => limitsText({ visit, words }, key),
    },
    {
      head: words.columns.used,
      place: 'status',
      cell: ({ lastUsedAt }) => (
        <span>
          <span class="list-word">{words.usedAt} </span>
          {lastUsedAt === null ? words.never : <Moment at={lastUsedAt} timeFormat={timeFormat} />}
        </span>
      ),
    },
    {
      head: words.columns.actions,
      hidesHead: true,
      place: 'wide',
      cell: ({ id }) => (
        <span class="actions">
          <ButtonLink href={`${visit.base}${KEYS}/${id}/limits`} isSmall>
            {words.limits.action}
          </ButtonLink>
          <ButtonLink kind="ask" href={`${visit.base}${KEYS}/${id}/revoke`} isSmall>
            {words.revoke}
          </ButtonLink>
        </span>
      ),
    },
  ]
}

/** Its own rate, its limits and its end; null: it has none. */
function limitsText({ visit, words }: Parts, { rateLimit, expiresAt, controls }: ListedKey): string | null {
  const parts = [
    rateLimit !== null && words.perMinute(rateLimit.toLocaleString('en-US')),
    ...controlsText(visit.locale, controls),
    expiresAt !== null && words.expires(dayOf(visit, expiresAt)),
  ].filter(Boolean)
  return parts.length === 0 ? null : parts.join(' · ')
}

const EndedKeys = ({ visit, words, keys }: Parts & { keys: readonly ListedKey[] }): VNode => (
  <Fold name={words.ended} value={words.endedCount(keys.length)}>
    <ul class="ended-keys">
      {keys.map((key) => (
        <SettingRow
          icon={KeyIcon}
          title={key.name}
          about={`${keyMark(key)} · ${
            key.revokedAt !== null
              ? words.revokedOn(dayOf(visit, key.revokedAt))
              : words.expiredOn(dayOf(visit, key.expiresAt ?? key.createdAt))
          }`}
        />
      ))}
    </ul>
  </Fold>
)

const NewCard = ({ visit, words: { new: words } }: Parts): VNode => (
  <section class="card stack">
    <div class="stack near">
      <h2>{words.title}</h2>
      <p class="muted small">{words.aside}</p>
    </div>
    <ButtonLink kind="first" href={`${visit.base}${KEYS}/new`} isWide>
      {words.start}
    </ButtonLink>
    <p class="muted tiny">{words.confirms}</p>
  </section>
)

interface LockedParts {
  visit: Visit
  words: KeysWords
  /** What cannot be had yet, and below the base the page of test mode where it can; left out: a key. */
  instead?: { title: string; text: string; test: string; path: string }
}

/** In place of the form, until the profile is verified: how to get there. */
export function LockedCard({ visit, words: { unverified: words }, instead }: LockedParts): VNode {
  const { title, text, test, path } = instead ?? { ...words, path: KEYS }
  return (
    <section class="card stack">
      <div class="stack near">
        <h2>{title}</h2>
        <p class="muted small">{text}</p>
      </div>
      {may(visit, 'account:manage') ? (
        <ButtonLink kind="first" href={`${visit.otherBase}/setup/2`} isWide>
          {words.action}
        </ButtonLink>
      ) : (
        <p class="small">{words.ask}</p>
      )}
      <ButtonLink href={`${visit.otherBase}${path}`} isWide>
        {test}
      </ButtonLink>
    </section>
  )
}
