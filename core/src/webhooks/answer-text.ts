/** Of an answer, in bytes (UTF-8). */
const KEPT_BYTES = 1024
/** Enough to strike out what reaches over the end of what is kept. */
const LOOKED_AT_BYTES = 4 * KEPT_BYTES

/** A receiver may repeat what we sent, or say what it should not: none of it is for our log. */
const STRUCK_OUT: readonly [RegExp, string][] = [
  [/\b(whsec|sk_test|sk_live|rk_test|rk_live|ghp|xox[abp])[_-][A-Za-z0-9+/_-]{12,}=*/g, '[secret]'],
  [/\beyJ[\w-]{8,512}\.[\w-]{8,}(\.[\w-]*)?/g, '[token]'],
  [/\b(bearer|basic)\s+[\w.~+/-]{8,}=*/gi, '$1 [secret]'],
  [/(["']?(?:password|passwd|secret|token|api_?key|authorization)["']?\s*[:=]\s*["']?)[^\s"',;&}]{3,}/gi, '$1[secret]'],
  [/[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}(?:@|%40)[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/gu, '[e-mail]'],
  [/\b\d(?:[ .-]?\d){12,18}\b/g, '[number]'],
]

/** How an answer began, for people: text without control characters, secrets, e-mail addresses and card numbers. */
export function answerText(body: Uint8Array): string | null {
  let text = Buffer.from(body.subarray(0, LOOKED_AT_BYTES))
    .toString('utf8')
    .replace(/[\p{C}\s]+/gu, ' ')
  for (const [pattern, instead] of STRUCK_OUT) text = text.replace(pattern, instead)
  return cutTo(text.trim(), KEPT_BYTES) || null
}

/** To so many bytes, and no half character. */
function cutTo(text: string, most: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= most) return text
  let end = most
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.subarray(0, end).toString('utf8')
}
