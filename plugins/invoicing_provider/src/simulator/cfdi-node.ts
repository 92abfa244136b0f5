/**
 * A node of a CFDI. Attributes stand in the order in which the SAT's transformation reads them, so that what is signed
 * is one walk over the tree.
 */
export interface CfdiNode {
  name: string
  attributes?: Attributes
  children?: CfdiNode[]
  /** Read after the children. */
  closing?: Attributes
  /** Not signed: they come from the signature, or say how to read the document. */
  unsigned?: Attributes
}

type Attributes = Readonly<Record<string, string>>

/** The *cadena original*: every value after a bar, a bar before and two behind. */
export function cadenaOf(node: CfdiNode): string {
  return `|${valuesOf(node).map(signedValue).join('')}||`
}

function valuesOf({ attributes = {}, children = [], closing = {} }: CfdiNode): string[] {
  return [...Object.values(attributes), ...children.flatMap(valuesOf), ...Object.values(closing)]
}

/** Spaces are signed as one, wherever there are several. */
const signedValue = (value: string): string => `|${value.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '')}`
