import type { VNode } from 'preact'
import { formatMoney } from '../../html/format-money.js'
import { messagesOf } from '../../html/messages/messages.js'
import type { Letter, RequestFacts } from './letter.js'
import { letterHtml } from './letter-frame.js'
import { Button, Greeting, Heading, Lines, Note } from './letter-parts.js'
import { actionText, customerOf, letterText, linkText, plain, untilOf, wrapped } from './letter-text.js'
import { letterWords } from './letter-words.js'

/** What the two kinds of asking say differently. */
interface Asking {
  relation: string
  greeting: string
  /** Null: it does not expire. */
  until: string | null
  why: string
  /** That it expires is the news. */
  isReminder: boolean
}

/** The merchant asks for a payment. */
export function requestLetter(facts: RequestFacts): Letter {
  const words = letterWords(facts.locale).request
  return askingLetter(facts, {
    relation: messagesOf(facts.locale).merchant.asks,
    greeting: words.greeting(customerOf(facts)),
    until: endOf(facts, words.until),
    why: words.why(facts.merchant.name),
    isReminder: false,
  })
}

/** The link is about to expire. */
export function reminderLetter(facts: RequestFacts): Letter {
  const words = letterWords(facts.locale).reminder
  return askingLetter(facts, {
    relation: words.relation,
    greeting: words.greeting(customerOf(facts)),
    until: endOf(facts, words.until),
    why: words.why(facts.merchant.name),
    isReminder: true,
  })
}

function askingLetter(facts: RequestFacts, asking: Asking): Letter {
  const words = letterWords(facts.locale)
  const { figure, code } = formatMoney(facts.locale, facts.amountCentavos, facts.currency)
  const { relation, greeting, until, why, isReminder } = asking
  const button = words.request.button
  const html = letterHtml(facts, {
    title: `${facts.title} · ${facts.merchant.name}`,
    preheader: [`${figure} ${code}`, facts.title, until].filter((part) => part !== null).join(' · '),
    relation,
    body: <Body facts={facts} asking={asking} />,
    why,
  })
  const text = letterText(facts, { relation, why: plain(why) }, [
    wrapped(plain(greeting)),
    isReminder && until !== null ? wrapped(plain(until)) : null,
    ...linkText(facts),
    actionText(button, facts.url),
    !isReminder && until !== null ? wrapped(plain(until)) : null,
  ])
  return { html, text }
}

function Body({ facts, asking: { greeting, until, isReminder } }: { facts: RequestFacts; asking: Asking }): VNode {
  const words = letterWords(facts.locale)
  return (
    <>
      <Greeting>{greeting}</Greeting>
      <Heading facts={facts} />
      <Lines facts={facts} />
      {isReminder && until !== null && <Note isStrong>{until}</Note>}
      <Button facts={facts} label={words.request.button} href={facts.url} />
      {!isReminder && until !== null && <Note>{until}</Note>}
      <Note>{words.opens(new URL(facts.url).host)}</Note>
    </>
  )
}

function endOf(facts: RequestFacts, words: (deadline: string) => string): string | null {
  return facts.expiresAt === null ? null : words(untilOf(facts, facts.expiresAt))
}
