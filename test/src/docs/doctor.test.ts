import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'

const SOURCE = fileURLToPath(new URL('../../../core/src/diagnosis', import.meta.url))
const GUIDE = new URL('../../../docs/operate.md', import.meta.url)

const SEVERITIES = ['critical', 'wrong', 'attention', 'fine'] as const

/** Every kind of finding, with its severity; those that a function makes, by the call. */
function kindsInSource(): Map<string, string> {
  const kinds = new Map<string, string>()
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  for (const file of files) {
    const text = readFileSync(join(SOURCE, file), 'utf8')
    for (const [, code = '', severity = ''] of text.matchAll(/code: '([\w.]+)',\s*severity(?:: '(\w+)')?,/g))
      kinds.set(code, severity === '' ? 'wrong' : severity)
    for (const [, code = ''] of text.matchAll(/(?:brokenKind|late)\(\s*'([\w.]+)'/g)) kinds.set(code, 'wrong')
    const named = [...text.matchAll(/code: ('[\w.]+'|\w+|`)/g)].length
    const read = [...text.matchAll(/code: '([\w.]+)',\s*severity/g)].length
    const made = [
      'finding.ts',
      'checks/alert-kinds.ts',
      'checks/server.ts',
      'checks/work.ts',
      'checks/connection-kinds.ts',
    ]
    if (!made.includes(file) && /\bkind[<(]/.test(text))
      expect(read, `${file}: not every kind was read`).to.equal(named)
  }
  return kinds
}

const rows = [...readFileSync(GUIDE, 'utf8').matchAll(/^\| `([\w.…]+)` +\| [^|]+\| (\w+) +\| ([^|]+)\| ([^|]+)\|$/gm)]
  .map(([, code = '', severity = '', , remedy = '']) => ({ code, severity, remedy: remedy.trim() }))
  .filter(({ severity }) => (SEVERITIES as readonly string[]).includes(severity))

describe('the table of what doctor finds', () => {
  it('has every finding that is not fine, with its severity and a remedy, and no other', () => {
    const faults = [...kindsInSource()].filter(([, severity]) => severity !== 'fine')
    expect(faults.length).to.be.at.least(25)
    expect(new Map(rows.map(({ code, severity }) => [code, severity]))).to.deep.equal(
      new Map([
        ...rows.filter(({ code }) => code === 'alert.…').map(() => ['alert.…', 'attention'] as const),
        ...faults,
      ]),
    )
    for (const { code, remedy } of rows) expect(remedy, code).to.not.equal('')
  })
})
