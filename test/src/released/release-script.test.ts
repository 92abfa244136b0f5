import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { quickFolder } from '../support/quick-folder.js'

const SCRIPT = fileURLToPath(new URL('../../../scripts/release.mjs', import.meta.url))
const FOLDERS = ['', 'config', 'core', 'test']

describe('npm run release', () => {
  let folder: string

  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const git = (...args: string[]): string => {
    const options = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']
    return execFileSync('git', [...options, ...args], { cwd: folder, encoding: 'utf8' })
  }
  const commit = (): void => {
    git('add', '--all')
    git('commit', '--quiet', '--allow-empty', '--message', 'Change')
  }
  function release(...args: string[]) {
    const env = { ...process.env, GIT_COMMITTER_NAME: 'Test', GIT_COMMITTER_EMAIL: 'test@example.com' }
    const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...args], { cwd: folder, env })
    return { status, stdout: stdout.toString(), stderr: stderr.toString() }
  }

  beforeEach(() => {
    folder = quickFolder('release')
    const packages = Object.fromEntries(FOLDERS.map((name) => [name, { version: '1.2.3' }]))
    for (const name of FOLDERS) write(join(name, 'package.json'), JSON.stringify({ version: '1.2.3' }))
    write('package-lock.json', JSON.stringify({ packages }))
    write('CHANGELOG.md', '# Changelog\n\n## [Unreleased]\n\n## [1.2.3] – 2026-01-31\n\n- Something.\n')
    write('core/src/database/migrations/0001-accounts.ts', '')
    for (const engine of ['sqlite', 'postgres'])
      write(`test/released/1.2.3.${engine}.sql`, `insert into schema_migrations (name) values ('0001-accounts', '');\n`)
    git('init', '--quiet')
    commit()
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('tags the version when everything is in order; --check only looks', () => {
    expect(release('--check')).to.include({ status: 0, stdout: 'v1.2.3 can be released\n' })
    expect(git('tag')).to.equal('')
    expect(release()).to.include({ status: 0, stderr: '' })
    expect(git('tag').trim()).to.equal('v1.2.3')
    const again = release()
    expect([again.status, again.stderr]).to.deep.equal([
      1,
      'v1.2.3 cannot be released:\n- v1.2.3 exists already: set the next version\n',
    ])
  })

  it('names everything that is not in order, and tags nothing', () => {
    write('core/package.json', JSON.stringify({ version: '1.2.2' }))
    write('CHANGELOG.md', '# Changelog\n\n## [Unreleased]\n\n- New.\n\n## [1.2.2] – 2026-01-31\n')
    write('core/src/database/migrations/0002-links.ts', '')
    rmSync(join(folder, 'test/released/1.2.3.postgres.sql'))
    const { status, stderr } = release()
    expect(status).to.equal(1)
    for (const part of [
      'core/package.json has the version 1.2.2',
      'no heading "## [1.2.3] – YYYY-MM-DD"',
      'entries under "Unreleased"',
      'test/released/1.2.3.sqlite.sql lacks 0002-links: npm run released -- --replace',
      'test/released/1.2.3.postgres.sql is missing: npm run released',
      'the working tree has changes',
    ])
      expect(stderr).to.include(part)
    expect(git('tag')).to.equal('')
  })

  it('refuses wrong usage', () => {
    expect(release('--force').status).to.equal(2)
  })
})
