import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import type ts from 'typescript'
import { builtAt, type Mutant, MUTANTS, withBug } from './mutants.js'
import { parse } from './syntax-pattern.js'

const BUILD = fileURLToPath(new URL('../../../core/dist/', import.meta.url))

/** Names that seeded bugs use and the product need not. */
const OTHER_NAMES = ['Math', 'Promise', 'String', 'arguments', 'hoisted', 'other', 'random', 'resolve', 'x']

const namesIn = (text: string): string[] => text.match(/\$?[a-zA-Z_]\w*/g) ?? []

function applied(mutant: Mutant): string | null {
  try {
    const source = withBug(mutant, readFileSync(join(BUILD, builtAt(mutant)), 'utf8'))
    const { parseDiagnostics } = parse(source) as ts.SourceFile & { parseDiagnostics: readonly ts.Diagnostic[] }
    return parseDiagnostics.length > 0 ? `seeded bug "${mutant.name}": is no JavaScript` : null
  } catch (error) {
    return (error as Error).message
  }
}

describe('the seeded bugs', () => {
  it('change one place of the present build each', () => {
    expect(MUTANTS.map(applied).filter((fault) => fault !== null)).to.deep.equal([])
  })

  it('use only names that the build has', () => {
    const modules = readdirSync(BUILD, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.js'))
    const known = new Set([
      ...OTHER_NAMES,
      ...modules.flatMap((path) => namesIn(readFileSync(join(BUILD, path), 'utf8'))),
    ])
    const unknown = MUTANTS.flatMap(({ name, change }) =>
      [change]
        .flat()
        .flatMap(({ code }) => namesIn(code))
        .filter((used) => !used.startsWith('$') && !known.has(used))
        .map((used) => `seeded bug "${name}": there is no ${used}`),
    )
    expect(unknown).to.deep.equal([])
  })

  it('have a name of their own each', () => {
    const names = MUTANTS.map(({ name }) => name)
    expect(new Set(names).size).to.equal(names.length)
  })
})
