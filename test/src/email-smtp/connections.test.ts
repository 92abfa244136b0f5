import { expect } from 'chai'
import { MailServer, type MailServerOptions } from '../support/mail-server.js'
import { contextOf, mailWith, outcomeOf, transportTo, until } from './mailing.js'

describe('connections to a mail server', () => {
  let server: MailServer
  const start = async (options: MailServerOptions = {}): Promise<MailServer> =>
    (server = await MailServer.start(options))
  afterEach(() => server.stop())

  it('are opened on demand and reused', async () => {
    await start()
    const transport = transportTo(server.url)
    expect(server.sessions).to.equal(0)
    for (let nth = 0; nth < 5; nth++) await transport.send(mailWith(), contextOf())
    expect([server.sessions, server.mails.length]).to.deep.equal([1, 5])
    await transport.close()
  })

  it('are limited in number, however much there is to send', async () => {
    await start()
    const transport = transportTo(server.url)
    const all = Array.from({ length: 40 }, (_, nth) =>
      transport.send(mailWith({ messageId: `${nth}@x.example` }), contextOf()),
    )
    await Promise.all(all)
    expect(server.sessions).to.be.at.most(3)
    const ids = server.mails.map(({ raw }) => /^Message-ID: (.*)$/m.exec(raw)?.[1])
    expect(new Set(ids).size).to.equal(40)
    expect(ids).to.have.length(40)
    await transport.close()
  })

  it('are closed when idle', async () => {
    await start()
    const transport = transportTo(server.url, { idle: 50 })
    await transport.send(mailWith(), contextOf())
    expect(await until(() => server.open === 0)).to.equal(true)
    await transport.close()
  })

  it('are closed with the transport', async () => {
    await start()
    const transport = transportTo(server.url)
    await transport.send(mailWith(), contextOf())
    await transport.close()
    expect(await until(() => server.open === 0)).to.equal(true)
  })

  it('that died while idle are replaced, and the mail is sent once', async () => {
    await start()
    const transport = transportTo(server.url)
    await transport.send(mailWith(), contextOf())
    server.cut()
    await transport.send(mailWith(), contextOf())
    expect([server.sessions, server.mails.length]).to.deep.equal([2, 2])

    // It looks alive until the first command.
    server.fail({ at: 'mail', cut: true }, 1)
    await transport.send(mailWith(), contextOf())
    expect([server.sessions, server.mails.length]).to.deep.equal([3, 3])
    await transport.close()
  })

  it('that die during a mail do not lead to another attempt', async () => {
    for (const at of ['mid', 'end'] as const) {
      await start()
      const transport = transportTo(server.url)
      await transport.send(mailWith(), contextOf())
      server.fail({ at, cut: true }, 1)
      const outcome = await outcomeOf(transport.send(mailWith({ text: 'x'.repeat(1_000_000) }), contextOf()))
      expect(outcome).to.equal('unknown')
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(server.mails).to.have.length(at === 'end' ? 2 : 1)
      await transport.close()
      await server.stop()
    }
    await start()
  })

  it('serve waiting mails while others fail, each mail once', async () => {
    await start()
    const transport = transportTo(server.url)
    server.fail({ at: 'end', cut: true }, 4)
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, nth) =>
        outcomeOf(transport.send(mailWith({ messageId: `${nth}@x.example` }), contextOf())),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === 'accepted')).to.have.length(16)
    expect(outcomes.filter((outcome) => outcome === 'unknown')).to.have.length(4)
    const ids = server.mails.map(({ raw }) => /^Message-ID: (.*)$/m.exec(raw)?.[1])
    expect([ids.length, new Set(ids).size]).to.deep.equal([20, 20])
    await transport.close()
  })

  it('reject a mail above the size limit of the server', async () => {
    await start({ largest: 10_000 })
    const transport = transportTo(server.url)
    expect(await outcomeOf(transport.send(mailWith({ text: 'x'.repeat(20_000) }), contextOf()))).to.equal('rejected')
    expect(await outcomeOf(transport.send(mailWith(), contextOf()))).to.equal('accepted')
    await transport.close()
  })

  it('remain usable after a rejected mail', async () => {
    await start()
    const transport = transportTo(server.url)
    server.fail({ at: 'rcpt', code: 550, text: '5.1.1 no such user' }, 1)
    expect(await outcomeOf(transport.send(mailWith(), contextOf()))).to.equal('rejected')
    expect(await outcomeOf(transport.send(mailWith(), contextOf()))).to.equal('accepted')
    expect(server.sessions).to.equal(1)
    await transport.close()
  })
})

describe('an aborted mail', () => {
  let server: MailServer
  beforeEach(async () => (server = await MailServer.start()))
  afterEach(() => server.stop())

  it('is not sent if aborted before it starts', async () => {
    const transport = transportTo(server.url)
    expect(await outcomeOf(transport.send(mailWith(), contextOf(AbortSignal.abort())))).to.equal('unavailable')
    expect(server.sessions).to.equal(0)
    await transport.close()
  })

  for (const [at, expected] of [
    ['connect', 'unavailable'],
    ['ehlo', 'unavailable'],
    ['mail', 'unavailable'],
    ['rcpt', 'unavailable'],
    ['data', 'unavailable'],
    ['mid', 'unknown'],
    ['end', 'unknown'],
  ] as const) {
    it(`is ${expected} if aborted at ${at}, and its connection is closed immediately`, async () => {
      const transport = transportTo(server.url, { connect: 60_000, greeting: 60_000, silence: 60_000 })
      const waiting = new AbortController()
      server.fail({ at, silent: true })
      const outcome = outcomeOf(transport.send(mailWith({ text: 'x'.repeat(1_000_000) }), contextOf(waiting.signal)))
      expect(await until(() => server.reached(at))).to.equal(true)
      waiting.abort()
      expect(await outcome).to.equal(expected)
      expect(await until(() => server.open === 0)).to.equal(true)

      server.heal()
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect(server.mails).to.have.length(at === 'end' ? 1 : 0)
      expect(await outcomeOf(transport.send(mailWith(), contextOf()))).to.equal('accepted')
      await transport.close()
    })
  }

  it('is never sent if aborted while it waits for a connection, and the others are', async () => {
    const transport = transportTo(server.url)
    const waiting = new AbortController()
    const first = Array.from({ length: 6 }, () => outcomeOf(transport.send(mailWith(), contextOf())))
    const last = outcomeOf(transport.send(mailWith({ messageId: 'last@x.example' }), contextOf(waiting.signal)))
    await new Promise((resolve) => setTimeout(resolve, 20))
    waiting.abort()
    expect(await last).to.equal('unavailable')
    expect(new Set(await Promise.all(first))).to.deep.equal(new Set(['accepted']))
    expect(server.mails.some(({ raw }) => raw.includes('last@x.example'))).to.equal(false)
    await transport.close()
  })
})
