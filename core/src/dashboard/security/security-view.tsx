import type { VNode } from 'preact'
import type { OwnSession } from '../../identity/own-sessions.js'
import { isPasskeyPossible } from '../../identity/passkey-ceremonies.js'
import type { Passkey } from '../../identity/passkey.js'
import type { Security } from '../../identity/read-security.js'
import { ButtonLink, SubmitButton } from '../../web/button.js'
import { PostForm } from '../../web/form.js'
import { CheckIcon, ClockIcon, LockIcon } from '../../web/icons.js'
import { Notice } from '../../web/notice.js'
import { Chip } from '../components/chip.js'
import { FingerprintIcon, ListIcon, PlusIcon } from '../components/icons.js'
import { momentText } from '../components/moment.js'
import { PageHead } from '../components/page-head.js'
import type { FramedPage } from '../framed-page.js'
import { SettingRow } from '../settings/setting-row.js'
import { timeFormatOf } from '../time-format.js'
import { may, type Visit } from '../visit.js'
import { EmailRow } from './email-row.js'
import { browserNameOf } from './browser-name.js'
import { LaptopShape, PhoneShape, SECURITY } from './security-parts.js'
import { securityWords, type SecurityWords } from './words.js'

interface Parts {
  visit: Visit
  security: Security
  words: SecurityWords
  /** Start of the addresses below. */
  at: string
}

/** What a form was about that is not there: another person's, made up, or removed before. */
export type MissingThing = 'passkey' | 'session' | 'emailChange'

export function securityView(
  visit: Visit,
  security: Security,
  sessions: readonly OwnSession[],
  missing?: MissingThing,
): FramedPage {
  const words = securityWords(visit.locale)
  const parts = { visit, security, words, at: `${visit.base}${SECURITY}` }
  const saved = savedIn(visit, words)
  return {
    title: words.title,
    section: 'settings',
    script: 'passkeys.js',
    content: (
      <div class="narrow">
        <PageHead title={words.title} about={`${aboutFor(visit, words)} ${words.bothModes}`} />
        {visit.session.lacksSecondFactor && (
          <Notice tone="attention">
            <p>{words.lacks}</p>
          </Notice>
        )}
        {missing !== undefined && (
          <Notice tone="attention">
            <p>{words.missing[missing]}</p>
          </Notice>
        )}
        {saved !== undefined && (
          <Notice tone="good">
            <p>{saved}</p>
          </Notice>
        )}
        <div class="stack">
          <PasskeyCard {...parts} />
          <PasswordCard {...parts} />
          <SessionCard {...parts} sessions={sessions} />
        </div>
      </div>
    ),
  }
}

/** Those who may change the team hear where it is. */
const aboutFor = (visit: Visit, { about, aboutTeam }: SecurityWords): string =>
  may(visit, 'account:manage') && visit.hasPage('/settings/team') ? `${about} ${aboutTeam}` : about

/** The notice that a redirect to this page may show. */
function savedIn({ request }: Visit, { saved }: SecurityWords): string | undefined {
  const { saved: name } = request.query
  return typeof name === 'string' ? saved[name] : undefined
}

function PasskeyCard({ visit, security, words: { passkeys: words }, at }: Parts): VNode {
  const isPossible = isPasskeyPossible(visit.baseUrl)
  const reason = security.hasPassword ? words.lastFactor : words.lastWay
  return (
    <section class="card full">
      <div class="card-head">
        <h2>{words.title}</h2>
        {isPossible && (
          <ButtonLink href={`${at}/passkeys/new`} icon={PlusIcon} isSmall>
            {words.add}
          </ButtonLink>
        )}
      </div>
      {security.passkeyList.length > 0 && (
        <ul class="setting-list">
          {security.passkeyList.map((passkey) => (
            <SettingRow icon={FingerprintIcon} title={passkey.name} about={usesOf(visit, words, passkey)}>
              <ButtonLink href={`${at}/passkeys/${passkey.id}/name`} isSmall>
                {words.rename}
              </ButtonLink>
              {security.canRemovePasskey ? (
                <ButtonLink kind="ask" href={`${at}/passkeys/${passkey.id}/remove`} isSmall>
                  {words.remove}
                </ButtonLink>
              ) : (
                <small class="muted">{reason}</small>
              )}
            </SettingRow>
          ))}
        </ul>
      )}
      <p class="setting-note">
        {!isPossible
          ? words.impossible
          : security.passkeyList.length === 0
            ? words.none
            : words.host(new URL(visit.baseUrl).hostname)}
      </p>
    </section>
  )
}

function usesOf(visit: Visit, words: SecurityWords['passkeys'], { createdAt, lastUsedAt }: Passkey): string {
  const used = lastUsedAt === null ? words.unused : words.used(momentText(timeFormatOf(visit), lastUsedAt))
  return `${words.since(dayText(visit, createdAt))} · ${used}`
}

const dayText = ({ locale, account }: Visit, at: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: account.brand.timeZone }).format(new Date(at))

/** That there is one, and since when. */
function aboutPassword(visit: Visit, words: SecurityWords['password'], security: Security): string {
  if (!security.hasPassword) return words.hasNot
  const { passwordChangedAt } = security
  return passwordChangedAt === null ? words.has : `${words.has} ${words.changedOn(dayText(visit, passwordChangedAt))}`
}

function PasswordCard({ visit, security, words: { password, code, recovery, passkeys }, at }: Parts): VNode {
  return (
    <section class="card full">
      <div class="card-head">
        <h2>{password.section}</h2>
      </div>
      <ul class="setting-list">
        <EmailRow visit={visit} security={security} />
        <SettingRow icon={LockIcon} title={password.title} about={aboutPassword(visit, password, security)}>
          <ButtonLink href={`${at}/password`} isSmall>
            {security.hasPassword ? password.change : password.set}
          </ButtonLink>
        </SettingRow>
        <SettingRow icon={ClockIcon} title={code.title} about={code.about}>
          {!security.hasTotp && (
            <ButtonLink href={`${at}/code`} isSmall>
              {code.turnOn}
            </ButtonLink>
          )}
          {security.hasTotp && (
            <Chip tone="green" icon={CheckIcon}>
              {code.on}
            </Chip>
          )}
          {security.hasTotp && security.canRemoveTotp && (
            <ButtonLink kind="ask" href={`${at}/code/remove`} isSmall>
              {code.remove}
            </ButtonLink>
          )}
          {security.hasTotp && !security.canRemoveTotp && <small class="muted">{passkeys.lastFactor}</small>}
        </SettingRow>
        {(security.hasTotp || security.passkeys > 0) && (
          <SettingRow icon={ListIcon} title={recovery.title} about={recovery.left(security.recoveryCodesLeft)}>
            <ButtonLink href={`${at}/recovery-codes`} isSmall>
              {recovery.renew}
            </ButtonLink>
          </SettingRow>
        )}
      </ul>
    </section>
  )
}

function SessionCard({
  visit,
  words: { sessions: words },
  at,
  sessions,
}: Parts & { sessions: readonly OwnSession[] }): VNode {
  return (
    <section class="card full">
      <div class="card-head">
        <h2>{words.title}</h2>
        {sessions.length > 1 && (
          <PostForm action={`${at}/sessions/end-others`} csrfToken={visit.csrfToken}>
            <SubmitButton kind="ask" isSmall>
              {words.endOthers}
            </SubmitButton>
          </PostForm>
        )}
      </div>
      <ul class="setting-list">
        {sessions.map(({ id, isThisOne, userAgent, ip, createdAt, lastUsedAt }) => {
          const name = browserNameOf(userAgent)
          const moment = (at: string): string => momentText(timeFormatOf(visit), at)
          return (
            <SettingRow
              icon={name?.isPhone ? PhoneShape : LaptopShape}
              title={name ? words.on(name.browser, name.system) : words.unknown}
              about={isThisOne ? words.entered(moment(createdAt), ip) : words.used(moment(lastUsedAt), ip)}
            >
              {isThisOne ? (
                <Chip tone="green" icon={CheckIcon}>
                  {words.thisOne}
                </Chip>
              ) : (
                <PostForm action={`${at}/sessions/${id}/end`} csrfToken={visit.csrfToken}>
                  <SubmitButton isSmall>{words.end}</SubmitButton>
                </PostForm>
              )}
            </SettingRow>
          )
        })}
      </ul>
    </section>
  )
}
