import { create, type XMLElement } from 'xmlbuilder'
import type { CfdiNode } from './cfdi-node.js'

export function xmlOf(document: CfdiNode): Uint8Array {
  const root = create(document.name, { encoding: 'UTF-8' })
  fill(root, document)
  return new TextEncoder().encode(root.end())
}

function fill(element: XMLElement, { unsigned, attributes, closing, children = [] }: CfdiNode): void {
  element.att({ ...unsigned, ...attributes, ...closing })
  for (const child of children) fill(element.ele(child.name), child)
}
