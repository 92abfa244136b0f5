const WORD = 'conformance_unheard_of'
const IS_STATUS = /status|state$/i
const IS_WORD = /^[a-z][a-z_ -]*$/i

/** A provider's JSON with every status replaced by a word that no API knows. */
export function unheardOf(text: string): { text: string; replaced: number } {
  let replaced = 0
  try {
    const json: unknown = JSON.parse(text, (key, value: unknown) => {
      if (!IS_STATUS.test(key) || typeof value !== 'string' || !IS_WORD.test(value)) return value
      replaced++
      return WORD
    })
    return { text: JSON.stringify(json), replaced }
  } catch {
    return { text, replaced: 0 }
  }
}
