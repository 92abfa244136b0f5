import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings, SettingsError } from '@paylink/config'
import { expect } from 'chai'

describe('the address of the database', () => {
  let dataDir: string
  let file: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'paylink-settings-'))
    file = join(dataDir, 'url')
  })
  afterEach(() => rmSync(dataDir, { recursive: true }))

  const read = (env: Record<string, string>): string =>
    readSettings({ PAYLINK_DATA_DIR: dataDir, PAYLINK_DATABASE_URL_FILE: file, ...env }).databaseUrl

  it('can be read from a file, to keep its password out of the environment', () => {
    writeFileSync(file, 'postgres://paylink:hunter2@db/paylink\n')
    expect(read({})).to.equal('postgres://paylink:hunter2@db/paylink')
    expect(read({ PAYLINK_DATABASE_URL: 'sqlite:here.db' })).to.equal('sqlite:here.db')
  })

  it('names servers that accept writes', () => {
    const hosts = 'postgres://paylink:hunter2@a:5432,b/paylink?target_session_attrs='
    expect(read({ PAYLINK_DATABASE_URL: `${hosts}read-write` })).to.equal(`${hosts}read-write`)
    expect(() => read({ PAYLINK_DATABASE_URL: `${hosts}standby` }))
      .to.throw(SettingsError, /PAYLINK_DATABASE_URL: target_session_attrs must be/)
      .and.not.match(/hunter2/)
  })

  it('past a pooler is that of a Postgres, and is nothing without the pooler', () => {
    const direct = { PAYLINK_DATABASE_DIRECT_URL: 'postgres://paylink:hunter2@db/paylink' }
    const pooler = { PAYLINK_DATABASE_URL: 'postgres://paylink:hunter2@pooler/paylink' }
    const settings = readSettings({ PAYLINK_DATA_DIR: dataDir, ...direct, ...pooler })
    expect(settings.databaseDirectUrl).to.equal(direct.PAYLINK_DATABASE_DIRECT_URL)
    writeFileSync(file, direct.PAYLINK_DATABASE_DIRECT_URL)
    const fromFile = { PAYLINK_DATABASE_DIRECT_URL_FILE: file, ...pooler }
    expect(readSettings({ PAYLINK_DATA_DIR: dataDir, ...fromFile }).databaseDirectUrl).to.equal(
      settings.databaseDirectUrl,
    )
    expect(() => read({ ...direct, PAYLINK_DATABASE_URL: 'sqlite:here.db' }))
      .to.throw(SettingsError, /PAYLINK_DATABASE_DIRECT_URL: needs/)
      .and.not.match(/hunter2/)
  })

  for (const [title, content, fault] of [
    ['is not there', null, /^ {2}PAYLINK_\w+_FILE: .*\/url cannot be read [(]ENOENT/m],
    ['holds something else', 'mysql://paylink:hunter2@db/paylink', /PAYLINK_DATABASE_URL_FILE: expected sqlite:/],
  ] as const) {
    it(`stops the start when the file ${title}, and is not quoted`, () => {
      if (content !== null) writeFileSync(file, content)
      expect(() => read({}))
        .to.throw(SettingsError, fault)
        .and.not.match(/hunter2/)
    })
  }
})
