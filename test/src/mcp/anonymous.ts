/** Ours, and those of the simulated providers. */
const ID =
  /\b(?:[a-z]+)_[0-9a-hjkmnp-tv-z]{26}\b|\bacct_[0-9a-f]{16}\b|\b[0-9a-f]{24}\b|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi
const TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g
const SLUG = /(?<=\/p\/|"slug":")[\w-]{22}\b/g
/** The one thing that tells them apart, which the test checks by itself. */
const CHANNEL = /"channel":"(api|mcp)"/g
const SIGNED = /\bsignature=[\w-]+/g

export interface Server {
  url: string
  /** From here on its clock is that of the other server. */
  since: string
  ids: Map<string, string>
}

/** How it is given differs: as a header, or as an argument. */
const KEY = /Idempotency-Key/g

/** The value with its ids numbered in the order of their appearance, so that two servers can be compared. */
export function anonymous(value: unknown, { url, since, ids }: Server): unknown {
  if (Buffer.isBuffer(value)) return value.toString('base64')
  const numbered = (text: string, kind: string): string => {
    const known = ids.get(text) ?? `${kind}#${ids.size + 1}`
    ids.set(text, known)
    return known
  }
  const text = JSON.stringify(value)
    .replaceAll(url, 'http://paylink')
    .replace(ID, (id) => numbered(id, /^[a-z]+(?=_)/.exec(id)?.[0] ?? 'id'))
    .replace(SLUG, (slug) => numbered(slug, 'slug'))
    .replace(CHANNEL, '"channel":"…"')
    .replace(TIME, (time) => (time < since ? 'before' : 'since'))
    .replace(KEY, 'idempotencyKey')
    .replace(SIGNED, 'signature=…')
  return JSON.parse(text) as unknown
}
