import type { VNode } from 'preact'
import { formatMoney } from '../../html/format-money.js'
import type { InvoiceFacts, Letter } from './letter.js'
import { letterHtml } from './letter-frame.js'
import { Button, Done, type Fact, Facts, Greeting, Heading, Note } from './letter-parts.js'
import { actionText, customerOf, letterText, momentOf, plain, wrapped } from './letter-text.js'
import { letterWords } from './letter-words.js'

/** The invoice was stamped. It travels with the mail, as PDF and XML. */
export function invoiceLetter(facts: InvoiceFacts): Letter {
  const words = letterWords(facts.locale).invoice
  const { figure, code } = formatMoney(facts.locale, facts.amountCentavos, facts.currency)
  const why = words.why(facts.merchant.name)
  const greeting = words.greeting(customerOf(facts), facts.merchant.name)
  const parts = { relation: words.relation, why }
  const html = letterHtml(facts, {
    ...parts,
    title: `${words.title} · ${facts.merchant.name}`,
    preheader: `${words.title}: ${figure} ${code} · ${facts.title}`,
    body: <Body facts={facts} greeting={greeting} />,
  })
  const text = letterText(facts, { ...parts, why: plain(why) }, [
    words.title,
    wrapped(plain(greeting)),
    `${wrapped(plain(facts.title))}\n${figure} ${code}`,
    // A name may be longer than a line: in columns it would not be read.
    fiscalFacts(facts)
      .map(({ name, value }) => wrapped(`${name}: ${plain(value)}`))
      .join('\n'),
    wrapped(attachedOf(facts)),
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
      <Heading facts={{ ...facts, description: null }} />
      <Facts facts={fiscalFacts(facts)} />
      <Button facts={facts} label={words.invoice.button} href={facts.url} />
      <Note>{attachedOf(facts)}</Note>
      <Note>{words.opensPage(new URL(facts.url).host)}</Note>
    </>
  )
}

function attachedOf({ locale, livemode }: InvoiceFacts): string {
  const { attached, worthless } = letterWords(locale).invoice
  return livemode ? attached : `${attached} ${worthless}`
}

/** To whom it is made out, and by what it is found. */
function fiscalFacts(facts: InvoiceFacts): Fact[] {
  const { rfc, name, uuid, stampedAt } = facts.invoice
  const words = letterWords(facts.locale).invoice
  return [
    { name: words.rfc, value: rfc },
    { name: words.name, value: name },
    { name: words.stamped, value: momentOf(facts, stampedAt) },
    { name: words.folio, value: uuid, isId: true },
  ]
}
