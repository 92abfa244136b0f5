import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readSettings } from '@paylink/config'
import { Command } from 'commander'
import { directUrlOf } from '../database/direct-url.js'
import type { Migrator } from '../database/migrator.js'
import { answer } from './answer.js'
import { jsonCommand, UsageError, type Options } from './options.js'

export function migrateCommand(): Command {
  const command = new Command('migrate').description('manage the database schema')
  command.addCommand(
    jsonCommand('up', 'back the database up, then apply pending migrations')
      .option('--no-snapshot', 'without a backup before')
      .action(async (options: Options & { snapshot: boolean }) => {
        const { migrate } = await import('../composition/appliance.js')
        const { systemPorts } = await import('../composition/compose.js')
        const settings = readSettings()
        answer(options, await migrate(settings, systemPorts({ ...settings, logLevel: 'error' }), options))
      }),
    { isDefault: true },
  )
  command.addCommand(
    jsonCommand('status', 'show applied and pending migrations').action(async (options: Options) => {
      answer(options, await withMigrator((migrator) => migrator.status()))
    }),
  )
  command.addCommand(
    jsonCommand('down', 'revert the newest migration').action(async (options: Options) => {
      answer(options, { reverted: await withMigrator((migrator) => migrator.down()) })
    }),
  )
  command.addCommand(
    jsonCommand('make', 'create a new migration (for contributors)')
      .argument('<name>', 'kebab-case')
      .action((name: string, options: Options) => answer(options, { file: makeMigration(name) })),
  )
  return command
}

async function withMigrator<T>(action: (migrator: Migrator) => Promise<T>): Promise<T> {
  const { connect, MIGRATION_LIMITS } = await import('../database/connect.js')
  const { Migrator: MigratorClass } = await import('../database/migrator.js')
  const database = connect(directUrlOf(readSettings()), MIGRATION_LIMITS)
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
  const count = [...list.matchAll(/^import \{ \w+ \}/gm)].length
  const file = `${String(count + 1).padStart(4, '0')}-${name}`
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

  async up(on) {
    await on.schema.alterTable('payment_links', () => undefined)
  },

  async down(on) {
    await on.schema.alterTable('payment_links', () => undefined)
  },
}
`
