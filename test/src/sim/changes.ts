import ts from 'typescript'
import { fill, find, type Match, parse, patternOf } from './syntax-pattern.js'

/** A change of one place of a module's syntax tree. */
export interface Change {
  /** How a message names the place. */
  place: string
  /** What a test looks through for names that the build does not have. */
  code: string
  /** The places in a scope where it could be made. */
  edits(scope: ts.Node): Edit[][]
}

export interface Edit {
  start: number
  end: number
  text: string
}

/** `code` in the place of what matches; it may use the pattern's wildcards. */
export const replace = (pattern: string, code: string): Change =>
  at(pattern, code, ({ nodes, bound }) => [over(nodes, fill(code, bound))])

/** The statement that is, or holds, what matches is gone. */
export const remove = (pattern: string): Change => at(pattern, '', ({ nodes }) => [over(statementsOf(nodes), ';')])

/** `code` runs before the statement that is, or holds, what matches. */
export const before = (pattern: string, code: string): Change =>
  at(pattern, code, ({ nodes, bound }) => [insert(spanOf(statementsOf(nodes)).start, fill(code, bound))])

/** `code` runs after the statement that is, or holds, what matches. */
export const after = (pattern: string, code: string): Change =>
  at(pattern, code, ({ nodes, bound }) => [insert(spanOf(statementsOf(nodes)).end, fill(code, bound))])

/** What matches is worked out, by `code`, before the function in which it is used. */
export const hoist = (pattern: string, code: string): Change =>
  at(pattern, code, ({ nodes, bound }) => {
    const inner = nodes[0] && ts.findAncestor(nodes[0], ts.isFunctionLike)
    if (!inner) throw new Error(`no function holds ${pattern}`)
    return [insert(statementOf(inner).getStart(), `const hoisted = ${fill(code, bound)};`), over(nodes, 'hoisted')]
  })

/** The value of a constant or variable, or of an entry of an object; `$was` is the one it had. */
export const setValue = (name: string, code: string): Change => ({
  place: `the value of ${name}`,
  code,
  edits: (scope) =>
    named(scope, name).map((node) => {
      const value =
        ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node)
          ? node.initializer
          : undefined
      if (!value) throw new Error(`${name} has no value`)
      return [over([value], fill(code, new Map([['$was', value.getText()]])))]
    }),
})

/** An entry of an object is gone. */
export const removeEntry = (name: string): Change => ({
  place: `the entry ${name}`,
  code: '',
  edits: (scope) =>
    named(scope, name)
      .filter(ts.isPropertyAssignment)
      .map((node) => [over([node], '...{}')]),
})

/** In a literal text, the one that holds `text`. */
export const replaceText = (text: string, by: string): Change => ({
  place: `a text with ${JSON.stringify(text)}`,
  code: '',
  edits: (scope) => {
    const places: Edit[][] = []
    const visit = (node: ts.Node): void => {
      const start = isText(node) ? node.getSourceFile().text.indexOf(text, node.getStart()) : -1
      if (start >= 0 && start + text.length <= node.end) places.push([{ start, end: start + text.length, text: by }])
      ts.forEachChild(node, visit)
    }
    visit(scope)
    return places
  },
})

/** The module with its changes made, each in the only place that it matches. */
export function changed(source: string, within: string | undefined, changes: readonly Change[]): string {
  const file = parse(source)
  const scope = scopeOf(file, within)
  const edits = changes.flatMap((change) => {
    const places = change.edits(scope)
    const [place] = places
    if (!place || places.length > 1) throw new Error(`${places.length} places match ${change.place}`)
    return place
  })
  let text = source
  for (const edit of edits.sort((a, b) => b.start - a.start || b.end - a.end)) {
    text = text.slice(0, edit.start) + edit.text + text.slice(edit.end)
  }
  return text
}

/** A function, a class and its method, a constant and its entry: names with dots between. */
function scopeOf(file: ts.SourceFile, within: string | undefined): ts.Node {
  let scope: ts.Node = file
  for (const name of within?.split('.') ?? []) {
    const [next] = named(scope, name)
    if (!next) throw new Error(`there is no ${name} of ${within ?? ''}`)
    scope = next
  }
  return scope
}

/** Declarations and entries called so: those with the fewest others around them. */
function named(scope: ts.Node, name: string): ts.Node[] {
  let level: ts.Node[] = [scope]
  while (level.length > 0) {
    const below = level.flatMap((node) => {
      const children: ts.Node[] = []
      ts.forEachChild(node, (child) => void children.push(child))
      return children
    })
    const found = below.filter((node) => nameOf(node) === name)
    if (found.length > 0) return found
    level = below
  }
  return []
}

function nameOf(node: ts.Node): string | undefined {
  const isDeclaration =
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isClassLike(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isPropertyAssignment(node)
  const name = isDeclaration ? node.name : undefined
  return name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : undefined
}

function at(text: string, code: string, edits: (match: Match) => Edit[]): Change {
  const pattern = patternOf(text)
  return { place: text, code, edits: (scope) => find(pattern, scope).map(edits) }
}

const isText = (node: ts.Node): boolean =>
  ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)

function statementOf(node: ts.Node): ts.Node {
  const statement = ts.findAncestor(node, ts.isStatement)
  if (!statement) throw new Error(`no statement holds ${node.getText()}`)
  return statement
}

const statementsOf = (nodes: readonly ts.Node[]): readonly ts.Node[] =>
  nodes.length === 1 ? nodes.map(statementOf) : nodes

function spanOf(nodes: readonly ts.Node[]): { start: number; end: number } {
  const [first, last] = [nodes[0], nodes.at(-1)]
  if (!first || !last) throw new Error('nothing was matched')
  return { start: first.getStart(), end: last.end }
}

const over = (nodes: readonly ts.Node[], text: string): Edit => ({ ...spanOf(nodes), text })
const insert = (position: number, text: string): Edit => ({ start: position, end: position, text: ` ${text} ` })
