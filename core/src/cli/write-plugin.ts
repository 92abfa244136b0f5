import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BUILT_IN_PLUGINS } from '../plugin-host/built-in-plugins.js'
import { discover } from '../plugin-host/discover.js'

const TEMPLATE = fileURLToPath(new URL('../../plugin-template/provider', import.meta.url))
const SUFFIX = '.template'
/** Copied into the new package, because no registry needs to have them. */
const VENDORED = ['plugin-api', 'plugin-kit']

/** Writes a new package into `current` if it is empty, else into a new folder in it. Overwrites nothing. */
export async function writePlugin(
  name: string,
  current: string,
): Promise<{ id: string; folder: string; next: string }> {
  const values = valuesFor(name)
  const builtIn = await discover({ builtIn: BUILT_IN_PLUGINS, added: '', named: [], safeMode: true })
  if (builtIn.some(({ id }) => id === values.id)) {
    throw new Error(`${values.id} is built in: a plugin with that id could never be used. Choose another name.`)
  }
  const folder = isEmpty(current) ? current : join(current, name)
  if (existsSync(folder) && !isEmpty(folder)) throw new Error(`${folder} already exists and is not empty.`)
  for (const file of templateFiles()) {
    const target = join(folder, file.slice(0, -SUFFIX.length))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, fillTemplate(readFileSync(join(TEMPLATE, file), 'utf8'), values))
  }
  for (const name of VENDORED) copyPackage(`@paylink/${name}`, join(folder, 'vendor', name))
  const enter = folder === current ? '' : `cd ${name} && `
  return { id: values.id, folder, next: `${enter}npm install && npm run build && npm run check` }
}

const isEmpty = (folder: string): boolean => readdirSync(folder).length === 0

function valuesFor(name: string): Record<'id' | 'name' | 'Class' | 'host', string> {
  const parts = name.split(/[-_]/)
  const capital = parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1))
  return { id: parts.join('_'), name: capital.join(' '), Class: capital.join(''), host: parts.join('-') }
}

function templateFiles(): string[] {
  const entries = readdirSync(TEMPLATE, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(TEMPLATE, join(entry.parentPath, entry.name)))
}

function fillTemplate(text: string, values: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? name)
}

/** Copies what `npm pack` would include. */
function copyPackage(name: string, target: string): void {
  const source = dirname(dirname(fileURLToPath(import.meta.resolve(name))))
  const { files } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { files: string[] }
  for (const part of ['package.json', ...files]) {
    cpSync(join(source, part), join(target, part), { recursive: true, filter: (path) => !path.endsWith('.map') })
  }
}
