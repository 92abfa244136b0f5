import type { CreateCheckoutInput, ProviderState } from '@paylink/plugin-api'
import type { Bench, Opened } from '../bench/bench.js'
import { singleItem } from '../bench/checkout-input.js'
import { commonWords, nameOf, unknownWord, type Words, wordsOf, withWords } from '../bench/status-words.js'
import { insist } from '../finding.js'
import { insistStatus } from './insist-state.js'

const TWO_DAYS_SECONDS = 2 * 86_400
const UNDECIDED: readonly (ProviderState['status'] | undefined)[] = ['unrecognized', 'open', 'processing', undefined]
const NO_STATUS_FOUND =
  'The kit found no status in the provider’s JSON by which the plugin recognizes a payment, so it cannot test an unknown ' +
  'one. It compares the provider’s answers to retrieve for checkouts that are open, declined and paid. Let the ' +
  'simulator’s objects carry the provider’s own status in all three, and read it.'

/** The provider's answers about a checkout that is paid, and about others that are not. */
interface Sighting {
  opened: Opened
  paid: Words
  unpaid: Words[]
}

/**
 * Finds the fields by which the plugin recognizes a payment: a word that all paid checkouts share, that the others lack,
 * and that changes what the plugin returns. Each is then replaced by an unknown word.
 */
export async function insistUnknownWordsAreUndecided(bench: Bench): Promise<void> {
  const first = await sight(bench)
  bench.advance(TWO_DAYS_SECONDS)
  const last = await sight(bench, { items: singleItem(otherAmount(bench)) })
  const paid = commonWords([first.paid, last.paid])
  const unpaid = first.unpaid.map((words, at) => commonWords([words, last.unpaid[at]!]))
  const ask = (changes: Words) => statusWith(bench, last.opened, changes)

  const telling = await tellingGroups(paid, unpaid, ask)
  for (const keys of telling) insistUndecided(keys, paid, await ask(unheardOfAll(keys, paid)))
  if (telling.length > 0) return
  // A provider whose payment object appears only when it is paid has nothing to compare with.
  const late = [...paid.keys()].filter((key) => unpaid.every((words) => !words.has(key)))
  const status = await ask(unheardOfAll(late, paid))
  insist(status !== 'paid', NO_STATUS_FOUND)
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

async function answersAbout(bench: Bench, opened: Opened) {
  const answers: string[] = []
  bench.faults.tampering = (text) => {
    answers.push(text)
    return text
  }
  const state = await bench.stateOf(opened)
  bench.faults.tampering = undefined
  return { state, words: wordsOf(answers) }
}

/** Undefined if it threw, which decides nothing. */
async function statusWith(bench: Bench, opened: Opened, changes: Words) {
  let nth = 0
  bench.faults.tampering = (text) => withWords(text, nth++, changes)
  const state = await bench.stateOf(opened).catch(() => undefined)
  bench.faults.tampering = undefined
  return state?.status
}

/** Tries words and codes first, then flags: each on its own, and all together. */
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
  new Map(keys.flatMap((key) => (paid.has(key) ? [[key, unknownWord(paid.get(key)!)] as const] : [])))

function insistUndecided(keys: readonly string[], paid: Words, status: ProviderState['status'] | undefined): void {
  const changes = [...unheardOfAll(keys, paid)].map(([key, word]) => `${nameOf(key)}: ${JSON.stringify(word)}`)
  insist(
    UNDECIDED.includes(status),
    `With an unknown value (${changes.join(', ')}), retrieve returns ${status}. Return 'unrecognized': a person must review it.`,
  )
}
