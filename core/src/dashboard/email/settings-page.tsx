import type { VNode } from 'preact'
import { LETTER_KINDS } from '../../letters/preview-letter.js'
import type { MailServerState } from '../../mail/read-mail-server.js'
import type { ListedSuppression } from '../../mail/suppression.js'
import { ButtonLink } from '../../web/button.js'
import { FaultSummary, type FormFault } from '../../web/form.js'
import { Notice } from '../../web/notice.js'
import { PageHead } from '../components/page-head.js'
import { may, type Visit } from '../visit.js'
import { OptionsForm } from './options-form.js'
import { PREVIEW, SENT, SUPPRESSED } from './paths.js'
import { ServerCard, ServerNotice } from './server-card.js'
import { reasonText } from './suppressed-parts.js'
import type { TypedOptions } from './typed-mail-options.js'
import { emailWords, type EmailWords } from './words.js'

interface PageParts {
  visit: Visit
  server: MailServerState
  suppressed: readonly ListedSuppression[]
  typed: TypedOptions
  faults: readonly FormFault[]
  answer: string | null | undefined
}

export function EmailSettingsPage({ visit, server, suppressed, typed, faults, answer }: PageParts): VNode {
  const words = emailWords(visit.locale)
  const shown = { visit, words, server, answer }
  return (
    <>
      <PageHead title={words.title} about={<About {...shown} />} />
      {visit.request.query['saved'] !== undefined && faults.length === 0 && (
        <Notice tone="good">{words.form.saved}</Notice>
      )}
      {faults.length > 0 && <FaultSummary title={words.form.faults} faults={faults} />}
      <ServerNotice {...shown} />
      <div class="columns">
        <div>
          <OptionsForm {...{ visit, words, typed, faults }} />
          <Previews visit={visit} words={words} />
        </div>
        <div>
          <SuppressedCard {...{ visit, words, suppressed }} />
          <ServerCard {...shown} />
          <section class="card">
            <h2>{words.sent.card}</h2>
            <p class="muted small">{words.sent.cardText}</p>
            <p class="below">
              <ButtonLink href={visit.base + SENT} isSmall>
                {words.sent.open}
              </ButtonLink>
            </p>
          </section>
        </div>
      </div>
    </>
  )
}

interface Parts {
  visit: Visit
  words: EmailWords
}

/** In whose name mails leave, from where, and where replies go. */
function About({ visit, words, server: { route } }: Parts & { server: MailServerState }): VNode {
  const { account, base } = visit
  const { about, brand } = words
  const { supportEmail } = account.brand
  const canChange = visit.hasPage('/settings/brand') && may(visit, 'account:manage')
  return (
    <>
      {route ? about.from(route.from.name ?? account.name, route.from.address) : about.notSet}{' '}
      {supportEmail !== null ? about.replies(supportEmail) : route && about.repliesToSender}{' '}
      {canChange && (
        <>
          <a href={`${base}/settings/brand`}>{supportEmail === null ? brand.set : brand.change}</a>.{' '}
        </>
      )}
      {words.bothModes}
    </>
  )
}

const Previews = ({ visit, words: { previews: words } }: Parts): VNode => (
  <section class="card full setting-list">
    <div class="card-head">
      <h2>{words.title}</h2>
      <p class="muted small">{words.about}</p>
    </div>
    <ul class="letter-kinds">
      {LETTER_KINDS.map((kind) => (
        <li>
          <a href={`${visit.base}${PREVIEW}/${kind}`}>{words.kinds[kind].name}</a>
          <small class="muted">{words.kinds[kind].about}</small>
        </li>
      ))}
    </ul>
  </section>
)

const SuppressedCard = ({
  visit,
  words: { suppressed: words },
  suppressed,
}: Parts & { suppressed: readonly ListedSuppression[] }): VNode => (
  <section class="card">
    <h2>{words.title}</h2>
    {suppressed.length === 0 ? (
      <p class="muted small">{words.none}</p>
    ) : (
      <>
        <ul class="no-more">
          {suppressed.map((one) => (
            <li>
              <b>{one.address}</b>
              <small class="muted">{reasonText(visit, one)}</small>
              <a href={`${visit.base}${SUPPRESSED}/${one.id}/allow`}>{words.allow}</a>
            </li>
          ))}
        </ul>
        <ButtonLink href={visit.base + SUPPRESSED} isSmall>
          {words.all}
        </ButtonLink>
      </>
    )}
  </section>
)
