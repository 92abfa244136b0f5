import type { VNode } from 'preact'
import type { Diagnosis } from '../../diagnosis/diagnose.js'
import type { Finding, Place } from '../../diagnosis/finding.js'
import { iso } from '../../kernel/clock.js'
import { modeOf } from '../../kernel/mode.js'
import { ButtonLink, SubmitButton } from '../../web/button.js'
import { PostForm } from '../../web/form.js'
import { AgainIcon, CheckIcon, WarningIcon } from '../../web/icons.js'
import { Notice } from '../../web/notice.js'
import { FlagIcon } from '../components/icons.js'
import { Moment, momentText } from '../components/moment.js'
import { timeFormatOf } from '../time-format.js'
import type { Visit } from '../visit.js'
import { type AboutWords, aboutWords } from './words.js'

/** Below the base. */
export const ABOUT = '/settings/about'

/** `known`: without asking anyone. `done`: everything was checked. `busy`: it could not be, and this is what is known. */
export type CheckUpState = 'known' | 'done' | 'busy'

interface Parts {
  visit: Visit
  diagnosis: Diagnosis
  state: CheckUpState
}

/** What needs something, gravest first, and what is fine. */
export function CheckUp({ visit, diagnosis: { at, findings }, state }: Parts): VNode {
  const { base, csrfToken, locale } = visit
  const words = aboutWords(locale).checkUp
  const needed = findings.filter(({ severity }) => severity !== 'fine')
  const fine = findings.filter(({ severity }) => severity === 'fine')
  const hasCommand = needed.some(({ command }) => command !== null)
  return (
    <section class="card full check-up" id="check-up">
      <div class="card-head">
        <h2>{words.title}</h2>
        <PostForm action={`${base}${ABOUT}`} csrfToken={csrfToken}>
          <SubmitButton isSmall icon={AgainIcon} busy={words.checking}>
            {words.check}
          </SubmitButton>
        </PostForm>
      </div>
      <div class="padded" role={state === 'known' ? undefined : 'status'}>
        {state === 'busy' ? (
          <Notice tone="waiting">
            <p>{words.busy}</p>
          </Notice>
        ) : (
          <p class="muted tiny">{state === 'done' ? words.done(doneText(visit, at)) : words.known}</p>
        )}
      </div>
      <h3 class="padded">{words.needed}</h3>
      {needed.length === 0 && (
        <p class="padded check-up-good green-mark">
          <CheckIcon /> {words.nothingNeeded}
        </p>
      )}
      <ul>
        {needed.map((finding) => (
          <Needed visit={visit} words={words} finding={finding} />
        ))}
      </ul>
      {hasCommand && <p class="setting-note">{words.details}</p>}
      {fine.length > 0 && (
        <>
          <h3 class="padded">{words.fine}</h3>
          <ul class="check-up-fine">
            {fine.map((finding) => (
              <li class="green-mark">
                <CheckIcon />
                <span>
                  {finding.explained?.[locale].what} <Meta visit={visit} words={words} finding={finding} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** The check-up ended after the visit began. */
const doneText = (visit: Visit, at: string): string => {
  const now = iso(visit.now)
  return momentText(timeFormatOf(visit), at < now ? at : now)
}

interface FindingParts {
  visit: Visit
  words: AboutWords['checkUp']
  finding: Finding
}

const TONES = { critical: 'red', wrong: 'red', attention: 'amber', fine: 'green' } as const

/** What is wrong, what it means, and what to do: at the page where it can be done, or the operator's command. */
function Needed(parts: FindingParts): VNode | null {
  const { visit, words, finding } = parts
  const { severity, explained, command, place } = finding
  if (!explained) return null
  const { what, means, remedy } = explained[visit.locale]
  const Icon = severity === 'attention' ? FlagIcon : WarningIcon
  const href = place && addressOf(visit, finding, place)
  return (
    <li class={`finding ${TONES[severity]}-mark`}>
      <Icon />
      <div>
        <p>
          <span class="unseen">{words.severities[severity]}: </span>
          <b>{what}</b> <Meta {...parts} />
        </p>
        {means && <p class="muted">{means}</p>}
        {remedy && (
          <p>
            {remedy} {command !== null && <span class="code">{command}</span>}
          </p>
        )}
      </div>
      {href && place && (
        <ButtonLink isSmall href={href}>
          {words.open[place.page]}
        </ButtonLink>
      )}
    </li>
  )
}

function Meta({ visit, words, finding: { owner, since } }: FindingParts): VNode | null {
  const livemode = owner?.livemode ?? null
  if (livemode === null && since === null) return null
  return (
    <span class="muted tiny">
      {livemode !== null && words.modes[modeOf(livemode)]}
      {livemode !== null && since !== null && ' · '}
      {since !== null && <Since visit={visit} words={words} since={since} />}
    </span>
  )
}

/** With the exact time as its title. */
function Since({ visit, words, since }: Pick<FindingParts, 'visit' | 'words'> & { since: string }): VNode {
  const [before = '', after = ''] = words.since('\n').split('\n')
  return (
    <>
      {before}
      <Moment at={since} timeFormat={timeFormatOf(visit)} />
      {after}
    </>
  )
}

const PATHS: Record<Place['page'], string> = {
  connections: '/settings/connections',
  invoicing: '/settings/invoicing',
  email: '/settings/email',
  webhooks: '/settings/webhooks',
  plugins: '/settings/plugins',
  payments: '/payments',
}

/** Of the page in the mode of the finding; of the thing itself only from its own mode. Undefined: it is not served. */
function addressOf(
  { base, otherBase, principal, hasPage }: Visit,
  { owner }: Finding,
  place: Place,
): string | undefined {
  const path = PATHS[place.page]
  if (!hasPage(path)) return undefined
  const livemode = owner?.livemode ?? null
  if (livemode !== null && livemode !== principal.livemode) return otherBase + path
  return base + path + (place.id !== undefined && livemode !== null ? `/${place.id}` : '')
}
