import type { VNode } from 'preact'
import type { TeamMember } from '../../identity/read-users.js'
import { ButtonLink, SubmitButton } from '../../web/button.js'
import { PostForm } from '../../web/form.js'
import { LockIcon } from '../../web/icons.js'
import { ChoiceCards } from '../components/fields.js'
import { KeyIcon, SignOutIcon } from '../components/icons.js'
import { Facts } from '../components/timeline.js'
import type { FramedPage } from '../framed-page.js'
import { frameWords } from '../frame/words.js'
import { SettingRow } from '../settings/setting-row.js'
import { settingsPage } from '../settings/settings-page.js'
import type { Visit } from '../visit.js'
import { dayText, hasFactor, Notices, PEOPLE, roleChoices, seenText, TEAM, type Told, Way } from './team-parts.js'
import { type TeamWords, teamWords } from './words.js'

export interface Member {
  member: TeamMember
  isLastOwner: boolean
  /** The person who looks. */
  isOwn: boolean
}

interface Parts extends Member {
  visit: Visit
  words: TeamWords
}

export function memberPage(visit: Visit, found: Member, told: Told): FramedPage {
  const words = teamWords(visit.locale)
  const { member, isLastOwner, isOwn } = found
  const parts = { visit, words, ...found }
  const facts = [
    { label: words.member.email, value: member.email },
    { label: words.member.how, value: <Way words={words} member={member} /> },
    { label: words.member.seen, value: seenText(visit, member) },
    { label: words.member.since, value: dayText(visit, member.createdAt) },
  ]
  const title = isOwn ? `${member.name} (${words.you})` : member.name
  const back = { href: `${visit.base}${TEAM}`, label: words.back }
  return settingsPage(
    { title, about: frameWords(visit.locale).roles[member.role], back },
    <>
      <Notices visit={visit} {...told} />
      <div class="stack">
        <section class="card">
          <Facts facts={facts} locale={visit.locale} />
        </section>
        {isLastOwner ? (
          <section class="card">
            <h2>{words.member.roleTitle}</h2>
            <p class="muted small">{words.member.lastOwner}</p>
          </section>
        ) : (
          <RoleCard {...parts} />
        )}
        <Others {...parts} />
      </div>
    </>,
  )
}

const RoleCard = ({ visit, words: { member: words }, member, isOwn }: Parts): VNode => (
  <section class="card">
    <PostForm action={`${visit.base}${PEOPLE}/${member.id}/role`} csrfToken={visit.csrfToken}>
      <div class="stack">
        <ChoiceCards
          legend={words.roleTitle}
          name="role"
          choices={roleChoices(visit)}
          chosen={visit.fields['role'] ?? member.role}
        />
        <p class="muted small">{isOwn ? words.ownNote : words.roleNote}</p>
        <div>
          <SubmitButton kind="first" busy={words.saving}>
            {words.save}
          </SubmitButton>
        </div>
      </div>
    </PostForm>
  </section>
)

/** What is needed less often. One's own second factor is changed at one's own sign-in. */
function Others({ visit, words: { member: words }, member, isLastOwner, isOwn }: Parts): VNode | null {
  const at = `${visit.base}${PEOPLE}/${member.id}`
  const hasReset = !isOwn && hasFactor(member)
  if (isOwn && isLastOwner) return null
  return (
    <section class="card full">
      <div class="card-head">
        <h2>{words.otherTitle}</h2>
      </div>
      <ul class="setting-list">
        {!isOwn && (
          <SettingRow icon={KeyIcon} title={words.forgot} about={words.forgotAbout}>
            <ButtonLink isSmall href={`${at}/password`}>
              {words.forgotButton}
            </ButtonLink>
          </SettingRow>
        )}
        {hasReset && (
          <SettingRow icon={LockIcon} title={words.lost} about={words.lostAbout}>
            <ButtonLink isSmall href={`${at}/second-factor`}>
              {words.lostButton}
            </ButtonLink>
          </SettingRow>
        )}
        {!isLastOwner && (
          <SettingRow
            icon={SignOutIcon}
            title={isOwn ? words.leave : words.remove}
            about={isOwn ? words.leaveAbout : words.removeAbout}
          >
            <ButtonLink isSmall kind="ask" href={`${at}/remove`}>
              {isOwn ? words.leaveButton : words.removeButton}
            </ButtonLink>
          </SettingRow>
        )}
      </ul>
    </section>
  )
}
