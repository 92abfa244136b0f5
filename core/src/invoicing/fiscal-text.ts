/** Characters that XML cannot hold or normalizes to a space. */
const CONTROL = '\\p{Cc}\\p{Cs}\\uFFFE\\uFFFF'
const CONTROL_CHARACTER = new RegExp(`[${CONTROL}]`, 'u')
const BLANKS = new RegExp(`[\\s${CONTROL}]+`, 'u')

export const hasControlCharacter = (text: string): boolean => CONTROL_CHARACTER.test(text)

/** SAT signs a document as fields separated by bars, so no text may contain one (`[^|]` in cfdv40.xsd). */
export const hasBar = (text: string): boolean => text.includes('|')

/**
 * An item's name as CFDI text. Never refused, since the link is already paid; a bar becomes a slash ("Camisa | azul").
 */
export function toDescription(name: string): string {
  const words = name.replaceAll('|', '/').split(BLANKS)
  return words.filter((word) => word !== '').join(' ') || 'Sin descripción'
}
