/** Characters that could end the element, or that JavaScript takes for the end of a line; JSON may write them as escapes. */
const UNSAFE = /[<>&\u2028\u2029]/g

/**
 * JSON-LD for programs that read a page. A browser does not run it, so it needs no place in the page's policy, which
 * allows no script. HTML does not decode entities within the element: the view layer's escaping would break the JSON.
 */
export function dataBlock(data: object): string {
  const json = JSON.stringify(data).replace(UNSAFE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return `<script type="application/ld+json">${json}</script>`
}
