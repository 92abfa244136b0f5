import type { VNode } from 'preact'
import { approvalPath } from '../../agents/approval.js'
import type { ListedApproval } from '../../agents/read-approvals.js'
import { modeOf } from '../../kernel/mode.js'
import { SubmitButton } from '../../web/button.js'
import { PostForm } from '../../web/form.js'
import { operationText } from '../../web/messages/operations.js'
import { Notice } from '../../web/notice.js'
import { StatusChip } from '../components/chip.js'
import { Fold } from '../components/fields.js'
import { Facts } from '../components/timeline.js'
import type { FramedPage } from '../framed-page.js'
import type { ActorNames } from '../links/actor-text.js'
import { timeBy } from '../payments/payment-sentence.js'
import { settingsPage } from '../settings/settings-page.js'
import type { Visit } from '../visit.js'
import { APPROVALS, HASH_FIELD } from './approval-paths.js'
import { argumentFacts, Code, jsonOf } from './argument-facts.js'
import { visibleText } from './visible-text.js'
import { type ApprovalWords, approvalWords } from './words.js'

/** What became of the last press of a button, or of the confirmation before it. */
export type DecisionNews = 'confirmed' | 'changed' | 'late'

export interface ApprovalParts {
  visit: Visit
  approval: ListedApproval
  names: ActorNames
  /** The agent has repeated the call that was approved. */
  isDone: boolean
  news: DecisionNews | null
}

/** Who asks for what, exactly; and the decision about it. */
export function approvalPage(parts: ApprovalParts): FramedPage {
  const { visit, approval } = parts
  const { locale, base } = visit
  const words = approvalWords(locale)
  const head = {
    title: wantsText(parts),
    chip: <StatusChip of="approval" status={approval.state} locale={locale} isLarge />,
    back: { href: base + APPROVALS, label: words.title },
  }
  return settingsPage(
    head,
    <>
      <News parts={parts} words={words} />
      <div class="stack">
        {approval.state !== 'pending' && <Outcome parts={parts} words={words} />}
        <section class="card asked">
          <h2>{words.asks}</h2>
          <p class="muted small">{words.data}</p>
          <Asked parts={parts} words={words} />
        </section>
        <section class="card">
          <h2>{words.who}</h2>
          <Asker parts={parts} words={words} />
        </section>
        {approval.state === 'pending' && <Decision parts={parts} words={words} />}
      </div>
    </>,
  )
}

/** The sentence that names the agent and the operation. */
function wantsText({ visit: { locale }, approval, names }: Pick<ApprovalParts, 'visit' | 'approval' | 'names'>) {
  const words = approvalWords(locale)
  const name = names.get(approval.holder)?.name
  return words.wants(name ? `“${visibleText(name)}”` : words.someAgent, operationText(locale, approval.operation))
}

interface Part {
  parts: ApprovalParts
  words: ApprovalWords
}

function News({ parts: { news, approval }, words }: Part): VNode | null {
  if (news === 'confirmed' && approval.state === 'pending') {
    return (
      <Notice tone="attention">
        <p>{words.decide.confirmed}</p>
      </Notice>
    )
  }
  const refusal =
    news === 'changed'
      ? words.changed
      : news !== 'late' || approval.state === 'pending'
        ? null
        : approval.decidedAt === null
          ? words.tooLate
          : words.before
  return refusal === null ? null : (
    <Notice tone="plain">
      <p>{refusal}</p>
    </Notice>
  )
}

/** Who decided it and when, and what follows. */
function Outcome({ parts: { visit, approval, names, isDone }, words: { states } }: Part): VNode {
  const { state, status, decidedAt, decidedBy, expiresAt } = approval
  const who = names.get(decidedBy ?? '')?.name ?? states.someone
  const decision = status === 'pending' || decidedAt === null ? null : states[status](who, timeBy(visit, decidedAt))
  const ended = timeBy(visit, expiresAt)
  const text =
    state !== 'expired'
      ? decision
      : decision === null || isDone
        ? (decision ?? states.expired(ended))
        : states.expiredAfter(decision, ended)
  const then = isDone
    ? states.done
    : { pending: null, granted: states.repeat, declined: states.told, expired: states.anew }[state]
  return (
    <Notice tone={state === 'granted' ? 'good' : 'waiting'}>
      <b>{text}</b>
      <p>{then}</p>
    </Notice>
  )
}

function Asked({ parts: { visit, approval }, words }: Part): VNode {
  const { locale } = visit
  const facts = argumentFacts(visit, approval)
  const { operation, argumentsHash, idempotencyKey } = approval
  const exact = [
    { label: words.operation, value: <span class="code">{operation}</span> },
    { label: words.idempotencyKey, value: <bdi class="code asked-text">{visibleText(idempotencyKey)}</bdi> },
    { label: words.hash, value: <span class="code">{argumentsHash}</span> },
    { label: words.id, value: <span class="code">{approval.id}</span> },
  ]
  return (
    <>
      {facts.length === 0 ? <p>{words.nothing}</p> : <Facts facts={facts} locale={locale} />}
      <Fold name={words.exact} value={words.exactValue}>
        <Facts facts={exact} locale={locale} />
        <Code words={words} text={jsonOf(approval.arguments)} />
      </Fold>
    </>
  )
}

function Asker({ parts: { visit, approval, names }, words }: Part): VNode {
  const { locale, principal } = visit
  const name = names.get(approval.holder)?.name
  const facts = [
    { label: words.key, value: name ? <bdi class="asked-text">{visibleText(name)}</bdi> : words.someAgent },
    {
      label: words.client,
      value: (
        <>
          <bdi class="asked-text">{visibleText(approval.client)}</bdi> <span class="muted">({words.unverified})</span>
        </>
      ),
    },
    { label: words.mode, value: words.modes[modeOf(principal.livemode)] },
    { label: words.asked, value: timeBy(visit, approval.createdAt) },
    { label: words.until, value: timeBy(visit, approval.expiresAt) },
  ]
  return <Facts facts={facts} locale={locale} />
}

function Decision({ parts: { visit, approval }, words: { decide: words } }: Part): VNode {
  const { base, csrfToken } = visit
  const at = base + approvalPath(approval.id)
  const hash = <input type="hidden" name={HASH_FIELD} value={approval.argumentsHash} />
  return (
    <section class="card stack decision">
      <div class="stack near">
        <h2>{words.title}</h2>
        <p>{words.text}</p>
        <p class="muted small">
          {words.silence} {words.confirms}
        </p>
      </div>
      <div class="row">
        <PostForm action={`${at}/approve`} csrfToken={csrfToken}>
          {hash}
          <SubmitButton kind="first" busy={words.approving}>
            {words.approve}
          </SubmitButton>
        </PostForm>
        <PostForm action={`${at}/decline`} csrfToken={csrfToken}>
          {hash}
          <SubmitButton busy={words.declining}>{words.decline}</SubmitButton>
        </PostForm>
      </div>
    </section>
  )
}

export function gonePage({ base, locale }: Visit): FramedPage {
  const words = approvalWords(locale)
  return settingsPage(
    { title: words.gone.title, back: { href: base + APPROVALS, label: words.title } },
    <section class="card">
      <p>{words.gone.text}</p>
    </section>,
  )
}
