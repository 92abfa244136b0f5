import type { ComponentChildren, VNode } from 'preact'
import type { Approval } from '../../agents/approval.js'
import { lineAmounts } from '../../payment-links/link-total.js'
import { requestedLink, type RequestedLink } from '../../payment-links/requested-link.js'
import { amountText, figureOf } from '../components/amount.js'
import type { Fact } from '../components/timeline.js'
import type { Visit } from '../visit.js'
import { visibleText } from './visible-text.js'
import { type ApprovalWords, approvalWords } from './words.js'

/** As long as the longest text of the API, so that those are whole. */
const MAX_TEXT = 2_000
/** Longer than any link; only a proof of payment is cut. */
const MAX_JSON = 50_000

type Asked = Pick<Approval, 'operation' | 'arguments'>

/** What a new link would ask for; null: it is about something else. */
export const linkAskedFor = ({ operation, arguments: input }: Asked): RequestedLink | null =>
  operation === 'create_payment_link' ? requestedLink(input) : null

/** Every argument with its name. All of it was written by an agent or customer: it is shown as text, and cut with its length. */
export function argumentFacts({ locale, base }: Pick<Visit, 'locale' | 'base'>, asked: Asked): Fact[] {
  const words = approvalWords(locale)
  const link = linkAskedFor(asked)
  // Title, customer and items in the order in which a person reads a link.
  const first = ['title', 'customerName', 'customerEmail']
  const rest = Object.entries(asked.arguments as Record<string, unknown>).filter(([, value]) => value !== undefined)
  const order = [...rest.filter(([name]) => first.includes(name)), ...rest.filter(([name]) => !first.includes(name))]
  const facts = order
    .filter(([name]) => !link || (name !== 'items' && name !== 'currency'))
    .map(([name, value]) => ({
      label: words.names[name] ?? visibleText(name).slice(0, MAX_NAME),
      value: <Value base={base} words={words} value={value} />,
    }))
  if (!link) return facts
  const amount = { label: words.amount, value: <b>{amountText(locale, link.amountCentavos, link.currency)}</b> }
  const items = { label: words.items, value: <Items visit={{ locale }} link={link} asked={asked} /> }
  return [amount, ...facts.slice(0, 1), items, ...facts.slice(1)]
}

const MAX_NAME = 100

interface ItemParts {
  visit: Pick<Visit, 'locale'>
  link: RequestedLink
  asked: Asked
}

function Items({ visit: { locale }, link, asked }: ItemParts): VNode {
  const words = approvalWords(locale)
  const { items } = asked.arguments as { items: Record<string, unknown>[] }
  return (
    <ul class="asked-items">
      {link.items.map((item, index) => {
        const { netCentavos } = lineAmounts(item)
        const others = Object.entries(items[index] ?? {}).filter(([other]) => !Object.hasOwn(item, other))
        const more = others.map(([other, value]) => `${other}: ${jsonOf(value)}`)
        const text = words.item(item.quantity, quoted(item.name), figureOf(locale, netCentavos, link.currency))
        return <li>{[text, words.taxes[item.tax], ...more.map(visibleText)].join(' · ').slice(0, MAX_TEXT)}</li>
      })}
    </ul>
  )
}

const quoted = (text: string): string => `“${visibleText(text)}”`

/** Of links and payments, whose pages show the rest. */
const PAGES = [
  [/^plink_[0-9a-z]{26}$/, '/links/'],
  [/^pay_[0-9a-z]{26}$/, '/payments/'],
] as const

function Value({ base, words, value }: { base: string; words: ApprovalWords; value: unknown }): ComponentChildren {
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'number' || value === null) return String(value)
  if (typeof value !== 'string') return <Code words={words} text={jsonOf(value)} />
  if (value.trim() === '') return <span class="muted">{words.empty}</span>
  const page = PAGES.find(([shape]) => shape.test(value))
  if (!page) return <Text words={words} text={value} max={MAX_TEXT} />
  return (
    <>
      <span class="code">{value}</span> <a href={`${base}${page[1]}${value}`}>{words.see}</a>
    </>
  )
}

/** The whole call as JSON. */
export const Code = ({ words, text }: { words: ApprovalWords; text: string }): VNode => (
  <pre class="code-block">
    <Text words={words} text={text} max={MAX_JSON} />
  </pre>
)

/** Isolated, so that it cannot turn around what stands beside it. */
function Text({ words, text, max }: { words: ApprovalWords; text: string; max: number }): VNode {
  const characters = [...text]
  const count = (length: number): string => length.toLocaleString('en-US')
  if (characters.length <= max) return <bdi class="asked-text">{visibleText(text)}</bdi>
  return (
    <>
      <bdi class="asked-text">{visibleText(characters.slice(0, max).join(''))}…</bdi>
      <small class="cut">{words.cut(count(max), count(characters.length))}</small>
    </>
  )
}

export const jsonOf = (value: unknown): string => JSON.stringify(value, null, 2)
