// Joins core, config and the packages that they import into few files: Node spends most of a start on finding and
// compiling single modules. `bin/paylink` runs the bundle; tests import the modules from core/dist.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const BUNDLE = join(ROOT, 'core/dist/bundle')
/** What the last build wrote. `prepare.mjs` builds again if something of it is missing. */
const LIST = join(ROOT, '.stamp/bundle.json')

/** Stay in node_modules. */
const APART = [
  // Plugins import these as well, and an error of one of their classes must be known to core.
  ...['@paylink/plugin-api', '@paylink/plugin-kit'],
  // Native.
  ...['better-sqlite3', 'better-sqlite3-napi', 'pg-native'],
  // Loaded when they are used, but partly imported before.
  ...['@modelcontextprotocol/server', '@pdf-lib/fontkit', 'undici'],
  // A dependency of it is no strict code, which modules are.
  'prom-client',
  // Reads files of its own folder.
  'graphile-worker',
  // graphile-worker loads it as well.
  'pg',
  // Knex would load them for databases that are not ours.
  ...['mariadb/*', 'mssql', 'mysql', 'mysql2', 'oracledb', 'pg-query-stream', 'sqlite3', 'tedious'],
]

/** One without the other: what modules share with each one that is loaded when it is used becomes a file of its own. */
const ENTRIES = ['main', 'server']

const OPTIONS = {
  outdir: BUNDLE,
  // All in one folder, see `keepOwnAddress`.
  entryNames: '[name]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: APART,
  // Comments go, names stay: they are in stack traces. Maps are only read with `--enable-source-maps`.
  sourcemap: 'linked',
  sourcesContent: false,
  minifyWhitespace: true,
  lineLimit: 160,
  keepNames: true,
  legalComments: 'none',
  banner: { js: `import{createRequire as requireBy}from'node:module';const require=requireBy(import.meta.url);` },
  plugins: [
    { name: 'own-address', setup: keepOwnAddress },
    { name: 'loaded-when-used', setup: leavePackages },
  ],
  metafile: true,
  logLevel: 'warning',
}
const bundles = await Promise.all(
  ENTRIES.map((name) => build({ ...OPTIONS, entryPoints: [join(ROOT, `core/dist/cli/${name}.js`)] })),
)
if (bundles.some(({ warnings }) => warnings.length > 0)) throw new Error('bundled with warnings')
const outputs = bundles.flatMap(({ metafile }) => Object.keys(metafile.outputs))
replaceFormer([...new Set(outputs.map((output) => basename(output)))])

/** A module that reads a file, or starts a process or thread, by its own address finds it beside itself in `dist`. */
function keepOwnAddress({ onLoad }) {
  onLoad({ filter: /[/\\](core|config)[/\\]dist[/\\].*\.js$/ }, ({ path }) => {
    const address = JSON.stringify(relative(BUNDLE, path).replaceAll('\\', '/'))
    const code = readFileSync(path, 'utf8')
    return { contents: code.replaceAll('import.meta.url', `(new URL(${address},import.meta.url).href)`) }
  })
}

/** Packages that are loaded when they are used stay in node_modules: their names would be lost on `import()` if they are CommonJS. */
function leavePackages({ onResolve }) {
  onResolve({ filter: /^[^.]/ }, ({ kind, path }) => (kind === 'dynamic-import' ? { path, external: true } : undefined))
}

/** The files of the build before stay: a process that runs may still load them. */
function replaceFormer(files) {
  const former = existsSync(LIST) ? JSON.parse(readFileSync(LIST, 'utf8')) : []
  const kept = new Set([...files, ...former])
  for (const name of readdirSync(BUNDLE)) if (!kept.has(name)) rmSync(join(BUNDLE, name))
  // An interrupted write must not leave half of it, which no build could read.
  writeFileSync(`${LIST}.draft`, JSON.stringify(files))
  renameSync(`${LIST}.draft`, LIST)
}
