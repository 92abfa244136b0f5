import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Engine } from '@paylink/core/database/engine'
import { InviteUser } from '@paylink/core/identity/invite-user'
import { actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import { VERSION } from '@paylink/core/kernel/version'
import { BusyShop } from '../support/busy-shop.js'
import { testPostgres } from '../support/postgres.js'
import { isRecorded, record, releaseFile } from './releases.js'

/** Records the schema of the current version, with some data. `--replace`: again, until the version is tagged. */

const ENGINES: readonly Engine[] = ['sqlite', 'postgres']

const [option, ...others] = process.argv.slice(2)
if (others.length > 0 || (option !== undefined && option !== '--replace')) {
  process.stderr.write('usage: npm run released [-- --replace]\n')
  process.exit(2)
}

function refuse(reason: string): never {
  process.stderr.write(`${reason}\n`)
  process.exit(1)
}

if (execFileSync('git', ['tag', '--list', `v${VERSION}`], { encoding: 'utf8' }).trim() !== '')
  refuse(`v${VERSION} is tagged: what it released never changes. Set the next version first.`)
if (option !== '--replace' && ENGINES.some((engine) => isRecorded(VERSION, engine)))
  refuse(`${VERSION} was recorded already. To record it again, run: npm run released -- --replace`)

for (const engine of ENGINES) {
  const path = releaseFile(VERSION, engine)
  mkdirSync(dirname(path), { recursive: true })
  const text = await recordShop(engine)
  writeFileSync(path, text)
  process.stdout.write(`Wrote ${path} (${Math.round(text.length / 1024)} KB)\n`)
}
await testPostgres.stop()
process.exit(0)

async function recordShop(engine: Engine): Promise<string> {
  const shop = await BusyShop.open(engine)
  const { paylink } = shop
  const owner = actForAccount(OPERATOR, paylink.account.id)
  await paylink.container.get(InviteUser).run(owner, { email: 'ana@example.com', role: 'cashier' })
  const link = await paylink.createLink({ title: 'Pastel de zanahoria', customerEmail: 'ana@example.com' })
  await paylink.post(`/v1/payment_links/${link.id}/email`, { to: 'ana@example.com' }, { idempotencyKey: 'share' })
  await shop.invoices.settle()
  // At rest, and with nothing in memory that is not in the database.
  await paylink.appliance.stop()
  const { databaseUrl } = paylink.settings
  return record(databaseUrl, VERSION, engine, paylink.clock.now().toISOString())
}
