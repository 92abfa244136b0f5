import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '@paylink/core/composition/migrate'
import type { Engine } from '@paylink/core/database/engine'
import { nameOf, testPostgres } from './postgres.js'
import { quietPorts } from './ports.js'
import { quickFolder } from './quick-folder.js'
import { settingsFor } from './settings.js'

/** Migrated once, then copied for each test. */
const templates = new Map<Engine, Promise<string>>()

export interface TestDatabase {
  url: string
  folder: string
  drop(): Promise<void>
}

export async function migratedDatabase(engine: Engine): Promise<TestDatabase> {
  let template = templates.get(engine)
  if (!template) templates.set(engine, (template = makeTemplate(engine)))
  const from = await template
  const folder = quickFolder('test')
  if (engine === 'sqlite') {
    const path = join(folder, 'paylink.db')
    copyFileSync(from, path)
    return { url: `sqlite:${path}`, folder, drop: async () => rmSync(folder, { recursive: true, force: true }) }
  }
  const url = await testPostgres.createDatabase(nameOf(from))
  return {
    url,
    folder,
    drop: async () => {
      await testPostgres.dropDatabase(url)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** One that no migration has touched. */
export async function emptyDatabase(engine: Engine): Promise<TestDatabase> {
  const folder = quickFolder('test')
  const url = engine === 'sqlite' ? `sqlite:${join(folder, 'paylink.db')}` : await testPostgres.createDatabase()
  return {
    url,
    folder,
    drop: async () => {
      if (engine === 'postgres') await testPostgres.dropDatabase(url)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function makeTemplate(engine: Engine): Promise<string> {
  const { url, folder } = await emptyDatabase(engine)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  await migrate(settingsFor(url, {}), quietPorts())
  if (engine === 'postgres') return url
  return url.slice('sqlite:'.length)
}
