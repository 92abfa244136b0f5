import { createHash } from 'node:crypto'

/** Constant styles, as they go into the page, and their hash for its Content-Security-Policy. */
export interface Stylesheet {
  text: string
  hash: string
}

export function toStylesheet(source: string): Stylesheet {
  const text = source
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/: /g, ':')
    .replaceAll(';}', '}')
    .trim()
  return { text, hash: `'sha256-${createHash('sha256').update(text).digest('base64')}'` }
}

/** For constants only: the template takes no values. */
export const css = ({ raw: [source = ''] }: TemplateStringsArray): Stylesheet => toStylesheet(source)
