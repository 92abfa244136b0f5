/** What XML cannot hold, or hands back as a blank. */
const CONTROL = '\\p{Cc}\\p{Cs}\\uFFFE\\uFFFF'
const CONTROL_CHARACTER = new RegExp(`[${CONTROL}]`, 'u')
const BLANKS = new RegExp(`[\\s${CONTROL}]+`, 'u')

export const hasControlCharacter = (text: string): boolean => CONTROL_CHARACTER.test(text)

/** SAT seals a document as fields between bars, so no text in it may have one (`[^|]` in cfdv40.xsd). */
export const hasBar = (text: string): boolean => text.includes('|')

/**
 * The name of an item as a CFDI can say it. It is not refused: the link was made and paid long before. A slash reads
 * as the bar was meant ("Camisa | azul").
 */
export function toDescription(name: string): string {
  const words = name.replaceAll('|', '/').split(BLANKS)
  return words.filter((word) => word !== '').join(' ') || 'Sin descripción'
}
