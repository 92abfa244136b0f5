/** Emoji and scripts are made with characters that are not seen by themselves. */
const FLAG = /🏴[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,6}\u{e007f}/u
const EMOJI_JOINER = /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})/u
const EMOJI_LOOK = /(?<=\p{Emoji})[\ufe0e\ufe0f]/u
const SCRIPT_JOINER = /(?<=(?!\p{Script=Latin})[\p{L}\p{M}])[\u200c\u200d]/u
const NEEDED = [FLAG, EMOJI_JOINER, EMOJI_LOOK, SCRIPT_JOINER].map(({ source }) => source).join('|')

/** Control characters but no line breaks, changes of text direction, and what takes room or bytes without a sign. */
const HIDDEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Variation_Selector}\u2028\u2029\u115f\u1160\u2800\u3164\uffa0]/u

const FOUND = new RegExp(`(${NEEDED})|${HIDDEN.source}`, 'gu')

/** Text of an agent as it is, with what a browser would hide or turn around written out: `[U+202E]`. */
export const visibleText = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(FOUND, (found, needed?: string) => needed ?? codeOf(found))

const codeOf = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`
