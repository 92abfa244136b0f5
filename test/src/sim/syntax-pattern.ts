import ts from 'typescript'

/**
 * A pattern is JavaScript: statements if it ends with `;`, a `case` with what follows it, an expression otherwise. Layout
 * and comments don't matter. `$name` matches any node (the same text wherever it is repeated, but for `$_`), `$$$name` any
 * number of list elements, and a name also matches the member of `this` called so.
 */
export interface Pattern {
  text: string
  parts: readonly ts.Node[]
}

/** Adjacent nodes that match, and the texts of the wildcards. */
export interface Match {
  nodes: readonly ts.Node[]
  bound: Bound
}

type Bound = ReadonlyMap<string, string>

export const parse = (source: string): ts.SourceFile =>
  ts.createSourceFile('module.js', source, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS)

export function patternOf(text: string): Pattern {
  if (text.startsWith('case ')) {
    const [statement] = parse(`switch (0) { ${text} }`).statements
    if (!statement || !ts.isSwitchStatement(statement)) throw new Error(`not a pattern: ${text}`)
    return { text, parts: statement.caseBlock.clauses }
  }
  if (text.endsWith(';')) return { text, parts: parse(text).statements }
  const [statement] = parse(`(${text})`).statements
  const expression = statement && ts.isExpressionStatement(statement) && statement.expression
  if (!expression || !ts.isParenthesizedExpression(expression)) throw new Error(`not a pattern: ${text}`)
  return { text, parts: [expression.expression] }
}

export function find(pattern: Pattern, scope: ts.Node): Match[] {
  const matches: Match[] = []
  const visit = (node: ts.Node): void => {
    if (pattern.parts.length === 1) note([node])
    ts.forEachChild(node, visit, (list) => {
      if (pattern.parts.length > 1) {
        for (let at = 0; at + pattern.parts.length <= list.length; at++) note(list.slice(at, at + pattern.parts.length))
      }
      list.forEach(visit)
    })
  }
  const note = (nodes: readonly ts.Node[]): void => {
    const bound = matchList(pattern.parts, nodes, new Map())
    if (bound) matches.push({ nodes, bound })
  }
  visit(scope)
  return matches
}

/** `$name` and `$$$name` become what they matched. */
export const fill = (template: string, bound: Bound): string =>
  template.replace(/(?:\$\$)?\$[a-zA-Z]\w*/g, (name) => {
    const text = bound.get(name)
    if (text === undefined) throw new Error(`nothing matched ${name}, which is used in: ${template}`)
    return text
  })

function match(pattern: ts.Node, node: ts.Node, bound: Bound): Bound | null {
  const wildcard = wildcardOf(pattern)
  if (wildcard !== null) return bind(bound, wildcard, node.getText())
  if (ts.isIdentifier(pattern) && ts.isPropertyAccessExpression(node) && node.expression.kind === THIS) {
    return node.name.text === pattern.text ? bound : null
  }
  if (pattern.kind !== node.kind || tokenOf(pattern) !== tokenOf(node)) return null
  const wanted = childrenOf(pattern)
  const children = childrenOf(node)
  if (wanted.length !== children.length) return null
  let known: Bound | null = bound
  for (const [at, child] of children.entries()) {
    const part = wanted[at]
    if (known === null || part === undefined || isList(part) !== isList(child)) return null
    known = matchList(isList(part) ? part : [part], isList(child) ? child : [child], known)
  }
  return known
}

function matchList(patterns: readonly ts.Node[], nodes: readonly ts.Node[], bound: Bound): Bound | null {
  const [first, ...others] = patterns
  if (!first) return nodes.length === 0 ? bound : null
  const wildcard = wildcardOf(first)
  if (wildcard?.startsWith('$$$')) {
    for (let count = 0; count <= nodes.length; count++) {
      const [from, to] = [nodes[0], nodes[count - 1]]
      const text = from && to ? from.getSourceFile().text.slice(from.getStart(), to.end) : ''
      const known = bind(bound, wildcard, text)
      const rest = known && matchList(others, nodes.slice(count), known)
      if (rest) return rest
    }
    return null
  }
  const [node, ...rest] = nodes
  const known = node ? match(first, node, bound) : null
  return known && matchList(others, rest, known)
}

function bind(bound: Bound, name: string, text: string): Bound | null {
  if (name === '$_' || name === '$$$') return bound
  const known = bound.get(name)
  if (known !== undefined) return known === text ? bound : null
  return new Map(bound).set(name, text)
}

const THIS = ts.SyntaxKind.ThisKeyword

type Child = ts.Node | ts.NodeArray<ts.Node>
const isList = (child: Child): child is ts.NodeArray<ts.Node> => 'length' in child

function childrenOf(node: ts.Node): Child[] {
  const children: Child[] = []
  ts.forEachChild(
    node,
    (child) => void children.push(child),
    (list) => void children.push(list),
  )
  return children
}

/** What tells two nodes of a kind apart that is no child of theirs. */
function tokenOf(node: ts.Node): string | number | undefined {
  if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node) || ts.isLiteralExpression(node)) return node.text
  if (ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) return node.text
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) return node.operator
  return undefined
}

/** A name that starts with `$`, also where it takes the place of a statement, a parameter or an entry. */
function wildcardOf(pattern: ts.Node): string | null {
  if (ts.isIdentifier(pattern)) return pattern.text.startsWith('$') ? pattern.text : null
  if (ts.isExpressionStatement(pattern)) return wildcardOf(pattern.expression)
  if (ts.isShorthandPropertyAssignment(pattern)) return wildcardOf(pattern.name)
  if (ts.isParameter(pattern) && !pattern.initializer) return wildcardOf(pattern.name)
  return null
}
