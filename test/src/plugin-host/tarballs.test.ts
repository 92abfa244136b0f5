import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { discover, type FoundPlugin } from '@paylink/core/plugin-host/discover'
import { Plugins } from '@paylink/core/plugin-host/registry'
import { TestAppliance } from '../support/appliance.js'
import { dataDirWith, dropPlugin } from '../support/third-party.js'

describe('a plugin dropped as a tarball', () => {
  let dataDir: string
  let work: string
  beforeEach(() => {
    dataDir = dataDirWith([])
    mkdirSync(join(dataDir, 'plugins'))
    work = mkdtempSync(join(tmpdir(), 'paylink-tarball-'))
  })
  afterEach(() => {
    for (const folder of [dataDir, work]) rmSync(folder, { recursive: true, force: true })
  })

  const dropped = (name: string): string => join(dataDir, 'plugins', name)
  const found = async (): Promise<FoundPlugin[]> => {
    const places = { builtIn: join(work, 'none'), added: join(dataDir, 'plugins'), named: [], safeMode: false }
    return discover(places)
  }

  /** What `npm pack` makes of a package, put in the folder of plugins. */
  function pack(version: string): void {
    dropPlugin(work, { id: 'acme', version })
    const folder = join(work, 'plugins', 'acme')
    const [{ filename }] = JSON.parse(
      execFileSync('npm', ['pack', '--json', '--ignore-scripts'], {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    ) as [{ filename: string }]
    writeFileSync(dropped('acme.tgz'), readFileSync(join(folder, filename)))
  }

  it('works like any other, and a replacement is noticed at the next start (R262)', async () => {
    for (const version of ['0.1.0', '0.2.0']) {
      pack(version)
      const paylink = await TestAppliance.start('sqlite', { dataDir })
      try {
        const listed = paylink.container.get(Plugins).list(new Map())
        const ours = listed.filter(({ id }) => id === 'acme')
        expect(ours).to.deep.include.members([
          { id: 'acme', kind: 'payment-provider', version, origin: 'third-party', status: 'active', reason: null },
        ])
        expect(ours).to.have.length(1)
        await paylink.openCheckout(await paylink.createLink({ providers: ['acme'] }), 'acme')
      } finally {
        await paylink.stop()
      }
    }
  })

  it('is unpacked once, even by concurrent processes', async () => {
    pack('0.1.0')
    const [first, ...others] = await Promise.all([found(), found(), found()])
    expect(first.map(({ id, fault }) => [id, fault])).to.deep.equal([['acme', null]])
    for (const other of others) expect(other).to.deep.equal(first)
    expect(existsSync(first[0]!.main)).to.equal(true)
  })

  it('is refused with a reason if it is not a plugin, or truncated', async () => {
    pack('0.1.0')
    const whole = readFileSync(dropped('acme.tgz'))
    writeFileSync(dropped('acme.tgz'), whole.subarray(0, whole.length / 2))
    writeFileSync(dropped('page.tgz'), '<html>')
    mkdirSync(join(work, 'package'))
    writeFileSync(join(work, 'package', 'package.json'), '{"name":"left-pad"}')
    execFileSync('tar', ['czf', dropped('left-pad.tgz'), '-C', work, 'package'])
    const faults = (await found()).map(({ id, fault }) => `${id}: ${fault}`)
    expect(faults).to.have.length(3)
    expect(faults[0]).to.match(/^acme\.tgz: it cannot be unpacked: /)
    expect(faults[1]).to.match(/^left-pad\.tgz: it is not a PayLink plugin/)
    expect(faults[2]).to.match(/^page\.tgz: it cannot be unpacked: /)
  })

  it('writes only in its own folder', async () => {
    const outside = join(work, 'outside')
    mkdirSync(outside)
    mkdirSync(join(work, 'package'))
    dropPlugin(work, { id: 'acme' })
    writeFileSync(join(work, 'package', 'package.json'), readFileSync(join(work, 'plugins', 'acme', 'package.json')))
    symlinkSync(outside, join(work, 'package', 'way-out'))
    writeFileSync(join(work, 'evil'), 'evil')
    execFileSync('tar', [
      ...['czf', dropped('acme.tgz'), '-C', work, '--transform', 's,^evil,package/../../../evil,', 'package', 'evil'],
    ])
    const [acme] = await found()
    expect(existsSync(join(dataDir, 'evil'))).to.equal(false)
    expect(existsSync(join(dataDir, 'plugins', 'evil'))).to.equal(false)
    expect(acme!.fault === null && existsSync(join(acme!.folder, 'way-out'))).to.equal(false)
  })
})
