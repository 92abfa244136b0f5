import type { CreateCheckoutInput, ProviderState } from '../../checkout.js'
import type { Bench } from '../bench/bench.js'
import { singleItem } from '../bench/checkout-input.js'
import { commonWords, nameOf, unheardOf, type Words, wordsOf, withWords } from '../bench/telling-fields.js'
import { insist } from '../finding.js'
import { insistStatus } from './life.cases.js'

const TWO_DAYS_SECONDS = 2 * 86_400
const UNDECIDED: readonly (ProviderState['status'] | undefined)[] = ['unrecognized', 'open', 'processing', undefined]
const NOTHING_FOUND =
  'The kit found no word or code in the provider’s JSON by which the plugin tells a payment, so it cannot show what the ' +
  'plugin makes of one that it does not know. It compares what retrieve is answered about checkouts that are open, ' +
  'declined and paid. Let the simulator’s objects carry the status that the provider’s have, in all three, and read it.'

type Opened = Awaited<ReturnType<Bench['opened']>>

/** What retrieve was answered about a checkout that is paid, and about others that are not. */
interface Sighting {
  opened: Opened
  paid: Words
  unpaid: Words[]
}

/**
 * Which fields tell a payment is found by comparing: a word that all paid checkouts share, and the others do not have
 * there, and without which the plugin says something else. Each is then replaced by one that nobody has heard of.
 */
export async function playUnknownWords(bench: Bench): Promise<void> {
  const first = await sight(bench)
  bench.pass(TWO_DAYS_SECONDS)
  const last = await sight(bench, { items: singleItem(otherAmount(bench)) })
  const paid = commonWords([first.paid, last.paid])
  const unpaid = first.unpaid.map((words, at) => commonWords([words, last.unpaid[at]!]))
  const ask = (changes: Words) => statusWith(bench, last.opened, changes)

  const telling = await tellingGroups(paid, unpaid, ask)
  for (const keys of telling) insistUndecided(keys, paid, await ask(unheardOfAll(keys, paid)))
  if (telling.length > 0) return
  // A payment that exists only once it was made has no other words to compare with.
  const late = [...paid.keys()].filter((key) => unpaid.every((words) => !words.has(key)))
  const status = await ask(unheardOfAll(late, paid))
  insist(status !== 'paid', NOTHING_FOUND)
  insistUndecided(late, paid, status)
}

async function sight(bench: Bench, changes: Partial<CreateCheckoutInput> = {}): Promise<Sighting> {
  const opened = await bench.opened(changes)
  const open = await answersAbout(bench, opened)
  await bench.payer.press(opened.redirectUrl, 'succeed')
  const paid = await answersAbout(bench, opened)
  insistStatus(paid.state, 'after the payment', 'paid')
  const other = await bench.opened(changes)
  await bench.payer.press(other.redirectUrl, 'decline')
  const declined = await answersAbout(bench, other)
  return { opened, paid: paid.words, unpaid: [open.words, declined.words] }
}

function otherAmount(bench: Bench): number {
  const [offer] = bench.offers()
  const { amount } = bench.input().total
  return offer && amount < offer.max ? amount + 1 : amount - 1
}

async function answersAbout(bench: Bench, { providerRef, input }: Opened) {
  const answers: string[] = []
  bench.faults.tampering = (text) => {
    answers.push(text)
    return text
  }
  const state = await bench.retrieve(providerRef, input.paymentId)
  bench.faults.tampering = undefined
  return { state, words: wordsOf(answers) }
}

/** Undefined: it threw, which decides nothing. */
async function statusWith(bench: Bench, { providerRef, input }: Opened, changes: Words) {
  let nth = 0
  bench.faults.tampering = (text) => withWords(text, nth++, changes)
  const state = await bench.retrieve(providerRef, input.paymentId).catch(() => undefined)
  bench.faults.tampering = undefined
  return state?.status
}

/** Words and codes; where the plugin reads none, what is true or false. Each by itself, and all together. */
async function tellingGroups(
  paid: Words,
  unpaid: readonly Words[],
  ask: (changes: Words) => Promise<ProviderState['status'] | undefined>,
): Promise<string[][]> {
  const differs = (key: string): boolean => unpaid.some((words) => words.has(key) && words.get(key) !== paid.get(key))
  const isFlag = (key: string): boolean => typeof paid.get(key) === 'boolean'
  const keys = [...paid.keys()].filter(differs)
  for (const some of [keys.filter((key) => !isFlag(key)), keys.filter(isFlag)]) {
    const read: string[][] = []
    for (const group of [...some.map((key) => [key]), ...(some.length > 1 ? [some] : [])]) {
      for (const words of unpaid) {
        const known = group.flatMap((key) => (words.has(key) ? [[key, words.get(key)!] as const] : []))
        if (read.includes(group) || (await ask(new Map(known))) === 'paid') continue
        read.push(group)
      }
    }
    if (read.length > 0) return read
  }
  return []
}

const unheardOfAll = (keys: readonly string[], paid: Words): Words =>
  new Map(keys.flatMap((key) => (paid.has(key) ? [[key, unheardOf(paid.get(key)!)] as const] : [])))

function insistUndecided(keys: readonly string[], paid: Words, status: ProviderState['status'] | undefined): void {
  const changes = [...unheardOfAll(keys, paid)].map(([key, word]) => `${nameOf(key)}: ${JSON.stringify(word)}`)
  insist(
    UNDECIDED.includes(status),
    `With a word that it cannot know (${changes.join(', ')}), retrieve says ${status}. Say 'unrecognized': a person must look.`,
  )
}
