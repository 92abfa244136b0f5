import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { apiPage } from './api.js'
import { commandsPage } from './commands.js'
import { errorsPage } from './errors.js'
import { eventsPage } from './events.js'
import { settingsPage } from './settings.js'

export const REFERENCE = fileURLToPath(new URL('../../../docs/reference/', import.meta.url))
const NOTE = '<!-- Written by `npm run reference` from the code. -->'

const PAGES: Record<string, () => string> = {
  'api.md': apiPage,
  'commands.md': commandsPage,
  'errors.md': errorsPage,
  'events.md': eventsPage,
  'settings.md': settingsPage,
}

/** By the name of its file, the text that each should have. */
export async function referencePages(): Promise<Map<string, string>> {
  const options = await resolveConfig(join(REFERENCE, 'api.md'))
  const written = Object.entries(PAGES).map(async ([name, text]): Promise<[string, string]> => {
    const formatted = await format(`${NOTE}\n\n${text()}`, { ...options, parser: 'markdown' })
    return [name, formatted]
  })
  return new Map(await Promise.all(written))
}

export async function writePages(): Promise<string[]> {
  mkdirSync(REFERENCE, { recursive: true })
  const pages = await referencePages()
  for (const [name, text] of pages) writeFileSync(join(REFERENCE, name), text)
  return [...pages.keys()]
}
