/** Markup that is safe to send. `html` builds it; `new Html` wraps text that is markup already. */
export class Html {
  constructor(readonly text: string) {}
}

type Insert = string | number | Html | readonly Html[]

/** Escapes everything inserted that is not markup already. */
export function html(strings: TemplateStringsArray, ...inserts: Insert[]): Html {
  return new Html(strings.reduce((text, part, index) => text + markupOf(inserts[index - 1]!) + part))
}

export const NOTHING = new Html('')

function markupOf(insert: Insert): string {
  if (insert instanceof Html) return insert.text
  if (typeof insert === 'object') return insert.map(({ text }) => text).join('')
  return String(insert).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
