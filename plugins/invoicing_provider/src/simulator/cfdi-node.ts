/**
 * A node of a CFDI. Attributes are in the order in which the SAT's transformation reads them, so that the signed text is
 * one walk over the tree.
 */
export interface CfdiNode {
  name: string
  attributes?: Attributes
  children?: CfdiNode[]
  /** Read after the children. */
  closing?: Attributes
  /** Not signed: results of the signature, and schema declarations. */
  unsigned?: Attributes
}

type Attributes = Readonly<Record<string, string>>

/** The *cadena original*: every value preceded by a bar, one more bar at the start and two at the end. */
export function cadenaOf(node: CfdiNode): string {
  return `|${valuesOf(node).map(signedValue).join('')}||`
}

function valuesOf({ attributes = {}, children = [], closing = {} }: CfdiNode): string[] {
  return [...Object.values(attributes), ...children.flatMap(valuesOf), ...Object.values(closing)]
}

/** Runs of white space are signed as one space. */
const signedValue = (value: string): string => `|${value.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '')}`
