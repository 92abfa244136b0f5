import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { MIGRATIONS } from '@paylink/core/database/migrations/index'
import { INVARIANTS } from '@paylink/core/doctor/invariants'
import { expect } from 'chai'
import { asReaderWould } from './as-reader-would.js'
import { DRILLS, IS_DRILL, NOT_RUN } from './not-run.js'
import { Reader, ROOT } from './reader.js'
import { shellBlocks } from './shell-blocks.js'

const BLOCKS = shellBlocks()
const TESTS = fileURLToPath(new URL('..', import.meta.url))
const ASSIGNS = /^(?:export )?\w+=(?:'[^']*'|"[^"]*"|\$\([^)]*\)|[^\s'"$(]\S*)$/
const STARTS = / bin\/paylink up$/

const listed = Object.values(NOT_RUN).flat()
const isListed = (page: string, command: string): boolean =>
  listed.some((begin) => `${page}: ${command}`.startsWith(begin))
const isDrill = (page: string, command: string): boolean => DRILLS.includes(page) && IS_DRILL.test(command)

describe('the commands of README.md, SECURITY.md and docs', () => {
  it('that are not run are listed with a reason, each once, and are there', () => {
    const all = BLOCKS.flatMap(({ page, commands }) => commands.map((command) => `${page}: ${command}`))
    expect(all.length).to.be.greaterThan(150)
    expect(new Set(listed).size).to.equal(listed.length)
    expect(listed.filter((begin) => !all.some((one) => one.startsWith(begin)))).to.deep.equal([])
  })

  it('of contributors name scripts and tests that are there', () => {
    const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { scripts: Record<string, string> }
    const tests = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.test.js'))
    for (const { page, commands } of BLOCKS.filter((block) => DRILLS.includes(block.page)))
      for (const command of commands.flatMap((line) => line.split(' && '))) {
        const { script, words } = IS_DRILL.exec(command)?.groups ?? {}
        if (script !== undefined) expect(scripts, `${page}: ${command}`).to.have.property(script)
        const unknown = words?.split(' ').filter((word) => !tests.some((path) => path.includes(word))) ?? []
        expect(unknown, `${page}: ${command}`).to.deep.equal([])
      }
  })

  it('are shown with as many migrations and invariants as there are', () => {
    const page = readFileSync(`${ROOT}docs/operate.md`, 'utf8')
    expect(/(\d+) applied/.exec(page)?.[1]).to.equal(String(MIGRATIONS.length))
    expect(/(\d+) hold/.exec(page)?.[1]).to.equal(String(INVARIANTS.length))
  })

  describe('beside a running installation', () => {
    let reader: Reader
    before(async () => {
      reader = await Reader.open()
    })
    after(() => reader.close())

    for (const [number, { page, commands }] of BLOCKS.entries()) {
      const own = commands.filter((command) => !isListed(page, command) && !isDrill(page, command))
      if (own.length === 0) continue
      it(`${page}, block ${number + 1}: ${(own[0] ?? '').split('\n')[0]}`, async () => {
        reader.beginBlock()
        for (const command of own) await follow(command)
      })
    }

    async function follow(command: string): Promise<void> {
      const isSetting = /^(export )?PAYLINK_/.test(command)
      if (isSetting && (ASSIGNS.test(command) || STARTS.test(command)))
        return reader.useSettings(command.replace(STARTS, ''))
      const { text, env, input } = await asReaderWould(reader, command)
      if (ASSIGNS.test(text)) await reader.assign(text, env)
      else await reader.succeed(text, env, input)
    }
  })
})
