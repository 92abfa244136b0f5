import type { VNode } from 'preact'
import { formatMoney } from '../web/format-money.js'
import type { InvoiceFacts, Letter } from './letter.js'
import { letterHtml } from './letter-frame.js'
import { Button, Done, type Fact, Facts, Greeting, LetterHeading, Note } from './letter-parts.js'
import { actionText, customerOf, letterText, exactMoment, plain, wrapped } from './letter-text.js'
import { letterWords } from './letter-words.js'

/** A stamped invoice, attached as PDF and XML. */
export function invoiceLetter(facts: InvoiceFacts): Letter {
  const words = letterWords(facts.locale).invoice
  const { figure, code } = formatMoney(facts.locale, facts.amountCentavos, facts.currency)
  const reason = words.reason(facts.merchant.name)
  const greeting = words.greeting(customerOf(facts), facts.merchant.name)
  const parts = { relation: words.relation, reason }
  const html = letterHtml(facts, {
    ...parts,
    title: `${words.title} · ${facts.merchant.name}`,
    preheader: `${words.title}: ${figure} ${code} · ${facts.title}`,
    body: <Body facts={facts} greeting={greeting} />,
  })
  const text = letterText(facts, { ...parts, reason: plain(reason) }, [
    words.title,
    wrapped(plain(greeting)),
    `${wrapped(plain(facts.title))}\n${figure} ${code}`,
    // Not in columns: a name may be longer than a line.
    fiscalFacts(facts)
      .map(({ name, value }) => wrapped(`${name}: ${plain(value)}`))
      .join('\n'),
    wrapped(attachmentNote(facts)),
    actionText(words.button, facts.url),
  ])
  return { html, text }
}

function Body({ facts, greeting }: { facts: InvoiceFacts; greeting: string }): VNode {
  const words = letterWords(facts.locale)
  return (
    <>
      <Done facts={facts}>{words.invoice.title}</Done>
      <Greeting>{greeting}</Greeting>
      <LetterHeading facts={{ ...facts, description: null }} />
      <Facts facts={fiscalFacts(facts)} />
      <Button facts={facts} label={words.invoice.button} href={facts.url} />
      <Note>{attachmentNote(facts)}</Note>
      <Note>{words.opensPage(new URL(facts.url).host)}</Note>
    </>
  )
}

function attachmentNote({ locale, livemode }: InvoiceFacts): string {
  const { attached, worthless } = letterWords(locale).invoice
  return livemode ? attached : `${attached} ${worthless}`
}

/** The receiver, and the fiscal folio. */
function fiscalFacts(facts: InvoiceFacts): Fact[] {
  const { rfc, name, uuid, stampedAt } = facts.invoice
  const words = letterWords(facts.locale).invoice
  return [
    { name: words.rfc, value: rfc },
    { name: words.name, value: name },
    { name: words.stamped, value: exactMoment(facts, stampedAt) },
    { name: words.folio, value: uuid, isId: true },
  ]
}
