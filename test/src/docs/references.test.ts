import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const PLACES = ['README.md', 'bin', 'config', 'core', 'docs', 'plugins', 'scripts', 'test/src']
const TEXTS = /\.(ts|tsx|mjs|md)$|^bin\//
const DEFINED_IN = { R: 'docs/requirements.md', I: 'docs/reliability.md', F: 'docs/reliability.md' } as const

type Kind = keyof typeof DEFINED_IN
const KINDS = Object.keys(DEFINED_IN) as Kind[]

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** `R12`, `I36–I40`: not `%F0`, `/F1`, `CFI12`. */
const REFERENCE = /(?<![\w%/#&-])([RIF])(\d{1,3})(?:[-–]\1?(\d{1,3}))?(?![\w%])/g

function referencesIn(text: string): string[] {
  return [...text.matchAll(REFERENCE)].flatMap(([, kind = '', from, to]) =>
    Array.from({ length: Number(to ?? from) - Number(from) + 1 }, (_, at) => `${kind}${Number(from) + at}`),
  )
}

/** In the parentheses at the end of a test's title. */
const citedIn = (line: string): string[] =>
  (/\b(?:it|describe)\(.*\(([^()]*)\)['`]/.exec(line)?.[1] ?? '').match(/\b[A-Z]\d{1,3}\b/g) ?? []

/** The numbers in the first column of a page's tables. */
const definedIn = (kind: Kind): string[] =>
  [...read(DEFINED_IN[kind]).matchAll(/^\| +([RIF]\d+) +\|/gm)].flatMap(([, number = '']) =>
    number.startsWith(kind) ? [number] : [],
  )

describe('numbers of requirements, invariants and faults', () => {
  it('are defined once each', () => {
    const numbers = KINDS.flatMap(definedIn)
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).to.deep.equal([])
  })

  it('are defined wherever one is mentioned, and titles cite no others', () => {
    const known = new Set(KINDS.flatMap(definedIn))
    const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...PLACES], {
      cwd: ROOT,
      encoding: 'utf8',
    })
      .split('\n')
      .filter((file) => TEXTS.test(file) && existsSync(join(ROOT, file)))
    const unknown = files.flatMap((file) =>
      read(file)
        .split('\n')
        .flatMap((line, index) =>
          [...referencesIn(line), ...citedIn(line)]
            .filter((number) => !known.has(number))
            .map((number) => `${file}:${index + 1}: ${number}`),
        ),
    )
    expect(unknown).to.deep.equal([])
  })
})
