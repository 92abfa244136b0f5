import { createHash } from 'node:crypto'

/** Styles of our own making, as they go into the page, and how the page's policy names them. */
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

/** Takes constants only: there is no place in the template where a value could go. */
export const css = ({ raw: [source = ''] }: TemplateStringsArray): Stylesheet => toStylesheet(source)
