import type { VNode } from 'preact'
import { formatMoney } from '../web/format-money.js'
import { howPaid } from '../web/how-paid.js'
import { folioOf } from '../payments/folio.js'
import { messagesOf } from '../web/messages/messages.js'
import type { PageLocale } from '../kernel/choose-locale.js'
import type { Letter, ReceiptFacts } from './letter.js'
import { letterHtml } from './letter-frame.js'
import { Button, Done, type Fact, Facts, Greeting, LetterHeading, LetterLines, Note } from './letter-parts.js'
import {
  actionText,
  columnsText,
  customerOf,
  lastDayBefore,
  letterText,
  linkText,
  exactMoment,
  plain,
  wrapped,
} from './letter-text.js'
import { letterWords } from './letter-words.js'

/** Thanks for a payment, with its details. The receipt is attached as a PDF. */
export function receiptLetter(facts: ReceiptFacts): Letter {
  const words = letterWords(facts.locale).receipt
  const { figure, code } = formatMoney(facts.locale, facts.amountCentavos, facts.currency)
  const relation = messagesOf(facts.locale).merchant.received
  const reason = words.reason(facts.merchant.name)
  const greeting = words.greeting(customerOf(facts), facts.merchant.name)
  const html = letterHtml(facts, {
    title: `${words.title} · ${facts.merchant.name}`,
    preheader: `${words.title}: ${figure} ${code} · ${facts.title}`,
    relation,
    body: <Body facts={facts} greeting={greeting} />,
    reason,
  })
  const text = letterText(facts, { relation, reason: plain(reason) }, [
    words.title,
    wrapped(plain(greeting)),
    ...linkText({ ...facts, description: null }),
    columnsText(paymentFacts(facts).map(({ name, value }) => [name, plain(value)])),
    wrapped(words.attached),
    facts.invoicing && wrapped(invoicingText(facts.locale, facts.invoicing)),
    facts.invoicing && actionText(words.requestInvoice, facts.invoicing.url),
    actionText(words.button, facts.url),
  ])
  return { html, text }
}

function Body({ facts, greeting }: { facts: ReceiptFacts; greeting: string }): VNode {
  const words = letterWords(facts.locale)
  return (
    <>
      <Done facts={facts}>{words.receipt.title}</Done>
      <Greeting>{greeting}</Greeting>
      <LetterHeading facts={{ ...facts, description: null }} />
      <LetterLines facts={facts} />
      <Facts facts={paymentFacts(facts)} />
      <Button facts={facts} label={words.receipt.button} href={facts.url} />
      {facts.invoicing && (
        <Button facts={facts} label={words.receipt.requestInvoice} href={facts.invoicing.url} isOutlined />
      )}
      {facts.invoicing && <Note>{invoicingText(facts.locale, facts.invoicing)}</Note>}
      <Note>{words.receipt.attached}</Note>
      <Note>{words.opensPage(new URL(facts.url).host)}</Note>
    </>
  )
}

type InvoicingFacts = NonNullable<ReceiptFacts['invoicing']>

/** An invoice can be requested, and until when. */
export const invoicingText = (locale: PageLocale, { deadline }: InvoicingFacts): string =>
  letterWords(locale).receipt.invoicing(lastDayBefore(locale, deadline))

/** As on the payment page: date, method, refund, reference number. */
export function paymentFacts(
  facts: Pick<ReceiptFacts, 'locale' | 'merchant' | 'now' | 'payment' | 'currency'>,
): Fact[] {
  const { locale, merchant, payment } = facts
  const words = messagesOf(locale).paid
  const method = howPaid(locale, merchant.name, payment)
  const refunded = formatMoney(locale, payment.amountRefundedCentavos, facts.currency)
  return [
    { name: words.date, value: exactMoment(facts, payment.paidAt) },
    ...(method === null ? [] : [{ name: words.method, value: method }]),
    ...(payment.amountRefundedCentavos === 0
      ? []
      : [{ name: words.refunded, value: `${refunded.figure} ${refunded.code}` }]),
    { name: words.number, value: folioOf(payment.id) },
    { name: words.id.replace(/:$/, ''), value: payment.id, isId: true },
  ]
}
