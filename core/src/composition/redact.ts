interface Secret {
  /** Text without it has none of them: a search that costs next to nothing. */
  mark: string
  pattern: RegExp
  /** What is left of it. */
  by: string
}

const REDACTED = '[redacted]'

const SECRETS: readonly Secret[] = [
  { mark: 'sk_', pattern: /\bsk_(test|live|user)_[\w-]+/g, by: `sk_$1_${REDACTED}` },
  { mark: 'whsec_', pattern: /\bwhsec_[\w+/=-]+/g, by: `whsec_${REDACTED}` },
  { mark: 'Bearer ', pattern: /\bBearer [\w.~+/=-]+/g, by: `Bearer ${REDACTED}` },
  { mark: 'Basic ', pattern: /\bBasic [\w+/=-]{8,}/g, by: `Basic ${REDACTED}` },
  // The password of an address, before the email addresses, which it may look like.
  { mark: '://', pattern: /(:\/\/[^\s/:@"\\]{0,200}):[^\s/@"\\]{1,200}@/g, by: `$1:${REDACTED}@` },
  { mark: '=', pattern: /([?&](?:token|signature|code|state|key|secret)=)[^&\s"\\]+/gi, by: `$1${REDACTED}` },
  { mark: '@', pattern: /[\w.+%-]{1,64}@([\w-]+(?:\.[\w-]+)*\.[a-z]{2,24})\b/gi, by: `${REDACTED}@$1` },
]

/**
 * What must not be in a log, by its shape. No line of ours is meant to contain any of it; the text of plugins, libraries and
 * other servers may.
 */
export function redact(line: string): string {
  let text = line
  for (const { mark, pattern, by } of SECRETS) if (text.includes(mark)) text = text.replace(pattern, by)
  return text
}
