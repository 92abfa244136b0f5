import { oneLine } from '../mail/one-line.js'
import { requestedLink } from '../payment-links/requested-link.js'
import { formatMoney } from '../web/format-money.js'
import { operationText } from '../web/messages/operations.js'
import type { Letter, LetterFrame } from './letter.js'
import { type FrameFacts, letterHtml } from './letter-frame.js'
import { Button, type Fact, Facts, Greeting, Note } from './letter-parts.js'
import { INK } from './letter.styles.js'
import { actionText, exactMoment, letterText, plain, wrapped } from './letter-text.js'
import { letterWords } from './letter-words.js'
import type { ApprovalFacts } from './read-approval-facts.js'

type Around = Pick<LetterFrame, 'locale' | 'merchant' | 'now'>

/** So that what an agent wrote does not fill the letter; the page has all of it. */
const MAX_TEXT = 200

/** To those who can decide: what an agent wants to do. It decides nothing by itself: mail scanners open links, too. */
export function approvalLetter({ locale, merchant, now }: Around, facts: ApprovalFacts): Letter {
  const { approval, url } = facts
  const { approval: words, staff } = letterWords(locale)
  const around: FrameFacts = {
    locale,
    // The support contact is for customers.
    merchant: { ...merchant, supportEmail: null, supportPhone: null },
    ...{ livemode: approval.livemode, hasLogo: false, unsubscribeUrl: null, pixelUrl: null },
  }
  const person = plain(facts.person)
  const greeting = staff.greeting(person === '' ? null : person)
  const agent = facts.agent === null ? null : oneLine(facts.agent, MAX_TEXT)
  const wants = words.wants(agent === '' ? null : agent, operationText(locale, approval.operation))
  const calls = words.calls(oneLine(approval.client, MAX_TEXT))
  const written = writtenFacts(locale, approval)
  const until = `${words.until(exactMoment({ locale, merchant, now }, approval.expiresAt))} ${words.silence}`
  const notes = [words.others, words.signIn(new URL(url).host)]
  const parts = { relation: words.relation, reason: words.reason(plain(merchant.name)) }
  const html = letterHtml(around, {
    ...parts,
    title: `${wants} · ${merchant.name}`,
    preheader: wants,
    body: (
      <>
        <Greeting>{greeting}</Greeting>
        <p class="ink" style={`margin:0 0 16px;font-weight:700;${INK}`}>
          {wants}
        </p>
        <Greeting>{calls}</Greeting>
        {written.length > 0 && (
          <>
            <Greeting>{words.written}</Greeting>
            <Facts facts={written} />
          </>
        )}
        <Button facts={around} label={words.button} href={url} />
        <Note isStrong>{until}</Note>
        {notes.map((note) => (
          <Note>{note}</Note>
        ))}
      </>
    ),
  })
  const quoted = written.map(({ name, value }) => wrapped(`> ${name}: ${value}`).replaceAll('\n', '\n> '))
  const text = letterText(around, parts, [
    ...[greeting, wants, calls].map(wrapped),
    written.length === 0 ? null : [wrapped(words.written), ...quoted].join('\n'),
    actionText(words.button, url),
    ...[until, ...notes].map(wrapped),
  ])
  return { html, text }
}

/** What a new link would say and ask for, in the words of the agent. */
function writtenFacts(locale: Around['locale'], { operation, arguments: input }: ApprovalFacts['approval']): Fact[] {
  const link = operation === 'create_payment_link' ? requestedLink(input) : null
  if (!link) return []
  const { approval: words } = letterWords(locale)
  const { figure, code } = formatMoney(locale, link.amountCentavos, link.currency)
  const customer = [link.customerName, link.customerEmail].filter((part) => part !== null).join(' · ')
  return [
    { name: words.amount, value: `${figure} ${code}` },
    { name: words.title, value: `“${oneLine(link.title, MAX_TEXT)}”` },
    ...(customer === '' ? [] : [{ name: words.customer, value: `“${oneLine(customer, MAX_TEXT)}”` }]),
  ]
}
