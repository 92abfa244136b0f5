import { execFile } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { smtpServerOf } from '@paylink/email-smtp/smtp-server'
import { expect } from 'chai'
import { MailServer, type MailServerOptions } from '../support/mail-server.js'
import { contextOf, mailWith, SHORT, transportTo } from './mailing.js'

const CHILD = fileURLToPath(new URL('trusting.js', import.meta.url))
const CERTIFICATE = fileURLToPath(new URL('../../fixtures/self-signed/cert.pem', import.meta.url))

const auth = { user: 'tienda@x.example', pass: 'p%:/@?#ñ secreta' }

describe('the connection to a mail server', () => {
  let server: MailServer
  const start = async (options: MailServerOptions): Promise<MailServer> => (server = await MailServer.start(options))
  afterEach(() => server.stop())

  /** In a process that trusts the certificate of the fixtures. */
  async function trusting(url: string): Promise<{ check: string | null; outcome: string }> {
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: CERTIFICATE }
    const { stdout } = await promisify(execFile)(process.execPath, [CHILD, url], { env })
    return JSON.parse(stdout) as { check: string | null; outcome: string }
  }

  async function failure(
    url: string,
    timeouts = {},
  ): Promise<{ check: string | null; fault: string; message: string }> {
    const transport = transportTo(url, timeouts)
    const check = await transport.check(contextOf())
    const error = await transport.send(mailWith(), contextOf()).then(
      () => ({ fault: 'none', message: '' }),
      (reason: { fault: string; message: string }) => reason,
    )
    await transport.close()
    return { check, fault: error.fault, message: error.message }
  }

  for (const tls of ['none', 'starttls', 'smtps'] as const) {
    it(`authenticates (TLS: ${tls})`, async () => {
      await start({ auth, tls })
      expect(await trusting(server.url)).to.deep.equal({ check: null, outcome: 'accepted' })
      expect(server.mails).to.have.length(1)
      expect(server.wasSecured).to.equal(tls !== 'none')
    })
  }

  it('sends nothing without STARTTLS if it is required', async () => {
    await start({})
    const { check, fault } = await failure(`${server.url}?requireTLS=true`)
    expect(check).to.equal(`STARTTLS is required but 127.0.0.1:${server.port} does not offer it`)
    expect(fault).to.equal('unavailable')
    expect(server.mails).to.deep.equal([])
  })

  it('sends over STARTTLS if it is required', async () => {
    await start({ tls: 'starttls' })
    expect(await trusting(`${server.url}?requireTLS=true`)).to.deep.equal({ check: null, outcome: 'accepted' })
  })

  for (const tls of ['starttls', 'smtps'] as const) {
    it(`sends nothing if the certificate is not trusted (${tls})`, async () => {
      await start({ tls, auth })
      const isStartTls = tls === 'starttls'
      const { check, fault, message } = await failure(isStartTls ? `${server.url}?requireTLS=true` : server.url)
      expect(check).to.equal(`the certificate of 127.0.0.1:${server.port} is not trusted: self-signed certificate`)
      expect([fault, message]).to.deep.equal(['unavailable', check])
      expect(server.logins).to.equal(0)
    })
  }

  it('sends nothing to another machine with an untrusted certificate, even if TLS is not required', async () => {
    await start({ tls: 'starttls', auth })
    // An address of this machine that is not recognized as loopback.
    const { check, fault } = await failure(server.url.replace('127.0.0.1', '0.0.0.0'))
    expect(check).to.contain('is not trusted: self-signed certificate')
    expect(fault).to.equal('unavailable')
    expect(server.logins).to.equal(0)
  })

  it('accepts any certificate on loopback if STARTTLS is optional', async () => {
    await start({ tls: 'starttls', auth })
    const { check, fault } = await failure(server.url)
    expect([check, fault]).to.deep.equal([null, 'none'])
    expect(server.wasSecured).to.equal(true)
  })

  it('sends nothing if the certificate is for another host', async () => {
    await start({ tls: 'smtps' })
    const { check, outcome } = await trusting(server.url.replace('127.0.0.1', 'localhost'))
    expect(check).to.match(/^the certificate of localhost:\d+ is not trusted: Hostname\/IP does not match/)
    expect(outcome).to.equal('unavailable')
  })

  it('sends nothing in clear if TLS is required from the first byte', async () => {
    await start({})
    const { check, fault } = await failure(server.url.replace('smtp:', 'smtps:'), SHORT)
    expect(check).to.match(/^(TLS handshake with|cannot reach|the connection to) /)
    expect(fault).to.equal('unavailable')
  })

  it('reports a wrong password', async () => {
    await start({ auth })
    const { check, fault, message } = await failure(server.url.replace('tienda', 'otra'))
    const said = `127.0.0.1:${server.port} refused the user or password: 535 5.7.8 authentication failed: …`
    expect([check, fault, message]).to.deep.equal([said, 'auth', said])
  })

  it('sends no password to a server that offers no authentication, and the check reports it', async () => {
    await start({})
    const url = server.url.replace('//', '//ana:secreta@')
    const { check, fault } = await failure(url)
    expect(check).to.equal('a user and password are configured, but the server offers no authentication')
    expect(fault).to.equal('none')
    expect(server.logins).to.equal(0)
  })

  it('never puts a password or a recipient into a message', async () => {
    await start({ auth })
    const line = `5 ${auth.pass} ${'x'.repeat(1000)}`
    for (const at of ['connect', 'ehlo', 'auth', 'mail', 'rcpt', 'data', 'end'] as const) {
      for (const fault of [
        { at, cut: true } as const,
        ...(at === 'auth' ? [{ at, silent: true } as const] : []),
        { at, line },
        {
          at,
          code: 550,
          text: `${Buffer.from(`\0${auth.user}\0${auth.pass}`).toString('base64')} ${auth.pass} \x1b[31m\tno ${'x'.repeat(1000)}`,
        },
      ]) {
        server.fail(fault)
        const { check, message } = await failure(server.url, SHORT)
        for (const text of [check ?? '', message]) {
          expect(text).not.to.contain(auth.pass).and.not.to.contain(Buffer.from(auth.pass).toString('base64'))
          expect(text).not.to.contain(Buffer.from(`\0${auth.user}\0${auth.pass}`).toString('base64'))
          expect(text).not.to.contain('ana@cliente.example')
          expect(text).to.match(/^\P{Cc}*$/u)
          expect(text.length).to.be.at.most(450)
        }
      }
    }
  })

  it('explains why the server cannot be reached', async () => {
    await start({})
    const closed = await new Promise<number>((resolve) => {
      const socket = createServer().listen(0, '127.0.0.1', () => {
        const { port } = socket.address() as AddressInfo
        socket.close(() => resolve(port))
      })
    })
    const cases: [string, string | RegExp][] = [
      [`smtp://127.0.0.1:${closed}`, `cannot reach 127.0.0.1:${closed}: connection refused`],
      [`smtp://[::1]:${closed}`, /^cannot reach \[::1\]:\d+: (connection refused|no answer in time|.*)$/],
      ['smtp://mail.invalid', /^cannot reach mail\.invalid:587: (host name not found|no answer in time)$/],
    ]
    for (const [url, why] of cases) {
      const { check, fault } = await failure(url, { connect: 3000 })
      if (typeof why === 'string') expect(check).to.equal(why)
      else expect(check).to.match(why)
      expect(fault).to.equal('unavailable')
    }
    server.fail({ at: 'connect', silent: true })
    expect((await failure(server.url, SHORT)).check).to.equal(
      `cannot reach 127.0.0.1:${server.port}: no answer in time`,
    )
    server.fail({ at: 'connect', line: 'SSH-2.0-OpenSSH_9.2' })
    expect((await failure(server.url)).check).to.equal(`the reply of 127.0.0.1:${server.port} is not valid SMTP`)
    server.fail({ at: 'connect', code: 554, text: 'no mail here' })
    expect((await failure(server.url)).check).to.equal(`127.0.0.1:${server.port} refused: 554 no mail here`)
  })

  it('ends the check when the caller aborts', async () => {
    await start({})
    server.fail({ at: 'ehlo', silent: true })
    const transport = transportTo(server.url, { silence: 60_000 })
    const waiting = new AbortController()
    const check = transport.check(contextOf(waiting.signal))
    setTimeout(() => waiting.abort(), 50)
    expect(await check).to.equal(`127.0.0.1:${server.port} took too long`)
    await transport.close()
  })
})

describe('the URL of a mail server', () => {
  const right: [string, object][] = [
    ['smtp://mail.example', { host: 'mail.example', port: 587, secure: false, requireTLS: false, auth: null }],
    ['smtps://mail.example/', { host: 'mail.example', port: 465, secure: true, requireTLS: false, auth: null }],
    ['smtp://[::1]:2525', { host: '::1', port: 2525, secure: false, requireTLS: false, auth: null }],
    ['smtp://h:25?requireTLS=true', { host: 'h', port: 25, secure: false, requireTLS: true, auth: null }],
    [
      'smtp://a:b@mail.example',
      { host: 'mail.example', port: 587, secure: false, requireTLS: true, auth: { user: 'a', pass: 'b' } },
    ],
    [
      'smtp://a:b@127.0.0.1',
      { host: '127.0.0.1', port: 587, secure: false, requireTLS: false, auth: { user: 'a', pass: 'b' } },
    ],
    [
      'smtp://a%40b.example:p%3A%2F%25@mail.example:465?requireTLS=false',
      {
        host: 'mail.example',
        port: 465,
        secure: false,
        requireTLS: false,
        auth: { user: 'a@b.example', pass: 'p:/%' },
      },
    ],
  ]
  for (const [text, server] of right) {
    it(`${text} is accepted`, () => expect(smtpServerOf(text)).to.deep.equal(server))
  }

  for (const text of [
    '',
    'mail.example',
    'http://mail.example',
    'smtp:mail.example',
    'smtp://',
    'smtp://:25',
    'smtp://user:secret@',
    'smtp://mail.example:0',
    'smtp://mail.example:70000',
    'smtp://mail.example:abc',
    'smtp://mail.example/path',
    'smtp://mail.example#x',
    'smtp://mail.example?requireTLS',
    'smtp://mail.example?requireTLS=1',
    'smtp://mail.example?requireTLS=true&requireTLS=false',
    'smtp://mail.example?tls.rejectUnauthorized=false',
    'smtp://mail.example?requireTLS=true&logger=true',
    'smtp://ma il.example',
    'smtp://exämple.com',
    'smtp://user@mail.example',
    'smtp://:secret@mail.example',
    'smtp://user:secret%@mail.example',
    'smtp://user:secret%ff@mail.example',
    'smtp://user:secret%00@mail.example',
    'smtp://user:secret@mail.example\n',
  ]) {
    it(`${JSON.stringify(text)} is rejected without showing the password`, () =>
      expect(() => smtpServerOf(text))
        .to.throw(RangeError)
        .with.property('message')
        .that.does.not.contain('secret'))
  }
})
