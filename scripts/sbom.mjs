// Lists the packages that run in production, from package-lock.json: a CycloneDX document on standard output, or with
// `--licences` a line each. `--installed` leaves out what is not in node_modules, for the image, which drops some.
import fs from 'node:fs'

const NOT_SHIPPED = ['test']
/** What package.json files say in other words than SPDX. */
const SPDX = {
  'BSD-0-Clause': '0BSD',
  'SEE LICENSE IN README.md AND LICENSE': 'LicenseRef-DejaVu-Fonts',
}

const options = process.argv.slice(2)
if (options.some((option) => option !== '--licences' && option !== '--installed')) {
  process.stderr.write('usage: node scripts/sbom.mjs [--installed] [--licences]\n')
  process.exit(2)
}
const at = (file) => new URL(`../${file}`, import.meta.url)
const readJson = (file) => JSON.parse(fs.readFileSync(at(file), 'utf8'))
const { packages: locked } = readJson('package-lock.json')

const components = productionPackages()
process.stdout.write(options.includes('--licences') ? licenceList() : `${JSON.stringify(cycloneDx(), null, 2)}\n`)

/** By name and version: npm installs some of them in several places. */
function productionPackages() {
  const found = new Map()
  const visited = new Set()
  const visit = (path) => {
    if (visited.has(path)) return
    visited.add(path)
    const paths = neededBy(path)
    paths.forEach(visit)
    if (path === '') return
    const id = idOf(path)
    const needs = new Set([...(found.get(id)?.needs ?? []), ...paths.map(idOf)])
    found.set(id, { id, needs: [...needs].sort(), ...facts(path) })
  }
  visit('')
  return [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

function workspaces() {
  const all = Object.keys(locked).filter((path) => path !== '' && !path.includes('node_modules/'))
  return all.filter((path) => !NOT_SHIPPED.includes(path))
}

function neededBy(path) {
  if (path === '') return workspaces()
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} } = locked[path]
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta[name]?.optional)
  return [...new Set([...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])]
    .map((name) => find(path, name))
    .filter((needed) => needed !== undefined && isShipped(needed))
}

/** As Node finds it: in the nearest `node_modules` upwards. */
function find(from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (locked[path]) return locked[path].link ? locked[path].resolved : path
    if (folder === '') return undefined
  }
}

function isShipped(path) {
  return !options.includes('--installed') || fs.existsSync(at(`${path}/package.json`))
}

function idOf(path) {
  const { name, version } = facts(path)
  return `${name}@${version}`
}

function facts(path) {
  const { name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length) } = locked[path]
  const { version, license, integrity } = locked[path]
  return { name, version, license: SPDX[license] ?? license, integrity }
}

function licenceList() {
  return components.map(({ name, version, license }) => `${name} ${version}: ${license}\n`).join('')
}

function cycloneDx() {
  const { name, version, description, license } = readJson('package.json')
  const root = { id: `${name}@${version}`, name, version, license }
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { ...component(root), type: 'application', description } },
    components: components.map(component),
    dependencies: [
      { ref: root.id, dependsOn: workspaces().map(idOf) },
      ...components.map(({ id, needs }) => ({ ref: id, dependsOn: needs })),
    ],
  }
}

function component({ id, name, version, license, integrity }) {
  return {
    type: 'library',
    'bom-ref': id,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [licenceOf(license)],
    ...(integrity && { hashes: integrity.split(' ').map(hash) }),
  }
}

function licenceOf(license) {
  if (license.includes(' ')) return { expression: license }
  return { license: license.startsWith('LicenseRef-') ? { name: license } : { id: license } }
}

/** Subresource integrity, as npm has it, in the form of CycloneDX. */
function hash(integrity) {
  const [, bits, content] = /^sha(\d+)-(.*)$/.exec(integrity)
  return { alg: `SHA-${bits}`, content: Buffer.from(content, 'base64').toString('hex') }
}
