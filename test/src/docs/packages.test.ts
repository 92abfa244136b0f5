import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** Each lets a merchant run and pass on PayLink. Another one is a decision: read it before it is added here. */
const ALLOWED = [
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT-0', 'Python-2.0', 'Zlib'],
  'LicenseRef-DejaVu-Fonts',
]

interface Locked {
  packages: Record<
    string,
    { name?: string; version: string; dev?: boolean; devOptional?: boolean; optional?: boolean; link?: boolean }
  >
}

interface Component {
  'bom-ref': string
  name: string
  version: string
  purl: string
  licenses: ({ license: { id?: string; name?: string } } | { expression: string })[]
}

interface Document {
  bomFormat: string
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

const sbom = (...options: string[]): string =>
  execFileSync(process.execPath, ['scripts/sbom.mjs', ...options], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })

/** An expression is allowed by one side of `OR`, or by both of `AND`. */
function isAllowed(licence: string): boolean {
  const expression = licence.replace(/^\((.*)\)$/, '$1')
  return expression.split(' OR ').some((choice) => choice.split(' AND ').every((one) => ALLOWED.includes(one)))
}

describe('the packages that the image has', () => {
  const document = JSON.parse(sbom()) as Document
  const idOf = ({ name, version }: Component): string => `${name}@${version}`
  const licenceOf = ({ licenses: [first] }: Component): string =>
    first === undefined ? '' : 'expression' in first ? first.expression : (first.license.id ?? first.license.name ?? '')

  // By npm's own marks, not in the way in which the script follows dependencies.
  const { packages } = JSON.parse(readFileSync(`${ROOT}package-lock.json`, 'utf8')) as Locked
  const marked = Object.entries(packages).filter(
    ([path, { dev, devOptional, link }]) => !dev && !devOptional && !link && path !== '' && path !== 'test',
  )
  const idOfLocked = ([path, { name, version }]: (typeof marked)[number]): string =>
    `${name ?? path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`

  it('the SBOM names each production package of package-lock.json once, with its version', () => {
    const names = marked.map(idOfLocked)
    expect(names.length).to.be.greaterThan(100)
    expect(document.components.map(idOf)).to.have.members([...new Set(names)])
    expect(document.metadata.component.name).to.equal('paylink')
  })

  it('are at most 300, PayLink and its plugins included', () => {
    // npm lists the root, too.
    expect(marked.length + 1).to.be.at.most(300)
  })

  it('every package has a package address, and dependencies that are in the list', () => {
    const ids = document.components.map((component) => component['bom-ref'])
    for (const component of document.components) {
      const { name, version } = component
      expect(component['bom-ref']).to.equal(idOf(component))
      expect(component.purl).to.equal(`pkg:npm/${name.replace('@', '%40')}@${version}`)
    }
    const refs = document.dependencies.map(({ ref }) => ref)
    expect(refs).to.have.members([document.metadata.component['bom-ref'], ...ids])
    expect(ids).to.include.members(document.dependencies.flatMap(({ dependsOn }) => dependsOn))
  })

  it('has no licence that was not looked at', () => {
    const others = document.components.filter((component) => !isAllowed(licenceOf(component)))
    expect(others.map((component) => `${idOf(component)}: ${licenceOf(component)}`)).to.deep.equal([])
    expect(['GPL-3.0-only', 'MIT AND GPL-3.0-only', ''].map(isAllowed)).to.deep.equal([false, false, false])
  })

  it('LICENSES.txt has the same packages and licences', () => {
    const lines = document.components.map(
      (component) => `${component.name} ${component.version}: ${licenceOf(component)}\n`,
    )
    expect(sbom('--licences')).to.equal(lines.join(''))
  })

  it('--installed leaves out nothing that runs, and wrong usage is refused', () => {
    const installed = (JSON.parse(sbom('--installed')) as Document).components.map(idOf)
    const absent = document.components.map(idOf).filter((id) => !installed.includes(id))
    // npm skips an optional package that does not fit this Node.
    const optional = marked.filter(([, { optional }]) => optional).map(idOfLocked)
    expect(optional).to.include.members(absent)
    expect(spawnSync(process.execPath, ['scripts/sbom.mjs', '--format'], { cwd: ROOT }).status).to.equal(2)
  })
})

describe('Dockerfile', () => {
  const text = readFileSync(`${ROOT}Dockerfile`, 'utf8')
  const { version, description, license } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as Component & {
    description: string
    license: string
  }

  it('labels the image with what package.json says', () => {
    const labels = Object.fromEntries(
      [...text.matchAll(/org\.opencontainers\.image\.(\w+)="([^"]*)"/g)].map((m) => m.slice(1)),
    )
    expect(labels).to.deep.equal({ title: 'PayLink', description, version: '${VERSION}', licenses: license })
    expect(/^ARG VERSION=(.*)$/m.exec(text)?.[1]).to.equal(version)
  })

  it('builds on a base with a digest, and runs as `node`', () => {
    expect(/^ARG BASE=(.*)$/m.exec(text)?.[1]).to.match(/^node:[\w.-]+@sha256:[0-9a-f]{64}$/)
    const stages = [...text.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
    expect(new Set(stages)).to.deep.equal(new Set(['${BASE}']))
    expect([...text.matchAll(/^USER (.*)$/gm)].map(([, user]) => user)).to.deep.equal(['node'])
  })

  it('puts the SBOM and the licences of what is left into the image', () => {
    expect(text).to.include('node scripts/sbom.mjs --installed >sbom.cdx.json')
    expect(text).to.include('node scripts/sbom.mjs --installed --licences >LICENSES.txt')
  })
})
