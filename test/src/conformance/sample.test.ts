import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { PaymentProviderPlugin } from '@paylink/plugin-api'
import { checkPackage, checkProvider, type ConformanceReport, NoPluginError } from '@paylink/plugin-kit'
import { expect } from 'chai'
import { runCommand } from '../support/command.js'
import { SamplePlugin } from './sample-plugin.js'
import { MANUAL, WRONG_CONDUCT } from './wrong-conduct.js'
import { WRONG_CREATING } from './wrong-creating.js'
import { RIGHT_READING, WRONG_READING } from './wrong-reading.js'
import { WRONG_SETTINGS } from './wrong-settings.js'
import { acting } from './wrong-variant.js'

describe('a plugin made with plugins new', () => {
  let sample: SamplePlugin
  before(async () => (sample = await SamplePlugin.build()))
  after(() => sample.remove())

  it('passes the conformance kit unchanged, with the contract of the appliance', async () => {
    const { code, json } = await runCommand(['plugins', 'check', sample.dropped(), '--json'])
    const { cases, ...report } = json as ConformanceReport
    expect(cases.filter(({ outcome }) => outcome === 'failed')).to.deep.equal([])
    const notOffered = cases.filter(({ outcome }) => outcome === 'not_offered').map(({ id }) => id)
    expect(notOffered).to.deep.equal(['C14', 'C35', 'C36', 'C37', 'C24', 'C73', 'C76', 'C77', 'C78'])
    expect(report).to.deep.equal({
      plugin: { id: 'acme', version: '0.1.0' },
      apiVersion: 1,
      passed: cases.length - 9,
      failed: 0,
      notOffered: 9,
    })
    expect(code).to.equal(0)
  })

  it('may import the kit, and call paylink-check, where they were before the kit was a package', async () => {
    const former = await import('@paylink/plugin-api/conformance')
    expect(former.checkProvider).to.equal(checkProvider)
    const folder = join(sample.folder, 'node_modules/@paylink/plugin-api')
    const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { bin: Record<string, string> }
    const command = join(folder, bin['paylink-check']!)
    await promisify(execFile)(process.execPath, [command, '--help']).then(
      () => expect.fail('it has no such option'),
      ({ stderr }: { stderr: string }) => expect(stderr).to.equal('Usage: paylink-check [FOLDER]\n'),
    )
  })

  it('may leave notifications to the merchant: the affected cases are not offered, and none fails', async () => {
    const only = ['C04', 'C20', 'C23', 'C31', 'C80', 'C81', 'C82', 'C83', 'C84', 'C85', 'C86', 'C87', 'C88', 'C89']
    const { cases } = await checkProvider(MANUAL(await sample.load()), { only })
    expect(cases.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id)).to.deep.equal([
      'C04',
      'C20',
      'C31',
      'C89',
    ])
    for (const { id, outcome, message } of cases) {
      if (outcome !== 'passed')
        expect([id, outcome, message?.includes("capabilities.webhooks is 'manual'")]).to.deep.equal([
          id,
          'not_offered',
          true,
        ])
    }
  })

  for (const [title, variant] of RIGHT_READING) {
    it(`may read from its provider’s answers ${title}`, async () => {
      const { cases } = await checkProvider(variant(await sample.load()), { only: ['C31', 'C62'] })
      expect(cases.map(({ id, outcome, message }) => [id, outcome, message])).to.deep.equal([
        ['C31', 'passed', undefined],
        ['C62', 'passed', undefined],
      ])
    })
  }

  it('overwrites neither an existing folder nor a built-in id', async () => {
    const wrong = [
      ['dist', 'not empty'],
      ['provider-a', 'is built in'],
    ] as const
    await Promise.all(
      wrong.map(async ([name, reason]) => {
        const answer = await runCommand(['plugins', 'new', name, '--kind', 'provider'], {}, '', sample.folder)
        expect(answer).to.include({ code: 1, stdout: '' })
        expect(answer.stderr).to.include(reason)
      }),
    )
  })

  describe('and then broken: the kit notices one that', () => {
    let right: PaymentProviderPlugin
    let packageJson: Record<string, unknown>
    before(async () => {
      right = await sample.load()
      packageJson = JSON.parse(readFileSync(join(sample.folder, 'package.json'), 'utf8')) as Record<string, unknown>
    })

    for (const [title, only, spoil] of [...WRONG_SETTINGS, ...WRONG_CREATING, ...WRONG_READING, ...WRONG_CONDUCT]) {
      it(`${title} (${only.join(', ')})`, async () => {
        const { cases } = await checkProvider(spoil(right), { only, packageJson })
        expect(cases.map(({ id, outcome }) => `${id} ${outcome}`)).to.deep.equal(only.map((id) => `${id} failed`))
        for (const { message } of cases)
          expect(message)
            .to.match(/\w{3}/)
            .and.not.match(/^The plugin threw/)
      })
    }

    const broken: [title: string, code: string, said: RegExp, options?: { silenceMs: number }][] = [
      ['ends the process', 'process.exit(7)', /exit 7/],
      ['blocks the process', 'for (;;);', /Nothing happened for 5 s/, { silenceMs: 5000 }],
      [
        'eats all memory',
        'const all = []; for (;;) all.push(new Array(1e6).fill(all.length))',
        /^The plugin used more than 256 MB of memory\. The remaining cases/,
      ],
    ]
    for (const [title, code, said, options] of broken) {
      it(`${title}, and survives it`, async () => {
        const folder = brokenPackage(sample.folder, title.replaceAll(' ', '-'), code)
        const report = await checkPackage(folder, options)
        const last = report.cases.at(-1)!
        expect(last).to.include({ id: 'C20', outcome: 'failed' })
        expect(last.message).to.match(said)
        expect(report.failed).to.equal(1)
      })
    }

    it('is not built, or is not a plugin', async () => {
      const unbuilt = brokenPackage(sample.folder, 'unbuilt', '', './dist/absent.js')
      expect(await refusalOf(unbuilt)).to.include('build the package first')
      expect(await refusalOf(join(sample.folder, 'vendor/plugin-api'))).to.include('no field paylink')
      expect(await refusalOf(writtenPackage(sample.folder, 'other', 'export default 5'))).to.include('default export')
      const outside = brokenPackage(sample.folder, 'outside', '', '../vendor/plugin-api/dist/index.js')
      expect(await refusalOf(outside))
        .to.include('paylink.main is the text')
        .and.include('within the package')
      expect(await refusalOf(join(sample.folder, 'acme-0.1.0.tgz'))).to.include('unpack it')
    })

    it('does not load, with the file and the line', async () => {
      const typo = writtenPackage(sample.folder, 'typo', 'export const all = 1\nconst one = = 2')
      expect(await refusalOf(typo)).to.equal("it does not load: Unexpected token '=' (index.js:2)")
      const thrown = writtenPackage(sample.folder, 'thrown', '\nJSON.parse("")')
      expect(await refusalOf(thrown)).to.equal('it does not load: Unexpected end of JSON input (index.js:2)')
      writeFileSync(join(typo, 'package.json'), '{')
      expect(await refusalOf(typo)).to.include(join(typo, 'package.json'))
    })

    it('makes one mistake that fails many cases, and reports it once', async () => {
      const spoilt = acting(() => ({ createCheckout: () => Promise.reject(new TypeError('no account')) }))(right)
      const { cases } = await checkProvider(spoilt, { only: ['C30', 'C31', 'C32'] })
      expect(cases.map(({ message }) => message)).to.deep.equal([
        cases[0]!.message,
        'Same as C30: fix that one first.',
        'Same as C30: fix that one first.',
      ])
      expect(cases[0]!.message).to.include('no account')
    })

    it('fails a case, with exit code 1 and the reason', async () => {
      const folder = brokenPackage(sample.folder, 'tells', 'throw new TypeError("no account")')
      const { code, stdout } = await runCommand(['plugins', 'check', folder])
      expect(code).to.equal(1)
      expect(stdout).to.match(/^✓ C01 /m)
      expect(stdout).to.match(/^✗ C20 .*\n {4}The plugin threw TypeError: no account/m)
      expect(stdout).to.match(/^acme 0\.1\.0: \d+ passed, [1-9]\d* failed, 9 not offered$/m)
    })
  })
})

/** A package beside the sample whose checkConnection does something else. */
function brokenPackage(sampleFolder: string, name: string, code: string, main = './index.js'): string {
  const folder = join(sampleFolder, name)
  mkdirSync(folder)
  const paylink = { kind: 'payment-provider', apiVersion: 1, id: 'acme', main }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', version: '0.1.0', paylink }))
  writeFileSync(
    join(folder, 'index.js'),
    `import plugin from '../dist/index.js'
    const create = () => Object.assign(plugin.create(), { checkConnection: async () => { ${code} } })
    export default { ...plugin, create }`,
  )
  return folder
}

/** A package of one module. */
function writtenPackage(sampleFolder: string, name: string, code: string): string {
  const folder = brokenPackage(sampleFolder, name, '')
  writeFileSync(join(folder, 'index.js'), code)
  return folder
}

const refusalOf = (folder: string): Promise<string> =>
  checkPackage(folder).then(
    () => '',
    (error: unknown) => (error instanceof NoPluginError ? error.message : ''),
  )
