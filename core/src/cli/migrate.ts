import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readSettings } from '@paylink/config'
import { Command } from 'commander'
import { directUrlOf } from '../database/direct-url.js'
import type { MigrationStatus, Migrator, OnMigration } from '../database/migrator.js'
import { answer } from './answer.js'
import { jsonCommand, UsageError, type Options } from './options.js'

export function migrateCommand(): Command {
  const command = new Command('migrate').description('manage the database schema')
  command.addCommand(
    jsonCommand('up', 'back the database up, then apply pending migrations')
      .option('--no-snapshot', 'without a backup before')
      .option('--dry-run', 'only list what would be applied')
      .action(async (options: UpOptions) =>
        answer(options, await (options.dryRun ? listPending() : migrateUp(options))),
      ),
    { isDefault: true },
  )
  command.addCommand(
    jsonCommand('status', 'show applied and pending migrations').action(async (options: Options) => {
      answer(options, await status())
    }),
  )
  command.addCommand(
    jsonCommand('down', 'revert the newest migration, and the data that only it has a place for')
      .option('--to <name>', 'revert all that are newer than this one')
      .action(async ({ to, ...options }: Options & { to?: string }) => {
        const revert = (migrator: Migrator): Promise<string | string[] | null> =>
          to === undefined ? migrator.down() : migrator.downTo(to, showReverted)
        answer(options, { reverted: await withMigrator(revert) })
      }),
  )
  command.addCommand(
    jsonCommand('make', 'create a new migration (for contributors)')
      .argument('<name>', 'kebab-case')
      .action((name: string, options: Options) => answer(options, { file: makeMigration(name) })),
  )
  return command
}

interface UpOptions extends Options {
  snapshot: boolean
  dryRun?: boolean
}

async function listPending() {
  const { outstandingMigrations } = await import('../composition/migrate.js')
  const { migrations: pending } = await outstandingMigrations(readSettings())
  return pending.map(({ name, kind = 'contract' }) => ({ name, kind }))
}

async function migrateUp({ snapshot }: UpOptions) {
  const { migrate, SNAPSHOT_STEP } = await import('../composition/migrate.js')
  const { systemPorts } = await import('../composition/ports.js')
  const settings = readSettings()
  const onStep: OnMigration = (name, step, of) =>
    showStep(name === SNAPSHOT_STEP ? 'making a backup' : `applying ${name} (${step} of ${of})`)
  return migrate(settings, systemPorts({ ...settings, logLevel: 'error' }), { snapshot, onStep })
}

const showReverted: OnMigration = (name, step, of) => showStep(`reverting ${name} (${step} of ${of})`)

const showStep = (text: string): void => void process.stderr.write(`${text}\n`)

/** Of a database that is not there yet, too, as before the first start. */
async function status(): Promise<MigrationStatus[]> {
  const { NoDatabaseError } = await import('../database/connect-sqlite.js')
  const { allPending } = await import('../database/migrator.js')
  return withMigrator((migrator) => migrator.status()).catch((error: unknown) => {
    if (error instanceof NoDatabaseError) return allPending()
    throw error
  })
}

async function withMigrator<T>(action: (migrator: Migrator) => Promise<T>): Promise<T> {
  const { connect, MIGRATION_LIMITS } = await import('../database/connect.js')
  const { Migrator: MigratorClass } = await import('../database/migrator.js')
  const database = connect(directUrlOf(readSettings()), MIGRATION_LIMITS, { mustExist: true })
  try {
    return await action(new MigratorClass(database))
  } finally {
    await database.close()
  }
}

/** Writes an empty step and adds it to the list. */
function makeMigration(name: string): string {
  if (!/^[a-z][a-z0-9-]*$/.test(name))
    throw new UsageError('the name must be in kebab-case, for example add-refund-notes')
  const folder = fileURLToPath(new URL('../../src/database/migrations/', import.meta.url))
  const list = readFileSync(`${folder}index.ts`, 'utf8')
  const numbers = [...list.matchAll(/'[.][/](\d{4})-/g)].map(([, digits]) => Number(digits))
  const file = `${String(Math.max(...numbers) + 1).padStart(4, '0')}-${name}`
  const variable = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  writeFileSync(`${folder}${file}.ts`, template(file, variable), { flag: 'wx' })
  const withImport = list.replace(/((?:^import \{.*\n)+)/m, `$1import { ${variable} } from './${file}.js'\n`)
  writeFileSync(`${folder}index.ts`, withImport.replace(/\]\s*$/, `, ${variable}]\n`))
  return `${folder}${file}.ts`
}

const template = (name: string, variable: string): string => `import type { Migration } from '../migration.js'

/** Why this step is needed. */
export const ${variable}: Migration = {
  name: '${name}',
  kind: 'contract',

  async up(on) {
    await on.schema.alterTable('payment_links', () => undefined)
  },

  async down(on) {
    await on.schema.alterTable('payment_links', () => undefined)
  },
}
`
