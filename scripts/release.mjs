// Tags the version of package.json as a release, once everything about it is in order. Pushes nothing.
// Usage: node scripts/release.mjs [--check], in the root of the repository. `--check` only looks.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'

const PACKAGES = ['package.json', 'config/package.json', 'core/package.json', 'test/package.json']
const ENGINES = ['sqlite', 'postgres']
const MIGRATIONS = 'core/src/database/migrations'

const [option, ...others] = process.argv.slice(2)
if (others.length > 0 || (option !== undefined && option !== '--check')) {
  process.stderr.write('usage: npm run release [-- --check]\n')
  process.exit(2)
}

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim()
const read = (path) => fs.readFileSync(path, 'utf8')
const { version } = JSON.parse(read('package.json'))
const tag = `v${version}`
const faults = [...versionFaults(), ...changelogFaults(), ...schemaFaults(), ...gitFaults()]

if (faults.length > 0) {
  process.stderr.write(`${tag} cannot be released:\n${faults.map((fault) => `- ${fault}\n`).join('')}`)
  process.exit(1)
}
if (option !== '--check') git('tag', '--annotate', tag, '--message', `PayLink ${version}`)
process.stdout.write(
  option === '--check' ? `${tag} can be released\n` : `Tagged ${tag}. To publish it, run: git push origin ${tag}\n`,
)

function versionFaults() {
  const lock = JSON.parse(read('package-lock.json'))
  const found = [
    ...PACKAGES.map((path) => [path, JSON.parse(read(path)).version]),
    ...PACKAGES.map((path) => {
      const folder = path.replace(/\/?package[.]json$/, '')
      return [`package-lock.json, "${folder}"`, lock.packages[folder]?.version]
    }),
  ]
  return [
    ...(/^\d+\.\d+\.\d+$/.test(version) ? [] : [`${version} is no version of the form 1.2.3`]),
    ...found.filter(([, other]) => other !== version).map(([where, other]) => `${where} has the version ${other}`),
  ]
}

function changelogFaults() {
  const changelog = read('CHANGELOG.md')
  const [, next] = /^## \[Unreleased\]\n([^]*?)(?=^## |$(?![^]))/m.exec(changelog) ?? []
  const heading = new RegExp(`^## \\[${version.replaceAll('.', '[.]')}\\] – \\d{4}-\\d{2}-\\d{2}$`, 'm')
  return [
    ...(heading.test(changelog) ? [] : [`CHANGELOG.md has no heading "## [${version}] – YYYY-MM-DD"`]),
    ...(next?.trim() ? [`CHANGELOG.md has entries under "Unreleased": move them below ${version}`] : []),
  ]
}

/** What was recorded must be the schema that is released. */
function schemaFaults() {
  const steps = fs
    .readdirSync(MIGRATIONS)
    .filter((name) => /^\d{4}-.*[.]ts$/.test(name))
    .map((name) => name.replace(/[.]ts$/, ''))
  return ENGINES.flatMap((engine) => {
    const path = `test/released/${version}.${engine}.sql`
    if (!fs.existsSync(path)) return [`${path} is missing: npm run released`]
    const text = read(path)
    const absent = steps.filter((name) => !text.includes(`values ('${name}',`))
    return absent.length === 0 ? [] : [`${path} lacks ${absent.join(', ')}: npm run released -- --replace`]
  })
}

function gitFaults() {
  const changes = git('status', '--porcelain')
  return [
    ...(changes === '' ? [] : [`the working tree has changes:\n${changes}`]),
    ...(git('tag', '--list', tag) === '' ? [] : [`${tag} exists already: set the next version`]),
  ]
}
