/** A plugin can set any stack: no more of it is read than a real one has. */
const MAX_STACK_LENGTH = 20_000
const PLACE = /(file:\/\/[^\s()]+?):(\d+)(?::\d+)?(?=[\s)]|$)/gm

/** The message of an error and the first line of the package in its stack: `no account (dist/index.js:3)`. */
export function wordsOfError(error: unknown, folderUrl: string): string {
  if (!(error instanceof Error)) return textOf(error)
  const place = placeIn((error.stack ?? '').slice(0, MAX_STACK_LENGTH), folderUrl)
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

/** Anything can be thrown, even a value that cannot be converted to a string. */
function textOf(thrown: unknown): string {
  try {
    return String(thrown)
  } catch {
    return 'something that is not text'
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
