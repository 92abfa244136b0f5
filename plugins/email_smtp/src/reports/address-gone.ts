/** RFC 3463: no such mailbox or domain, moved without a new address, closed. */
const GONE = /^5\.(?:1\.(?:0|1|2|3|6|10)|2\.1)$/
const ENHANCED = /(?:^|[\s(#;-])([245]\.\d{1,3}\.\d{1,3})\b/
/** Without an enhanced code, only these are about the mailbox itself (RFC 5321, 4.2.3). */
const BASIC = /(?:^|\s)(?:550|551|553)\b/

/**
 * True if a bounce says that the address no longer exists. Most permanent bounces do not: spam, a full mailbox
 * and broken SPF give 5.x.x too.
 */
export function isAddressGone(status: string, diagnosis: string): boolean {
  if (/^4\./.test(status)) return false
  const enhanced = ENHANCED.exec(diagnosis)?.[1]
  // The generic 5.0.0 is ignored in favour of the diagnostic text.
  const code = enhanced ?? (/^5\.0\.0\b/.test(status) ? undefined : /^\d\.\d{1,3}\.\d{1,3}/.exec(status)?.[0])
  return code === undefined ? BASIC.test(diagnosis) : GONE.test(code)
}
