import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Environment } from '../support/command.js'
import { pngLogo } from '../support/pictures.js'
import { type Reader, ROOT } from './reader.js'

const ANA = 'ana@example.com'
const BOUNCE = fileURLToPath(new URL('../../fixtures/mail-reports/postfix-bounced.eml', import.meta.url))
const MONTH_MS = 30 * 24 * 60 * 60 * 1000

/** What a reader puts in the place of what a page can only show an example of. */
const VALUES: readonly [example: RegExp, value: (reader: Reader, command: string) => string | Promise<string>][] = [
  [/http:\/\/localhost:8080|https:\/\/pay\.example\.com(?=\/hooks)/g, ({ site }) => site.server.url],
  [/sk_test_…/g, ({ site }) => site.key],
  [
    /plink_…/g,
    (reader, command) => (command.includes('links') && !command.includes('curl') ? blocked(reader) : link(reader)),
  ],
  [/pay_…/g, (reader, command) => (command.includes('invoice') ? reader.invoicedTo(ANA) : reader.payment())],
  [/eml_…/g, (reader, command) => reader.email(/--pdf (receipt|invoice)/.exec(command)?.[1])],
  [/(?<=webhooks [\w-]+ )ID\b/g, endpoint],
  [
    /\bHASH\b/g,
    async (reader) => (JSON.parse(await reader.succeed('bin/paylink audit head --json')) as { hash: string }).hash,
  ],
  // A page names one day; from then on it has passed.
  [/(?<=--expires-at )\S+/g, () => new Date(Date.now() + MONTH_MS).toISOString()],
  [/\/safe\/place\/|(?<=--(?:pdf|xml) )(?=\w)/g, ({ folder }) => `${folder}/`],
  [/\/etc\/paylink-reports/g, ({ folder }) => `${folder}/paylink-reports`],
  [/(?<= )(?=scripts\/|plugins\/)/g, () => ROOT],
  [/\/backups\/\S+\.backup/g, (reader) => reader.backup()],
  [/sqlite:data\/paylink\.db/g, (reader) => reader.restored()],
  [/(?<=--(?:into|to) )postgres:\S+/g, (reader) => reader.emptyDatabase()],
  [/@stripe-(?:test|live)\.key/g, stripeKey],
]

/** What must be so before. */
const BEFORE: readonly [command: RegExp, prepare: (reader: Reader) => Promise<void> | void][] = [
  [/users invite/, (reader) => reader.noMember(ANA)],
  [/users (set-role|reset-password|remove)/, (reader) => reader.member(ANA)],
  [/emails allow/, suppress],
  [/bounce\.eml/, (reader) => copyFileSync(BOUNCE, reader.file('bounce.eml'))],
  [/receipt\.png/, (reader) => writeFileSync(reader.file('receipt.png'), pngLogo())],
  [
    /paylink-reports/,
    async (reader) => writeFileSync(reader.file('paylink-reports'), `Authorization: Bearer ${await token(reader)}\n`),
  ],
]

export interface Typed {
  text: string
  env: Environment
  input: string
}

/** The command with the values of this installation. */
export async function asReaderWould(reader: Reader, command: string): Promise<Typed> {
  for (const [one, prepare] of BEFORE) if (one.test(command)) await prepare(reader)
  let text = command
  for (const [example, value] of VALUES) {
    if (text.search(example) === -1) continue
    const own = await value(reader, command)
    text = text.replaceAll(example, () => own)
  }
  const env: Environment = { KEY: reader.site.key, RECIPIENT: `bounces@example.com` }
  if (/\$(ID|URL)\b/.test(text)) {
    const { id, url } = await reader.link()
    Object.assign(env, { ID: id, URL: url })
  }
  if (/\$PAYMENT\b/.test(text))
    env['PAYMENT'] = await (/invoice\/(cancel|files)/.test(text) ? reader.invoices.stamped() : reader.payment())
  if (/\$TOKEN\b/.test(text)) env['TOKEN'] = await token(reader)
  // Into a database that is empty.
  if (/restore \S+$/.test(text)) env['PAYLINK_DATABASE_URL'] = await reader.emptyDatabase()
  if (text.includes('secrets rotate')) Object.assign(env, await reader.elsewhere())
  if (!text.startsWith('#!')) return { text, env, input: '' }
  writeFileSync(reader.file('script'), text)
  return { text: `sh ${reader.file('script')}`, env, input: readFileSync(BOUNCE, 'utf8') }
}

const link = async (reader: Reader): Promise<string> => (await reader.link()).id

/** Its provider does not close the checkout. */
async function blocked(reader: Reader): Promise<string> {
  const made = await reader.link()
  await reader.site.press(made, 'provider_quiet')
  return made.id
}

async function endpoint(reader: Reader): Promise<string> {
  const text = await reader.succeed('bin/paylink webhooks create --mode test --url https://shop.example/hook --json')
  return (JSON.parse(text) as { id: string }).id
}

async function token(reader: Reader): Promise<string> {
  return /token\s+(\S+)/.exec(await reader.succeed('bin/paylink emails reports'))?.[1] ?? ''
}

/** With the address of what stands in for Stripe. */
function stripeKey(reader: Reader, command: string): string {
  const [, mode = ''] = /@stripe-(test|live)/.exec(command) ?? []
  writeFileSync(reader.file('stripe.key'), `sk_${mode}_of_the_reader\n`)
  const others = `--set webhookSecret=whsec_of_the_reader --set apiBase=${reader.provider.url}`
  return `@${reader.file('stripe.key')} ${others}`
}

async function suppress({ shop }: Reader): Promise<void> {
  await shop.change(`insert into email_suppressions (account_id, livemode, address, reason, delivery_id, created_at)
    select id, true, '${ANA}', 'bounced', 'eml_none', created_at from accounts where true on conflict do nothing`)
}
