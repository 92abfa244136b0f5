import type { VNode } from 'preact'
import { iso, later } from '../../kernel/clock.js'
import type { PingResult } from '../../webhooks/ping-endpoint.js'
import type { Waiting } from '../../webhooks/read-deliveries.js'
import type { ShownEndpoint } from '../../webhooks/read-endpoints.js'
import { DISABLE_AFTER_MS } from '../../webhooks/watch-endpoints.js'
import { SubmitButton } from '../../web/button.js'
import { Notice } from '../../web/notice.js'
import type { Visit } from '../visit.js'
import { ActForm } from './act-form.js'
import { durationText, ResendAll } from './delivery-list.js'
import { longDay, momentOf } from './endpoint-parts.js'
import type { WebhooksWords } from './words.js'

interface Parts {
  visit: Visit
  endpoint: ShownEndpoint
  waiting: Waiting
  words: WebhooksWords
  ping: PingResult | undefined
}

/** What was just done, and what is wrong: what happened, what it means, what to do. */
export function EndpointNotices({ visit, endpoint, waiting, words, ping }: Parts): VNode {
  return (
    <>
      {ping && <PingNotice ping={ping} words={words} />}
      {!ping && <SavedNotice visit={visit} endpoint={endpoint} words={words} />}
      {endpoint.status === 'disabled' && <StoppedNotice visit={visit} endpoint={endpoint} words={words} />}
      {endpoint.status === 'enabled' && endpoint.failingSince !== null && (
        <Notice tone="wrong">
          <b>{words.one.failing(momentOf(visit, endpoint.failingSince), waitingText(words, waiting))}</b>
          <p>{words.one.failingText(longDay(visit, iso(later(new Date(endpoint.failingSince), DISABLE_AFTER_MS))))}</p>
        </Notice>
      )}
    </>
  )
}

/** `12 avisos por entregar`; `1,000+` where there are more than were counted. */
export const waitingText = ({ one }: WebhooksWords, { count, isMore }: Waiting): string =>
  count === 0 ? one.nothingWaits : one.waiting(`${count.toLocaleString('en-US')}${isMore ? '+' : ''}`)

function StoppedNotice({ visit, endpoint, words: { one } }: Pick<Parts, 'visit' | 'endpoint' | 'words'>): VNode {
  const { disabledReason, disabledAt, createdAt } = endpoint
  const day = longDay(visit, disabledAt ?? createdAt)
  return (
    <Notice tone={disabledReason === 'operator' ? 'attention' : 'wrong'}>
      <b>{one.stopped[disabledReason ?? 'operator'](day)}</b>
      <p>{one.stoppedText}</p>
      <ActForm visit={visit} endpoint={endpoint} act="resume">
        <SubmitButton busy={one.resuming}>{one.resume}</SubmitButton>
      </ActForm>
    </Notice>
  )
}

function SavedNotice({ visit, endpoint, words }: Pick<Parts, 'visit' | 'endpoint' | 'words'>): VNode | null {
  const { one } = words
  const { saved, resent } = visit.request.query
  if (typeof resent === 'string' && /^\d{1,9}$/.test(resent)) {
    const count = Number(resent)
    const text = count === 0 ? one.resentNone : one.resent(count.toLocaleString('en-US'))
    return (
      <Notice tone={count === 0 ? 'waiting' : 'good'}>
        <p>{text}</p>
      </Notice>
    )
  }
  if (saved === 'resent_before') {
    return (
      <Notice tone="waiting">
        <p>{one.resentBefore}</p>
      </Notice>
    )
  }
  if (saved === 'secret_before') {
    return (
      <Notice tone="attention">
        <p>{words.secret.repeated}</p>
      </Notice>
    )
  }
  if (saved === 'resumed' && endpoint.status === 'enabled') {
    return (
      <Notice tone="good">
        <b>{one.resumed}</b>
        <p>{one.resumedText}</p>
        <ResendAll visit={visit} endpoint={endpoint} words={words} />
      </Notice>
    )
  }
  const text = typeof saved === 'string' ? one.saved[saved] : undefined
  if (text === undefined) return null
  return (
    <Notice tone={saved === 'unresolved' ? 'attention' : 'good'}>
      <p>{text}</p>
    </Notice>
  )
}

function PingNotice({
  ping: { attempt, delivered },
  words: { one },
}: {
  ping: PingResult
  words: WebhooksWords
}): VNode {
  const duration = durationText(attempt.ms)
  const text =
    attempt.status === null
      ? one.pingSilent(duration)
      : delivered
        ? one.ping200(attempt.status, duration)
        : one.pingFailed(attempt.status, duration)
  const answer = attempt.answer ?? (attempt.status === null ? attempt.error : null)
  return (
    <Notice tone={delivered ? 'good' : 'wrong'}>
      <b>{text}</b>
      {answer !== null && (
        <details open>
          <summary>{one.pingAnswer}</summary>
          <p class="code ping-answer">{answer}</p>
        </details>
      )}
    </Notice>
  )
}
