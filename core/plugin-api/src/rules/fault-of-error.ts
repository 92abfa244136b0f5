/** A stack is whatever its plugin made of it: no more of it is read than a real one has. */
const MOST_READ = 20_000
const PLACE = /(file:\/\/[^\s()]+?):(\d+)(?::\d+)?(?=[\s)]|$)/gm

/** What an error says, and the first line of the package that it names: `no account (dist/index.js:3)`. */
export function wordsOfError(error: unknown, folderUrl: string): string {
  if (!(error instanceof Error)) return textOf(error)
  const place = placeIn((error.stack ?? '').slice(0, MOST_READ), folderUrl)
  return place === null ? error.message : `${error.message} (${place})`
}

/** The first line of a file in this folder that a text names, as `dist/index.js:3`. */
export function placeIn(text: string, folderUrl: string): string | null {
  const prefix = `${folderUrl}/`
  for (const [, url = '', line] of text.matchAll(PLACE)) {
    if (url.startsWith(prefix)) return `${decoded(url.slice(prefix.length))}:${line}`
  }
  return null
}

/** Anything can be thrown, also what is no text and cannot become one. */
function textOf(thrown: unknown): string {
  try {
    return String(thrown)
  } catch {
    return 'something that is no text'
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
