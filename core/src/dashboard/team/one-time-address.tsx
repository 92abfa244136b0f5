import type { VNode } from 'preact'
import type { MadeInvitation } from '../../identity/invite-user.js'
import { ButtonLink } from '../../web/button.js'
import { formatTime } from '../../web/format-time.js'
import { Secret } from '../components/copy-button.js'
import { settingsPage } from '../settings/settings-page.js'
import type { FramedPage } from '../framed-page.js'
import type { Visit } from '../visit.js'
import { TEAM } from './team-parts.js'
import { teamWords } from './words.js'

/** Where no mail can be sent: the one-time address, shown once to the owner, who hands it over. */
export function addressPage(visit: Visit, { invitation, address }: MadeInvitation): FramedPage {
  const { locale, account, now, base } = visit
  const { shown: words, back } = teamWords(locale)
  const isReset = invitation.purpose === 'reset'
  const email = invitation.email ?? ''
  const until = formatTime(locale, account.brand.timeZone, invitation.expiresAt, now).by
  const content: VNode = (
    <div class="card stack">
      <p>{isReset ? words.resetText(email) : words.invitedText(email)}</p>
      <Secret text={address} locale={locale} />
      <p class="muted small">{words.until(until)}</p>
      <div>
        <ButtonLink href={`${base}${TEAM}`}>{words.done}</ButtonLink>
      </div>
    </div>
  )
  return settingsPage({ title: words.title, back: { href: `${base}${TEAM}`, label: back } }, content)
}
