import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings, type Settings, SettingsError } from '@paylink/config'
import { expect } from 'chai'

const CASES = [
  {
    variable: 'PAYLINK_SMTP_URL',
    key: 'smtpUrl',
    content: 'smtps://cobros:hunter2@mail.example.com',
    value: ({ smtpUrl }: Settings) => smtpUrl,
    expected: 'smtps://cobros:hunter2@mail.example.com',
    wrong: 'https://cobros:hunter2@mail.example.com',
  },
  {
    variable: 'PAYLINK_EMAIL_SETTINGS',
    key: 'emailSettings',
    content: 'token=hunter2&region=mx',
    value: ({ emailSettings }: Settings) => emailSettings,
    expected: { token: 'hunter2', region: 'mx' },
    wrong: '=hunter2',
  },
] as const

for (const { variable, key, content, value, expected, wrong } of CASES) {
  describe(`${variable}_FILE`, () => {
    let dataDir: string
    let file: string
    beforeEach(() => {
      dataDir = mkdtempSync(join(tmpdir(), 'paylink-settings-'))
      file = join(dataDir, 'secret')
    })
    afterEach(() => rmSync(dataDir, { recursive: true }))

    const read = (env: Record<string, string> = {}): Settings =>
      readSettings({ PAYLINK_DATA_DIR: dataDir, [`${variable}_FILE`]: file, ...env })

    it('keeps the password out of the environment', () => {
      writeFileSync(file, `${content}\n`)
      expect(value(read())).to.deep.equal(expected)
    })

    it('gives way to the value itself', () => {
      writeFileSync(file, content)
      const own = content.replace('hunter2', 'mine')
      expect(JSON.stringify(value(read({ [variable]: own })))).to.include('mine')
    })

    it('wins over the value in paylink.yaml', () => {
      writeFileSync(join(dataDir, 'paylink.yaml'), `${key}: ${content.replace('hunter2', 'old')}\n`)
      writeFileSync(file, content)
      expect(value(read())).to.deep.equal(expected)
    })

    it('stops the start if it is missing or wrong, and is not quoted', () => {
      expect(() => read()).to.throw(SettingsError, /^ {2}PAYLINK_\w+_FILE: .*\/secret cannot be read [(]ENOENT/m)
      writeFileSync(file, wrong)
      expect(() => read())
        .to.throw(SettingsError, new RegExp(`${variable}_FILE: `))
        .and.not.match(/hunter2/)
    })
  })
}
