const PLACE = /(file:\/\/[^\s()]+?):(\d+)(?::\d+)?(?=[\s)]|$)/gm

/** What an error says, and the first line of the package that it names: `no account (dist/index.js:3)`. */
export function wordsOfError(error: unknown, folderUrl: string): string {
  if (!(error instanceof Error)) return String(error)
  const place = placeIn(error.stack ?? '', folderUrl)
  return place === null ? error.message : `${error.message} (${place})`
}

/** The first line of a file in this folder that a text names, as `dist/index.js:3`. */
export function placeIn(text: string, folderUrl: string): string | null {
  const prefix = `${folderUrl}/`
  for (const [, url = '', line] of text.matchAll(PLACE)) {
    if (url.startsWith(prefix)) return `${decodeURIComponent(url.slice(prefix.length))}:${line}`
  }
  return null
}
