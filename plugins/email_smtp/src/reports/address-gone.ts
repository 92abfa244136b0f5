/** RFC 3463: no such mailbox or domain, moved without a new address, closed. */
const GONE = /^5\.(?:1\.(?:0|1|2|3|6|10)|2\.1)$/
const ENHANCED = /(?:^|[\s(#;-])([245]\.\d{1,3}\.\d{1,3})\b/
/** Without an enhanced code, these are about the mailbox and no others (RFC 5321, 4.2.3): not full, not unwanted. */
const BASIC = /(?:^|\s)(?:550|551|553)\b/

/**
 * Whether a bounce says that nobody will ever read mail at this address. Most that are for good do not: a mail called
 * spam, a full mailbox, a domain whose SPF is broken today bounce with 5.x.x too.
 */
export function isAddressGone(status: string, diagnosis: string): boolean {
  if (/^4\./.test(status)) return false
  const said = ENHANCED.exec(diagnosis)?.[1]
  // A code that says nothing (5.0.0) leaves what the other server said.
  const code = said ?? (/^5\.0\.0\b/.test(status) ? undefined : /^\d\.\d{1,3}\.\d{1,3}/.exec(status)?.[0])
  return code === undefined ? BASIC.test(diagnosis) : GONE.test(code)
}
