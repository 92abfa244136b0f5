import type { VNode } from 'preact'
import { formatMoney } from '../web/format-money.js'
import { messagesOf } from '../web/messages/messages.js'
import type { Letter, RequestFacts } from './letter.js'
import { letterHtml } from './letter-frame.js'
import { Button, Greeting, LetterHeading, LetterLines, Note } from './letter-parts.js'
import { actionText, customerOf, letterText, linkText, plain, untilOf, wrapped } from './letter-text.js'
import { letterWords } from './letter-words.js'
import type { LetterWords } from './words.es-mx.js'

/** The merchant requests a payment. */
export const requestLetter = (facts: RequestFacts): Letter =>
  linkLetter(facts, letterWords(facts.locale).request, messagesOf(facts.locale).merchant.asks)

/** The link is about to expire, which comes first. */
export function reminderLetter(facts: RequestFacts): Letter {
  const words = letterWords(facts.locale).reminder
  return linkLetter(facts, words, words.relation, true)
}

function linkLetter(
  facts: RequestFacts,
  words: Pick<LetterWords['request'], 'greeting' | 'reason'>,
  relation: string,
  isReminder = false,
): Letter {
  const { request } = letterWords(facts.locale)
  const { figure, code } = formatMoney(facts.locale, facts.amountCentavos, facts.currency)
  const greeting = words.greeting(customerOf(facts))
  const until = facts.expiresAt === null ? null : request.until(untilOf(facts, facts.expiresAt))
  const reason = words.reason(facts.merchant.name)
  const html = letterHtml(facts, {
    title: `${facts.title} · ${facts.merchant.name}`,
    preheader: [`${figure} ${code}`, facts.title, until].filter((part) => part !== null).join(' · '),
    relation,
    body: <Body facts={facts} greeting={greeting} until={until} isReminder={isReminder} />,
    reason,
  })
  const text = letterText(facts, { relation, reason: plain(reason) }, [
    wrapped(plain(greeting)),
    isReminder && until !== null ? wrapped(plain(until)) : null,
    ...linkText(facts),
    actionText(request.button, facts.url),
    !isReminder && until !== null ? wrapped(plain(until)) : null,
  ])
  return { html, text }
}

interface BodyParts {
  facts: RequestFacts
  greeting: string
  /** Null: it does not expire. */
  until: string | null
  isReminder: boolean
}

function Body({ facts, greeting, until, isReminder }: BodyParts): VNode {
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
