import type { VNode } from 'preact'
import { ButtonLink, SubmitButton } from '../../web/button.js'
import { PostForm } from '../../web/form.js'
import { formatDay } from '../../web/format-time.js'
import { CheckIcon, ClockIcon } from '../../web/icons.js'
import { Chip } from '../components/chip.js'
import { SettingRow } from '../settings/setting-row.js'
import type { Visit } from '../visit.js'
import { BRAND, SUBSCRIPTION } from './paths.js'
import { brandWords } from './words.js'

export interface RealChargesParts {
  visit: Visit
  /** Its owner does what the operator does for other accounts. */
  grantsItself: boolean
  /** A billing service decides about live links. */
  isBilled: boolean
}

/** What real charges need of the account: is it there, what does it allow, who grants it. */
export function RealCharges(parts: RealChargesParts): VNode {
  const { visit, isBilled } = parts
  const { verifiedAt, subscription } = visit.account
  const words = brandWords(visit.locale).real
  const isReady = verifiedAt !== null && (isBilled || subscription === 'active')
  return (
    <section class="card full setting-list" id="real">
      <div class="card-head">
        <h2>{words.title}</h2>
        <Chip tone={isReady ? 'green' : 'amber'} icon={isReady ? CheckIcon : ClockIcon}>
          {isReady ? words.ready : words.notReady}
        </Chip>
      </div>
      <ul>
        <Verification {...parts} />
        {isBilled ? <BilledSubscription visit={visit} /> : <GrantedSubscription {...parts} />}
      </ul>
    </section>
  )
}

function Verification({ visit, grantsItself }: RealChargesParts): VNode {
  const { account, locale, now } = visit
  const words = brandWords(locale).real
  const { verifiedAt, brand } = account
  if (verifiedAt !== null) {
    const date = formatDay(locale, brand.timeZone, new Date(verifiedAt), now)
    return <SettingRow icon={CheckIcon} title={words.verified} about={words.verifiedAbout(date)} />
  }
  return (
    <SettingRow icon={ClockIcon} title={words.unverified} about={aboutOf(words.unverifiedAbout, grantsItself, visit)}>
      {grantsItself && <GrantForm visit={visit} act="verify" label={words.verify} busy={words.verifying} />}
    </SettingRow>
  )
}

function GrantedSubscription({ visit, grantsItself }: RealChargesParts): VNode {
  const words = brandWords(visit.locale).real
  if (visit.account.subscription === 'active') {
    return (
      <SettingRow icon={CheckIcon} title={words.active} about={words.activeAbout}>
        {grantsItself && (
          <ButtonLink isSmall href={`${visit.base}${BRAND}/deactivate`}>
            {words.deactivate}
          </ButtonLink>
        )}
      </SettingRow>
    )
  }
  return (
    <SettingRow icon={ClockIcon} title={words.inactive} about={aboutOf(words.inactiveAbout, grantsItself, visit)}>
      {grantsItself && <GrantForm visit={visit} act="activate" label={words.activate} busy={words.activating} />}
    </SettingRow>
  )
}

function BilledSubscription({ visit }: { visit: Visit }): VNode {
  const words = brandWords(visit.locale).real
  return (
    <SettingRow icon={CheckIcon} title={words.billed} about={words.billedAbout}>
      <ButtonLink isSmall href={visit.base + SUBSCRIPTION}>
        {words.seePlan}
      </ButtonLink>
    </SettingRow>
  )
}

const aboutOf = (about: string, grantsItself: boolean, { locale }: Visit): string =>
  grantsItself ? about : `${about} ${brandWords(locale).real.byOperator}`

const GrantForm = ({ visit, act, label, busy }: { visit: Visit; act: string; label: string; busy: string }): VNode => (
  <PostForm action={`${visit.base}${BRAND}/${act}`} csrfToken={visit.csrfToken} formKey={visit.formKey}>
    <SubmitButton isSmall busy={busy}>
      {label}
    </SubmitButton>
  </PostForm>
)
