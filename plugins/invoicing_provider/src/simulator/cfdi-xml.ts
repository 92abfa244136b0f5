import { create } from 'xmlbuilder2'
import type { CfdiNode } from './cfdi-node.js'

type Element = ReturnType<typeof create>

export function xmlOf(document: CfdiNode): Uint8Array {
  const root = create({ version: '1.0', encoding: 'UTF-8' })
  write(document, root)
  return new TextEncoder().encode(root.end())
}

function write({ name, unsigned = {}, attributes = {}, closing = {}, children = [] }: CfdiNode, into: Element): void {
  const given = Object.entries({ ...unsigned, ...attributes, ...closing })
  const element = into.ele(name, Object.fromEntries(given.map(([key, value]) => [key, literally(value)])))
  for (const child of children) write(child, element)
}

/** The builder does not escape what looks like an entity: the text `&amp;` would be read back as `&`. */
const literally = (value: string): string => value.replaceAll('&', '&amp;')
