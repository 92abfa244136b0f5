import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SystemResolver, type SystemResolverOptions } from '@paylink/core/outbound/resolver'
import { expect } from 'chai'
import { NameServer, type Zone } from '../support/name-server.js'
import { refusalOf } from '../support/refusals.js'

const SILENT: Zone = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`silent-${at}.example`, 'silent']))
const ZONE: Zone = {
  ...SILENT,
  'both.example': { A: ['192.0.2.1', '192.0.2.2'], AAAA: ['2001:db8::1'] },
  'four.example': { A: ['192.0.2.1'] },
  'six.example': { AAAA: ['2001:db8::1'] },
  'empty.example': {},
  'alias.example': { CNAME: 'four.example' },
  'named-twice.example': { A: ['192.0.2.1'] },
}

describe('a name', () => {
  let dns: NameServer
  let folder: string
  let lookedUp: string[]

  before(async () => {
    dns = await NameServer.start(ZONE)
    folder = mkdtempSync(join(tmpdir(), 'paylink-hosts-'))
  })
  beforeEach(() => {
    lookedUp = []
    dns.questions.length = 0
  })
  after(() => dns.close())

  const hostsFile = (text: string): string => {
    const path = join(folder, 'hosts')
    writeFileSync(path, text)
    return path
  }
  const resolverWith = (options: SystemResolverOptions = {}): SystemResolver =>
    new SystemResolver({
      servers: [dns.address],
      timeoutMs: 300,
      hostsFile: join(folder, 'none'),
      lookUp: (name) => {
        lookedUp.push(name)
        return name.startsWith('searched') ? Promise.resolve(['10.0.0.7']) : Promise.reject(new Error('no such name'))
      },
      ...options,
    })

  const answers = [
    ['both.example', ['192.0.2.1', '192.0.2.2', '2001:db8::1']],
    ['four.example', ['192.0.2.1']],
    ['six.example', ['2001:db8::1']],
    ['alias.example', ['192.0.2.1']],
    ['FOUR.example.', ['192.0.2.1']],
    ['searched.example', ['10.0.0.7']],
    ['localhost', ['127.0.0.1', '::1']],
    ['hooks.localhost.', ['127.0.0.1', '::1']],
  ] as const
  for (const [name, addresses] of answers) {
    it(`${name} has all its addresses, IPv4 first`, async () => {
      expect(await resolverWith().resolve(name)).to.deep.equal(addresses)
    })
  }

  it('is looked up by the system only if the name servers do not have it', async () => {
    const resolver = resolverWith()
    await resolver.resolve('four.example')
    await refusalOf(resolver.resolve('silent-0.example'))
    expect(lookedUp).to.deep.equal([])
    await refusalOf(resolver.resolve('empty.example'))
    await refusalOf(resolver.resolve('unknown.example'))
    expect(lookedUp).to.deep.equal(['empty.example', 'unknown.example'])
  })

  it('is taken from the hosts file before any name server is queried', async () => {
    const path = hostsFile(
      '# ours\n10.0.0.1 db\tFOUR.example # not the world’s\n::1 two.example\n127.0.0.2 two.example\nx y\n',
    )
    const resolver = resolverWith({ hostsFile: path })
    expect(await resolver.resolve('four.example.')).to.deep.equal(['10.0.0.1'])
    expect(await resolver.resolve('db')).to.deep.equal(['10.0.0.1'])
    expect(await resolver.resolve('two.example')).to.deep.equal(['127.0.0.2', '::1'])
    expect(dns.questions).to.deep.equal([])
    expect(await refusalOf(resolver.resolve('not'))).to.be.an('error')
  })

  it('is taken from the hosts file as it is now', async () => {
    const resolver = resolverWith({ hostsFile: hostsFile('10.0.0.1 db.example') })
    await resolver.resolve('db.example')
    utimesSync(hostsFile('10.0.0.2 db.example'), 1, 1)
    expect(await resolver.resolve('db.example')).to.deep.equal(['10.0.0.2'])
  })

  it('is queried again each time', async () => {
    const resolver = resolverWith()
    await resolver.resolve('four.example')
    await resolver.resolve('four.example')
    expect(dns.questions.filter((question) => question === 'A four.example')).to.have.length(2)
  })

  it('whose server is unresponsive delays neither other names nor file access', async () => {
    const resolver = resolverWith({ timeoutMs: 2000 })
    let isOver = false
    const abort = new AbortController()
    const silent = Object.keys(SILENT).map((name) => refusalOf(resolver.resolve(name, abort.signal)))
    void Promise.race(silent).then(() => (isOver = true))
    expect(await resolver.resolve('four.example')).to.deep.equal(['192.0.2.1'])
    expect(await resolver.resolve('searched.example')).to.deep.equal(['10.0.0.7'])
    await readFile(new URL(import.meta.url))
    expect(isOver).to.be.false
    abort.abort()
    for (const refusal of await Promise.all(silent)) expect(refusal).to.have.property('code', 'ECANCELLED')
  })

  it('whose server is unresponsive fails after the timeout', async () => {
    expect(await refusalOf(resolverWith({ timeoutMs: 100 }).resolve('silent-0.example'))).to.have.property(
      'code',
      'ETIMEOUT',
    )
  })

  it('occupies at most two threads while the system looks it up', async () => {
    const waiting: (() => void)[] = []
    const resolver = resolverWith({
      lookUp: (name) => {
        lookedUp.push(name)
        return new Promise((resolve) => waiting.push(() => resolve(['10.0.0.7'])))
      },
    })
    const left = new AbortController()
    const first = ['one.test', 'two.test'].map((name) => resolver.resolve(name))
    await until(() => lookedUp.length === 2)
    const gone = refusalOf(resolver.resolve('three.test', left.signal))
    const last = resolver.resolve('four.test')
    await until(() => dns.questions.length === 8)
    await resolver.resolve('four.example')
    expect(lookedUp).to.have.members(['one.test', 'two.test'])
    left.abort()
    waiting.forEach((answer) => answer())
    await Promise.all(first)
    expect(await gone).to.have.property('name', 'AbortError')
    await until(() => waiting.length === 3)
    waiting[2]!()
    expect(await last).to.deep.equal(['10.0.0.7'])
    expect(lookedUp).not.to.include('three.test')
  })
})

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve))
}
