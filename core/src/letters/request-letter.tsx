import type { VNode } from 'preact'
import { formatMoney } from '../web/format-money.js'
import { messagesOf } from '../web/messages/messages.js'
import type { Letter, RequestFacts } from './letter.js'
import { letterHtml } from './letter-frame.js'
import { Button, Greeting, LetterHeading, LetterLines, Note } from './letter-parts.js'
import { actionText, customerOf, letterText, linkText, plain, untilOf, wrapped } from './letter-text.js'
import { letterWords } from './letter-words.js'

/** What differs between a request and a reminder. */
interface Variant {
  relation: string
  greeting: string
  /** Null: it does not expire. */
  until: string | null
  reason: string
  /** The expiry is the news, so it comes first. */
  isReminder: boolean
}

/** The merchant requests a payment. */
export function requestLetter(facts: RequestFacts): Letter {
  const words = letterWords(facts.locale).request
  return linkLetter(facts, {
    relation: messagesOf(facts.locale).merchant.asks,
    greeting: words.greeting(customerOf(facts)),
    until: deadlineOf(facts, words.until),
    reason: words.reason(facts.merchant.name),
    isReminder: false,
  })
}

/** The link is about to expire. */
export function reminderLetter(facts: RequestFacts): Letter {
  const words = letterWords(facts.locale).reminder
  return linkLetter(facts, {
    relation: words.relation,
    greeting: words.greeting(customerOf(facts)),
    until: deadlineOf(facts, words.until),
    reason: words.reason(facts.merchant.name),
    isReminder: true,
  })
}

function linkLetter(facts: RequestFacts, variant: Variant): Letter {
  const words = letterWords(facts.locale)
  const { figure, code } = formatMoney(facts.locale, facts.amountCentavos, facts.currency)
  const { relation, greeting, until, reason, isReminder } = variant
  const button = words.request.button
  const html = letterHtml(facts, {
    title: `${facts.title} · ${facts.merchant.name}`,
    preheader: [`${figure} ${code}`, facts.title, until].filter((part) => part !== null).join(' · '),
    relation,
    body: <Body facts={facts} variant={variant} />,
    reason,
  })
  const text = letterText(facts, { relation, reason: plain(reason) }, [
    wrapped(plain(greeting)),
    isReminder && until !== null ? wrapped(plain(until)) : null,
    ...linkText(facts),
    actionText(button, facts.url),
    !isReminder && until !== null ? wrapped(plain(until)) : null,
  ])
  return { html, text }
}

function Body({ facts, variant: { greeting, until, isReminder } }: { facts: RequestFacts; variant: Variant }): VNode {
  const words = letterWords(facts.locale)
  return (
    <>
      <Greeting>{greeting}</Greeting>
      <LetterHeading facts={facts} />
      <LetterLines facts={facts} />
      {isReminder && until !== null && <Note isStrong>{until}</Note>}
      <Button facts={facts} label={words.request.button} href={facts.url} />
      {!isReminder && until !== null && <Note>{until}</Note>}
      <Note>{words.opens(new URL(facts.url).host)}</Note>
    </>
  )
}

function deadlineOf(facts: RequestFacts, words: (deadline: string) => string): string | null {
  return facts.expiresAt === null ? null : words(untilOf(facts, facts.expiresAt))
}
