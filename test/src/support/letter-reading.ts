/** Mails as their readers, and their readers' programs, take them. */

/** In one line. */
export const joined = (text: string): string => text.replace(/\s+/g, ' ').trim()

export const tagsOf = (html: string): string[] => [...html.matchAll(/<(\/?[a-z0-9!]+)/gi)].map(([, tag = '']) => tag)

/** Every address that a client could load or open. */
export function addressesIn(html: string): string[] {
  return [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address = '']) => unescaped(address))
}

/** What a reader of the HTML sees. */
export const shownIn = (html: string): string =>
  joined(
    unescaped(
      html
        .replace(/^.*<body/s, '<body')
        .replace(/<\/(?:b|span|a|h1)>/g, '')
        .replace(/<[^>]*>/g, ' '),
    ),
  )

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
