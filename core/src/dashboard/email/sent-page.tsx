import type { VNode } from 'preact'
import type { SentEmail } from '../../letters/read-sent-emails.js'
import type { ShownEmail } from '../../letters/show-email.js'
import { MAY_BE_SENT } from '../../mail/email.js'
import { ButtonLink } from '../../web/button.js'
import { DownloadIcon } from '../../web/icons.js'
import { Notice } from '../../web/notice.js'
import { StatusChip } from '../components/chip.js'
import { Moment } from '../components/moment.js'
import { PageHead } from '../components/page-head.js'
import { type Fact, Facts } from '../components/timeline.js'
import { type ActorNames, actorText } from '../links/actor-text.js'
import { timeFormatOf } from '../time-format.js'
import type { Visit } from '../visit.js'
import { LetterFrame, LetterText } from './letter-parts.js'
import { SENT } from './paths.js'
import { ATTACHMENT_FORMATS } from './send-letter.js'
import { emailWords, type EmailWords } from './words.js'

interface Parts {
  visit: Visit
  email: SentEmail
  /** Null: its text is not known here. */
  letter: ShownEmail | null
  names: ActorNames
}

/** One mail: what became of it, and how it read. */
export function SentPage(parts: Parts): VNode {
  const { visit, email } = parts
  const { base, locale } = visit
  const { sent: words } = emailWords(locale)
  const isDoubtful = email.status === 'unknown'
  return (
    <>
      <PageHead
        title={email.subject}
        about={words.kinds[email.kind]}
        chip={<StatusChip of="mail" status={email.status} locale={locale} isLarge />}
        back={{ href: base + SENT, label: words.title }}
      />
      {isDoubtful && (
        <Notice tone="attention">{email.error === MAY_BE_SENT ? words.mayBeSent : words.meanings.unknown}</Notice>
      )}
      <div class="columns">
        <div>
          <LetterCard {...parts} words={words} />
        </div>
        <div>
          <section class="card">
            <h2>{words.history}</h2>
            {!isDoubtful && <p class="muted small">{words.meanings[email.status]}</p>}
            {email.error !== null && (
              <p class="small mail-error">
                {words.error}: <q lang="en">{email.error}</q>
              </p>
            )}
            <Facts facts={[...momentFacts(parts), ...factsOf(parts)]} locale={locale} isSide />
          </section>
        </div>
      </div>
    </>
  )
}

const ONE_TIME: readonly SentEmail['kind'][] = ['invitation', 'reset', 'security']

function LetterCard({ visit, email, letter, words }: Parts & { words: EmailWords['sent'] }): VNode {
  const href = `${visit.base}${SENT}/${email.id}`
  const formats = ATTACHMENT_FORMATS.filter((format) => letter?.[format])
  return (
    <section class="card stack">
      <h2>{words.letter}</h2>
      {letter === null ? (
        <p class="muted small">{email.isByProvider ? words.byProvider : words.noLetter}</p>
      ) : (
        <>
          {ONE_TIME.includes(email.kind) && <p class="muted small">{words.letterHidden}</p>}
          <LetterFrame title={words.letter} src={`${href}/letter`} />
          <LetterText title={words.text} text={letter.text} />
          {formats.length > 0 && (
            <div class="row">
              {formats.map((format) => (
                <ButtonLink href={`${href}/${format}`} icon={DownloadIcon} isSmall>
                  {words.files[format]}
                </ButtonLink>
              ))}
            </div>
          )}
        </>
      )}
    </section>
  )
}

/** Each event with its time, in their usual order. */
function momentFacts({ visit, email }: Parts): Fact[] {
  const { sent: words } = emailWords(visit.locale)
  const timeFormat = timeFormatOf(visit)
  const moments = [
    ['created', email.createdAt],
    ['postponed', email.temporaryFailedAt],
    ['sent', email.sentAt],
    ['delivered', email.deliveredAt],
    ['opened', email.openedAt],
    ['clicked', email.clickedAt],
    ['bounced', email.bouncedAt],
    ['complained', email.complainedAt],
    ['unsubscribed', email.unsubscribedAt],
  ] as const
  return moments.flatMap(([moment, at]) =>
    at === null ? [] : [{ label: words.moments[moment], value: <Moment at={at} timeFormat={timeFormat} /> }],
  )
}

function factsOf({ visit, email, names }: Parts): Fact[] {
  const { base, locale } = visit
  const { sent: words } = emailWords(locale)
  const { id, to, by, attempts, linkId, paymentId } = email
  const actor = by === null ? words.itself : (actorText(locale, names, by) ?? words.someone)
  return [
    { label: words.to, value: to },
    // Of mails about a sign-in it is not kept who caused them; the audit log has it.
    ...(by === null && ONE_TIME.includes(email.kind) ? [] : [{ label: words.by, value: actor }]),
    ...(attempts > 1 ? [{ label: words.attempts, value: attempts }] : []),
    ...(linkId === null ? [] : [{ label: words.link, value: <a href={`${base}/links/${linkId}`}>{words.see}</a> }]),
    ...(paymentId === null
      ? []
      : [{ label: words.payment, value: <a href={`${base}/payments/${paymentId}`}>{words.see}</a> }]),
    { label: words.id, value: id, copy: id },
  ]
}
