import type { VNode } from 'preact'
import { isEventType } from '../../webhooks/event.js'
import type { ListedEndpoint } from '../../webhooks/read-endpoints.js'
import { dateFormat } from '../../web/date-formats.js'
import { CLOCKS, formatTime } from '../../web/format-time.js'
import { CheckIcon, ClosedIcon, WarningIcon } from '../../web/icons.js'
import { Chip } from '../components/chip.js'
import type { Visit } from '../visit.js'
import { webhooksWords, type WebhooksWords } from './words.js'

/** Below the base. */
export const WEBHOOKS = '/settings/webhooks'

export const pathOf = ({ id }: Pick<ListedEndpoint, 'id'>): string => `${WEBHOOKS}/${id}`

/** What people call an endpoint; its path and query may hold a secret. */
export const hostOf = ({ url }: Pick<ListedEndpoint, 'url'>): string => new URL(url).host

/** `14 de noviembre`, with the year where it is another. */
export function longDay({ locale, account, now }: Pick<Visit, 'locale' | 'account' | 'now'>, at: string): string {
  const { timeZone } = account.brand
  const day = { timeZone, day: 'numeric', month: 'long' } as const
  const isThisYear = at.slice(0, 4) === now.toISOString().slice(0, 4)
  const format = isThisYear ? day : ({ ...day, year: 'numeric' } as const)
  return dateFormat(locale, format).format(new Date(at))
}

/** `hoy a las 08:41`. */
export const momentOf = ({ locale, account, now }: Pick<Visit, 'locale' | 'account' | 'now'>, at: string): string =>
  formatTime(locale, account.brand.timeZone, at, now).at

/** `23 nov, 23:01:05`: of attempts, which may follow each other within seconds. */
export const secondOf = ({ locale, account }: Pick<Visit, 'locale' | 'account'>, at: string): string =>
  dateFormat(locale, {
    ...{ timeZone: account.brand.timeZone, day: 'numeric', month: 'short' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: CLOCKS[locale] },
  }).format(new Date(at))

/** An event type in words; of another version's type its code. */
export const eventName = (words: WebhooksWords, type: string): string =>
  isEventType(type) ? words.eventNames[type] : type

export function EndpointChip({
  visit,
  endpoint,
  isLarge,
}: {
  visit: Visit
  endpoint: ListedEndpoint
  isLarge?: boolean
}): VNode {
  const { states } = webhooksWords(visit.locale)
  const { status, disabledReason, failingSince } = endpoint
  if (status === 'disabled') {
    const isPaused = disabledReason === 'operator'
    return (
      <Chip tone={isPaused ? 'grey' : 'red'} icon={isPaused ? ClosedIcon : WarningIcon} isLarge={isLarge}>
        {isPaused ? states.paused : states.stopped}
      </Chip>
    )
  }
  return failingSince === null ? (
    <Chip tone="green" icon={CheckIcon} isLarge={isLarge}>
      {states.working}
    </Chip>
  ) : (
    <Chip tone="red" icon={WarningIcon} isLarge={isLarge}>
      {states.failing(momentOf(visit, failingSince))}
    </Chip>
  )
}
