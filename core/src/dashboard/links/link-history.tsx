import type { ComponentChildren, VNode } from 'preact'
import type { HistoryEntry, LinkChange } from '../../overview/link-history.js'
import { PAYER } from '../../invoicing/invoice.js'
import {
  AgainIcon,
  CheckIcon,
  ClockIcon,
  ClosedIcon,
  InvoiceIcon,
  MailIcon,
  ReturnedIcon,
  WarningIcon,
} from '../../web/icons.js'
import { amountText } from '../components/amount.js'
import { CalendarIcon, OpenIcon, PencilIcon, PlugIcon, PlusIcon, RefusedIcon } from '../components/icons.js'
import { Hour } from '../components/moment.js'
import { lookOf, type Tone } from '../components/status.js'
import { Timeline, type TimelineEntry } from '../components/timeline.js'
import { declineText } from '../payments/decline-text.js'
import { paymentWords } from '../payments/words.js'
import { timeFormatOf } from '../time-format.js'
import { daysOf } from '../timeline-days.js'
import { may, type Visit } from '../visit.js'
import { type ActorNames, actorText } from './actor-text.js'
import { type HistoryWords, historyWords } from './history-words.js'

interface HistoryParts {
  visit: Visit
  entries: readonly HistoryEntry[]
  names: ActorNames
  nameOf: (provider: string) => string
}

/** The link's story, newest first, under the days of the account's zone. */
export function LinkTimeline(parts: HistoryParts): VNode {
  const timeFormat = timeFormatOf(parts.visit)
  const entries = parts.entries.map((entry) => ({
    ...lineOf(parts, entry),
    at: entry.at,
    time: <Hour at={entry.at} timeFormat={timeFormat} />,
  }))
  return <Timeline days={daysOf(parts.visit, entries)} />
}

type Line = Omit<TimelineEntry, 'time'>

const line = (tone: Tone, icon: () => VNode, text: ComponentChildren, detail?: ComponentChildren): Line => ({
  tone,
  icon,
  text,
  detail,
})

function lineOf(parts: HistoryParts, { change, by }: HistoryEntry): Line {
  const { visit, names, nameOf } = parts
  const words = historyWords(visit.locale)
  const actor = actorText(visit.locale, names, by)
  const acted = ({ known, unknown }: { known: (who: string) => string; unknown: string }): VNode => (
    <b>{actor === null ? unknown : known(actor)}</b>
  )
  switch (change.kind) {
    case 'created': {
      // A key's name shows the way already.
      const way = by?.startsWith('key:') ? '' : ` ${words.channels[change.channel]}`
      return line('grey', PlusIcon, [acted(words.created), way])
    }
    case 'edited':
      return line('grey', PencilIcon, acted(words.edited), editedText(words, change.fields))
    case 'disabled':
      return line('grey', ClosedIcon, acted(words.disabled))
    case 'expired':
      return line('grey', CalendarIcon, <b>{words.expired}</b>)
    case 'checkout_opened':
      return line('blue', OpenIcon, [<b>{words.opened}</b>, ` · ${nameOf(change.provider)}`])
    case 'checkout_released':
      return line('amber', WarningIcon, acted(words.released), words.because(change.reason))
    case 'paid':
      return paidText(parts, change, actor)
    case 'asked':
      return line('grey', AgainIcon, [acted(words.asked), ` · ${nameOf(change.provider)}`])
    case 'unpaid':
      return unpaidText(parts, change)
    case 'refunded': {
      const amount = amountText(visit.locale, change.amountCentavos, change.currency)
      return line('grey', ReturnedIcon, [<b>{words.refunded(amount)}</b>, ` · ${nameOf(change.provider)}`])
    }
    case 'review_raised': {
      const reason = lookOf('review', change.reason)[visit.locale]
      return line(
        'amber',
        WarningIcon,
        [<b>{words.review}</b>, ` · ${reason}`],
        linkTo(parts, 'review', change.paymentId),
      )
    }
    case 'review_decided': {
      const decision = words.decisions[change.decision] ?? ''
      return line('grey', CheckIcon, acted(words.decided), `${decision} ${words.because(change.reason)}`)
    }
    case 'email':
      return mailText(words, change, actor)
    case 'invoice':
      return invoiceText(words, change, by === PAYER ? PAYER : actor)
    case 'webhook':
      return webhookText(words, change)
  }
}

type Of<Kind extends LinkChange['kind']> = Extract<LinkChange, { kind: Kind }>

const editedText = (words: HistoryWords, fields: readonly string[]): string =>
  words.editedFields(fields.map((field) => words.fields[field] ?? field).join(', '))

const PLACES = {
  payments: { permission: 'payments:read', path: '/payments/:id' },
  review: { permission: 'review:read', path: '/review/:id' },
} as const

export const canOpen = (visit: Visit, to: keyof typeof PLACES): boolean =>
  may(visit, PLACES[to].permission) && visit.hasPage(PLACES[to].path)

/** To the payment or its review, for those who may open it. */
function linkTo({ visit }: HistoryParts, to: keyof typeof PLACES, id: string, label?: string): VNode | undefined {
  if (!canOpen(visit, to)) return undefined
  return <a href={`${visit.base}/${to}/${id}`}>{label ?? historyWords(visit.locale).seePayment}</a>
}

function paidText(parts: HistoryParts, change: Of<'paid'>, actor: string | null): Line {
  const { visit, nameOf } = parts
  const words = historyWords(visit.locale)
  const link = linkTo(parts, 'payments', change.paymentId)
  if (change.provider === 'manual') {
    const text = actor === null ? words.marked.unknown : words.marked.known(actor)
    return line('green', CheckIcon, <b>{text}</b>, link)
  }
  const card = change.card?.last4 === undefined ? '' : `, ${cardText(visit, change.card)}`
  return line(
    'green',
    CheckIcon,
    [<b>{words.paid}</b>, ` · ${nameOf(change.provider)}${card}`],
    [words.confirmedBy(nameOf(change.provider)), ' ', link],
  )
}

const cardText = ({ locale }: Visit, { brand = '', last4 = '' }: { brand?: string; last4?: string }): string =>
  `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ${paymentWords(locale).ending(last4)}`.trim()

function unpaidText(parts: HistoryParts, { decline, isDeclined, provider, paymentId }: Of<'unpaid'>): Line {
  const { visit, nameOf } = parts
  const words = historyWords(visit.locale)
  const reason = declineText(paymentWords(visit.locale), decline ?? { code: null, message: null })
  const said = decline?.message ? words.said(nameOf(provider), decline.message) : ''
  const link = linkTo(parts, 'payments', paymentId, words.seeAttempt)
  return line(
    isDeclined ? 'red' : 'grey',
    isDeclined ? RefusedIcon : ClosedIcon,
    [<b>{isDeclined ? words.declined : words.ended}</b>, ` · ${nameOf(provider)}`],
    [`${reason}. `, said, ' ', link],
  )
}

const MAIL_TONES: Partial<Record<Of<'email'>['moment'], Tone>> = {
  queued: 'blue',
  failed: 'red',
  bounced: 'red',
  delivered: 'green',
  complained: 'amber',
}

function mailText(words: HistoryWords, { email, to, moment, error }: Of<'email'>, actor: string | null): Line {
  const tone = MAIL_TONES[moment] ?? 'grey'
  const mailed = words.mailed[email]
  if (actor !== null && mailed && moment === 'queued') {
    return line(tone, MailIcon, [<b>{mailed(actor)}</b>, ` ${words.byMailTo(to)}`])
  }
  const text = [<b>{`${words.mails[email]} ${words.mailMoments[moment]}`}</b>, ` ${words.mailTo(to)}`]
  const details = [error, actor === null ? null : words.mailedBy(actor)].filter((detail) => detail !== null)
  return line(tone, MailIcon, text, details.join(' ') || undefined)
}

const INVOICE_TONES: Record<Of<'invoice'>['moment'], Tone> = {
  requested: 'blue',
  stamped: 'green',
  failed: 'red',
  cancel_requested: 'amber',
  cancelled: 'grey',
}

const invoiceText = (words: HistoryWords, change: Of<'invoice'>, actor: string | null): Line =>
  line(
    INVOICE_TONES[change.moment],
    InvoiceIcon,
    <b>{invoiceActText(words, change.moment, actor)}</b>,
    change.reason ?? (change.uuid === null ? undefined : words.folio(change.uuid)),
  )

/** `actor`: a name, or `PAYER`. */
export function invoiceActText(words: HistoryWords, moment: Of<'invoice'>['moment'], actor: string | null): string {
  if (actor !== null && moment === 'requested') {
    return actor === PAYER ? words.invoiceRequestedByPayer : words.invoiceRequested(actor)
  }
  if (actor !== null && moment === 'cancel_requested') return words.invoiceCancelRequested(actor)
  return words.invoices[moment]
}

function webhookText(words: HistoryWords, { status, host, event, attempts }: Of<'webhook'>): Line {
  const { tone } = lookOf('delivery', status)
  const icon = status === 'scheduled' || status === 'sending' ? ClockIcon : PlugIcon
  return line(tone, icon, [<b>{words.webhooks[status]}</b>, ` ${words.mailTo(host)}`], words.attempts(event, attempts))
}
