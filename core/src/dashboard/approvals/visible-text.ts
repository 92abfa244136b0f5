/** Control characters and changes of text direction, but no line breaks: what they hide or turn around must be seen. */
const HIDDEN = /(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029\p{Cs}]/gu
/** Parts of emoji and of scripts. */
const JOINERS = /[\u200c\u200d\u{e0020}-\u{e007f}]/u

/** Text of an agent as it is, with what a browser would not show written out: `⟨U+202E⟩`. */
export const visibleText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(HIDDEN, (found) =>
      JOINERS.test(found) ? found : `⟨U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
    )
