import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { constants, gzipSync } from 'node:zlib'
import { DASHBOARD_CSS, OUTSIDE_CSS, SETTINGS_CSS } from './sheets.js'

const require = createRequire(import.meta.url)

/** A file that the pages of the dashboard load, compressed once. */
export interface Asset {
  type: string
  bytes: Buffer
  gzipped: Buffer
  /** Below the path of the base URL. It contains a hash of the file, so that browsers may keep it for good. */
  path: string
}

const ownFile = (name: string): Buffer => readFileSync(new URL(`./${name}`, import.meta.url))

const CSS = 'text/css; charset=utf-8'
const SCRIPT = 'text/javascript; charset=utf-8'

/** In the order of names; each is read when the first page asks for its address. */
const SOURCES = {
  'dashboard.css': { type: CSS, read: () => Buffer.from(DASHBOARD_CSS) },
  'dashboard.js': {
    type: SCRIPT,
    read: () => Buffer.concat(['dashboard.js', 'files.js', 'live-form.js'].map(ownFile)),
  },
  'htmx.js': { type: SCRIPT, read: () => readFileSync(require.resolve('htmx.org/dist/htmx.min.js')) },
  'outside.css': { type: CSS, read: () => Buffer.from(OUTSIDE_CSS) },
  'passkeys.js': {
    type: SCRIPT,
    read: () =>
      Buffer.concat([readFileSync(webAuthnBundle()), readFileSync(new URL('./passkeys.js', import.meta.url))]),
  },
  'secrets.js': { type: SCRIPT, read: () => ownFile('secrets.js') },
  'settings.css': { type: CSS, read: () => Buffer.from(SETTINGS_CSS) },
} as const

/** The package names its modules only; the file that a browser takes lies beside them. */
const webAuthnBundle = (): string =>
  join(dirname(require.resolve('@simplewebauthn/browser')), '../dist/bundle/index.umd.min.js')

export type AssetName = keyof typeof SOURCES

const isAssetName = (name: string): name is AssetName => Object.hasOwn(SOURCES, name)

const assets = new Map<AssetName, Asset>()

function assetOf(name: AssetName): Asset {
  let asset = assets.get(name)
  if (!asset) {
    const { type, read } = SOURCES[name]
    const bytes = read()
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
    const gzipped = gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION })
    asset = { type, bytes, gzipped, path: `/dashboard/assets/${hash}/${name}` }
    assets.set(name, asset)
  }
  return asset
}

/** Where a file is served, below the path of the base URL; it changes with the content. */
export const assetPath = (name: AssetName): string => assetOf(name).path

export const findAsset = (name: string): Asset | undefined => (isAssetName(name) ? assetOf(name) : undefined)
