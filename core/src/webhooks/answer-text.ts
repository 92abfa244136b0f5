/** In bytes of UTF-8. */
const KEPT_BYTES = 1024
/** Longer, so that a secret that crosses the limit is still recognized. */
const READ_BYTES = 4 * KEPT_BYTES

/** A receiver may echo what we sent, or leak secrets of its own: neither belongs in our log. */
const REDACTIONS: readonly [RegExp, string][] = [
  [/\b(whsec|sk_test|sk_live|rk_test|rk_live|ghp|xox[abp])[_-][A-Za-z0-9+/_-]{12,}=*/g, '[secret]'],
  [/\beyJ[\w-]{8,512}\.[\w-]{8,}(\.[\w-]*)?/g, '[token]'],
  [/\b(bearer|basic)\s+[\w.~+/-]{8,}=*/gi, '$1 [secret]'],
  [/(["']?(?:password|passwd|secret|token|api_?key|authorization)["']?\s*[:=]\s*["']?)[^\s"',;&}]{3,}/gi, '$1[secret]'],
  [/[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}(?:@|%40)[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/gu, '[e-mail]'],
  [/\b\d(?:[ .-]?\d){12,18}\b/g, '[number]'],
]

/** The start of an answer, for people: without control characters, secrets, email addresses and card numbers. */
export function answerText(body: Uint8Array): string | null {
  let text = Buffer.from(body.subarray(0, READ_BYTES))
    .toString('utf8')
    .replace(/[\p{C}\s]+/gu, ' ')
  for (const [pattern, replacement] of REDACTIONS) text = text.replace(pattern, replacement)
  return cutTo(text.trim(), KEPT_BYTES) || null
}

/** Without splitting a character. */
function cutTo(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= maxBytes) return text
  let end = maxBytes
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.subarray(0, end).toString('utf8')
}
