import type { VNode } from 'preact'
import { hasAgreed } from '../../identity/email-change.js'
import type { Security } from '../../identity/read-security.js'
import { ButtonLink, SubmitButton } from '../../web/button.js'
import { PostForm } from '../../web/form.js'
import { formatTime } from '../../web/format-time.js'
import { MailIcon } from '../../web/icons.js'
import { SettingRow } from '../settings/setting-row.js'
import type { Visit } from '../visit.js'
import { SECURITY } from './security-parts.js'
import { securityWords } from './words.js'

/** The address that a person signs in with, and the change of it that is under way. */
export function EmailRow({ visit, security }: { visit: Visit; security: Security }): VNode {
  const { email: words } = securityWords(visit.locale)
  const { email, emailChange } = security
  const at = `${visit.base}${SECURITY}/email`
  return (
    <SettingRow
      icon={MailIcon}
      title={words.title}
      about={emailChange ? pendingText(visit, emailChange, email) : email}
    >
      {emailChange ? (
        <PostForm action={`${at}/cancel`} csrfToken={visit.csrfToken}>
          <SubmitButton kind="ask" isSmall>
            {words.cancel}
          </SubmitButton>
        </PostForm>
      ) : (
        <ButtonLink href={at} isSmall>
          {words.change}
        </ButtonLink>
      )}
    </SettingRow>
  )
}

function pendingText(
  { locale, account, now }: Visit,
  change: NonNullable<Security['emailChange']>,
  email: string,
): string {
  const { email: words } = securityWords(locale)
  const end = formatTime(locale, account.brand.timeZone, change.expiresAt, now).by
  const waits = (['former', 'new'] as const).filter((side) => !hasAgreed(change, side)).map((side) => words.waits[side])
  return [`${email}.`, words.pending(change.toEmail, end), ...waits].join(' ')
}
