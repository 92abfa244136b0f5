import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseSender, readSettings, SettingsError, type Settings } from '@paylink/config'
import { smtpServerOf } from '@paylink/email-smtp/smtp-server'
import { expect } from 'chai'

describe('the settings of mail', () => {
  let dataDir: string
  beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'paylink-settings-'))))
  afterEach(() => rmSync(dataDir, { recursive: true }))

  const read = (env: Record<string, string>): Settings => readSettings({ PAYLINK_DATA_DIR: dataDir, ...env })

  function faultOf(env: Record<string, string>): string {
    try {
      read(env)
    } catch (error) {
      expect(error).to.be.instanceOf(SettingsError)
      return (error as SettingsError).message
    }
    return 'none'
  }

  it('are empty by default', () => {
    expect(read({})).to.deep.include({ smtpUrl: null, mailFrom: null, mailBounces: null })
  })

  it('are read as written', () => {
    const env = {
      PAYLINK_SMTP_URL: 'smtp://a%40b:p%25@[::1]:2525?requireTLS=true',
      PAYLINK_MAIL_FROM: '"Café" <pagos@tienda.example>',
      PAYLINK_MAIL_BOUNCES: 'off',
    }
    expect(read(env)).to.deep.include({
      smtpUrl: env.PAYLINK_SMTP_URL,
      mailFrom: env.PAYLINK_MAIL_FROM,
      mailBounces: 'off',
    })
    expect(read({ PAYLINK_MAIL_BOUNCES: 'bounces@example.com' }).mailBounces).to.equal('bounces@example.com')
  })

  it('can be set in the file', () => {
    writeFileSync(
      join(dataDir, 'paylink.yaml'),
      'smtpUrl: smtps://mail.example\nmailBounces: off\nmailFrom: a@b.example\n',
    )
    expect(read({})).to.deep.include({ smtpUrl: 'smtps://mail.example', mailBounces: 'off', mailFrom: 'a@b.example' })
  })

  const SERVERS = [
    'smtp://mail.example',
    'smtps://mail.example:465/',
    'smtp://user:pa%3Ass@mail.example:587?requireTLS=true',
    'smtp://127.0.0.1:25?requireTLS=false',
    'smtp://[2001:db8::1]',
    'smtp://mail-pit_1:1025',
  ]
  for (const url of SERVERS) {
    it(`take ${url}, which the plugin takes too`, () => {
      expect(read({ PAYLINK_SMTP_URL: url }).smtpUrl).to.equal(url)
      expect(smtpServerOf(url).port).to.be.above(0)
    })
  }

  const NO_SERVERS: [string, string][] = [
    ['mail.example', 'expected smtp://[user:pass@]host[:port] or smtps://…'],
    ['http://user:hunter2@mail.example', 'expected smtp://[user:pass@]host[:port] or smtps://…'],
    ['smtp://user:hunter2@', 'expected smtp://[user:pass@]host[:port] or smtps://…'],
    ['smtp://user:hunter2@mail.example:70000', 'expected smtp://[user:pass@]host[:port] or smtps://…'],
    ['smtp://user:hunter2@mail.example:abc', 'expected smtp://[user:pass@]host[:port] or smtps://…'],
    ['smtp://user:hunter2@mail example', 'expected smtp://[user:pass@]host[:port] or smtps://…'],
    ['smtp://', 'expected a host name or address after smtp:// and user:pass@'],
    ['smtp://user:hunter2@mäil.example', 'expected a host name or address after smtp:// and user:pass@'],
    ['smtp://user:hunter2@mail.example:0', 'expected a port from 1 to 65535'],
    ['smtp://user:hunter2@mail.example/inbox', 'expected nothing after the port but ?requireTLS=true'],
    ['smtp://user:hunter2@mail.example#x', 'expected nothing after the port but ?requireTLS=true'],
    ['smtp://user:hunter2@mail.example?pool=true', 'expected no option but ?requireTLS=true'],
    ['smtp://user:hunter2@mail.example?tls.rejectUnauthorized=false', 'expected no option but ?requireTLS=true'],
    ['smtp://user:hunter2@mail.example?requireTLS=yes', 'expected no option but ?requireTLS=true'],
    ['smtp://hunter2@mail.example', 'expected both a user and a password, or neither'],
    ['smtp://:hunter2@mail.example', 'expected both a user and a password, or neither'],
    ['smtp://user:hunter2%@mail.example', 'expected % in the user or the password to be written as %25'],
    ['smtp://user:hunter2%ff@mail.example', 'expected % in the user or the password to be written as %25'],
    ['smtp://user:hunter2%0a@mail.example', 'expected no control characters in the user or the password'],
  ]
  for (const [url, why] of NO_SERVERS) {
    it(`refuse ${url}, as the plugin does, without its password`, () => {
      expect(faultOf({ PAYLINK_SMTP_URL: url })).to.equal(`Invalid settings:\n  PAYLINK_SMTP_URL: ${why}`)
      expect(() => smtpServerOf(url)).to.throw(RangeError)
    })
  }

  it('never print a password from a file that cannot be read', () => {
    for (const content of [
      'smtpUrl: "smtp://user:hunter2@x\n',
      'smtpUrl: smtp://user:hunter2@x: y\n  - z',
      'smtpUrl: {a: hunter2\n',
    ]) {
      writeFileSync(join(dataDir, 'paylink.yaml'), content)
      expect(faultOf({})).to.contain('paylink.yaml').and.not.to.contain('hunter2')
    }
    writeFileSync(join(dataDir, 'paylink.yaml'), 'smtpUrl: smtp://user:hunter2@x?y\nmailFrom: [hunter2]\n')
    expect(faultOf({}))
      .to.match(/smtpUrl \(.*paylink\.yaml\): .*\n\s+mailFrom \(/)
      .and.not.to.contain('hunter2')
  })

  const SENDERS: [string, string, string | null][] = [
    ['pagos@tienda.example', 'pagos@tienda.example', null],
    [' pagos@localhost ', 'pagos@localhost', null],
    ['Tienda de Café <pagos@tienda.example>', 'pagos@tienda.example', 'Tienda de Café'],
    ['"Tienda, S.A. de C.V." <pagos@tienda.example>', 'pagos@tienda.example', 'Tienda, S.A. de C.V.'],
    ['"La \\"buena\\" \\\\ tienda"<pagos@tienda.example>', 'pagos@tienda.example', 'La "buena" \\ tienda'],
    ['Tienda, S.A. <pagos@tienda.example>', 'pagos@tienda.example', 'Tienda, S.A.'],
  ]
  for (const [text, address, name] of SENDERS) {
    it(`read the sender ${text}`, () => {
      expect(parseSender(text)).to.deep.equal({ address, name })
      expect(read({ PAYLINK_MAIL_FROM: text }).mailFrom).to.equal(text)
    })
  }

  for (const text of [
    'pagos',
    '<pagos@tienda.example>',
    '"" <pagos@tienda.example>',
    'Tienda <pagos@tienda.example>, Otra <otra@tienda.example>',
    'Tienda <pagos@tienda.example> y más',
    'a@tienda.example, b@tienda.example',
    'Tienda <a@tienda.example,b@tienda.example>',
    'Tienda <pagos@tienda.example',
    'Tienda pagos@tienda.example',
    'Tienda <pa gos@tienda.example>',
    'Tienda <pagos(x)@tienda.example>',
    'Tienda <"pagos"@tienda.example>',
    'Tienda < pagos@tienda.example>',
    'Tien\nda <pagos@tienda.example>',
    'Tien\0da <pagos@tienda.example>',
    '"Tien\\\nda" <pagos@tienda.example>',
    `${'a'.repeat(300)}@tienda.example`,
  ]) {
    it(`refuse the sender ${JSON.stringify(text.slice(0, 60))}`, () => {
      expect(() => parseSender(text)).to.throw(RangeError)
      expect(faultOf({ PAYLINK_MAIL_FROM: text })).to.equal(
        'Invalid settings:\n  PAYLINK_MAIL_FROM: expected an address or Name <address>',
      )
    })
  }

  for (const text of ['on', 'OFF', 'bounces', 'Bounces <bounces@example.com>', 'a@b.example, c@d.example']) {
    it(`refuse reports to ${text}`, () =>
      expect(faultOf({ PAYLINK_MAIL_BOUNCES: text })).to.equal(
        'Invalid settings:\n  PAYLINK_MAIL_BOUNCES: expected an address like bounces@example.com, or off',
      ))
  }
})
