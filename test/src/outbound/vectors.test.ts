import { GuardedClient } from '@paylink/core/outbound/guarded-client'
import { expect } from 'chai'
import { Canary } from '../support/canary.js'
import { PhoneBook } from '../support/phone-book.js'
import { isRefusedAsUnsafe, isUnsent, refusalOf } from '../support/refusals.js'
import { urlOf, type Vector, VECTORS } from './vectors.js'

describe('a URL from outside', () => {
  // Requests that the guard lets through by mistake arrive here, not at a real server.
  const book = new PhoneBook(['127.0.0.1'])
  const guarded = new GuardedClient({ allowPrivate: false, resolver: book })
  const open = new GuardedClient({ allowPrivate: true, resolver: book })
  let web: Canary
  let raw: Canary

  before(async () => {
    web = await Canary.listen((_path, response) => response.end('tweet'))
    raw = await Canary.listen()
  })
  beforeEach(() => {
    book.asked.length = 0
    web.connections = raw.connections = 0
  })
  after(async () => {
    await Promise.all([guarded.close(), open.close()])
    web.close()
    raw.close()
  })

  const get = (client: GuardedClient, url: string) =>
    client.request({ method: 'GET', url, signal: new AbortController().signal })
  const isUntouched = () => web.connections + raw.connections + book.asked.length === 0

  async function expectRefused(client: GuardedClient, vector: Vector): Promise<void> {
    const refusal = await refusalOf(client.check(urlOf(vector, web.port)))
    expect(isRefusedAsUnsafe(refusal), String(refusal)).to.be.true
    expect((refusal as Error).message).to.match(/^[^\n]+[.]$/)
    expect((refusal as Error).message).not.to.contain('secret')
    for (const scheme of ['https', 'http']) {
      for (const { port } of [web, raw]) {
        const unsent = await refusalOf(get(client, urlOf(vector, port, scheme)))
        expect(isUnsent(unsent), String(unsent)).to.be.true
      }
    }
    expect(isUntouched(), 'no lookup and no connection').to.be.true
  }

  for (const vector of VECTORS.filter(({ verdict }) => verdict !== 'allowed')) {
    it(`does not lead to ${vector.title}`, () => expectRefused(guarded, vector))
  }

  for (const vector of VECTORS.filter(({ verdict }) => verdict === 'never')) {
    it(`does not lead to ${vector.title} where private addresses are allowed`, () => expectRefused(open, vector))
  }

  for (const vector of VECTORS.filter(({ verdict }) => verdict === 'private')) {
    it(`leads to ${vector.title} where private addresses are allowed`, async () => {
      expect(await open.check(urlOf(vector, web.port))).to.equal('resolved')
      if (vector.isHere) expect((await get(open, urlOf(vector, web.port, 'http'))).status).to.equal(200)
    })
  }

  for (const vector of VECTORS.filter(({ verdict }) => verdict === 'allowed')) {
    it(`may lead to ${vector.title}`, async () => {
      expect(await guarded.check(urlOf(vector, web.port))).to.equal('resolved')
      expect(await open.check(urlOf(vector, web.port))).to.equal('resolved')
    })
  }

  it('has a maximum length', async () => {
    const longest = 'https://8.8.8.8/'.padEnd(2048, 'x')
    expect(await guarded.check(longest)).to.equal('resolved')
    expect(isRefusedAsUnsafe(await refusalOf(guarded.check(`${longest}x`)))).to.be.true
  })

  it('begins with https, unless private addresses are allowed', async () => {
    expect(await refusalOf(guarded.check('http://8.8.8.8/'))).to.have.property(
      'message',
      'The URL must begin with https://.',
    )
    expect(isUnsent(await refusalOf(get(guarded, 'http://8.8.8.8/')))).to.be.true
    expect(await open.check('http://8.8.8.8/')).to.equal('resolved')
  })

  it('is the simulator’s own, at its port alone, where that is exempt', async () => {
    const client = new GuardedClient({ allowPrivate: false, exemptOrigins: () => [web.origin], resolver: book })
    expect((await get(client, `${web.origin}/x`)).status).to.equal(200)
    expect(isUnsent(await refusalOf(get(client, `http://127.0.0.1:${raw.port}/`)))).to.be.true
    expect(isUnsent(await refusalOf(get(client, `https://127.0.0.1:${web.port}/`)))).to.be.true
    expect([web.connections, raw.connections]).to.deep.equal([1, 0])
    await client.close()
  })
})
