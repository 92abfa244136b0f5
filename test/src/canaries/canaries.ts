import { formsOf } from './forms-of.js'
import { WordSearch } from './word-search.js'

/** What something said, wrote or kept. */
export interface Evidence {
  place: string
  bytes: Uint8Array
}

/** What a generated secret looks like, wherever it is shown for the one time. */
const SHAPES: readonly [kind: string, pattern: RegExp][] = [
  ['an API key', /\bsk_(?:test|live)_[A-Za-z0-9]{40,}/g],
  ['a signing secret', /\bwhsec_[A-Za-z0-9+/]{43}=/g],
  ['a one-time address', /(?<=\/dashboard\/(?:setup|invitation|reset|email-change)\/[\w-]+\.)[\w-]{20,}/g],
  ['a TOTP secret', /(?<=data-secret[^>]{0,200}>)[A-Z2-7 ]{16,}(?=<)/g],
  ['a recovery code', /(?<=<li>(?:<code>)?)[0-9a-z]{5}-[0-9a-z]{5}(?=<)/g],
  ['an OAuth token', /(?<="(?:access|refresh)_token":")[\w.-]{20,}/g],
  ['an OAuth code', /(?<=[?&]code=)[\w.-]{20,}/g],
  ["a simulated provider's key", /\b(?:sk_test|sk_user|key)_sandbox[0-9a-f]{8,}/g],
  ['a session', /(?<=paylink_session=)[\w-]{20,}/g],
  ['a device', /(?<=paylink_device=)[\w-]{20,}/g],
  ['a sign-in', /(?<=paylink_sign_in=)[\w-]{20,}/g],
  ['the signature of a file', /(?<=[?&](?:amp;)?signature=)[\w-]{20,}/g],
  ['the signature of an unsubscribe link', /(?<=unsubscribe\?s=(?:3D)?)[\w-]{20,}/g],
]

/** Every secret of an installation, under a name. */
export class Canaries {
  private readonly names = new Map<string, string>()

  add(name: string, ...secrets: (string | Uint8Array)[]): void {
    for (const secret of secrets) {
      if (secret.length === 0) throw new Error(`${name} is empty`)
      for (const form of formsOf(typeof secret === 'string' ? secret : Buffer.from(secret)))
        this.names.set(form.toString('latin1'), name)
    }
  }

  /** Takes in every secret that was generated, from where it was shown. */
  learn(evidence: readonly Evidence[]): void {
    for (const { bytes } of evidence) {
      const text = Buffer.from(bytes).toString('utf8')
      for (const [name, pattern] of SHAPES)
        for (const [secret] of text.matchAll(pattern)) this.addGenerated(name, secret)
    }
  }

  /** Which secrets are where: `a session in headers of POST /dashboard/sign-in`. */
  in(evidence: readonly Evidence[]): string[] {
    const words = [...this.names.keys()].map((word) => Buffer.from(word, 'latin1'))
    const names = [...this.names.values()]
    const search = new WordSearch(words)
    const hits = evidence.flatMap(({ place, bytes }) =>
      [...search.in(bytes)].map((word) => `${names[word]} in ${place}`),
    )
    return [...new Set(hits)].sort()
  }

  /** The name of every secret. */
  get known(): string[] {
    return [...new Set(this.names.values())].sort()
  }

  private addGenerated(name: string, secret: string): void {
    if (!this.names.has(secret)) this.add(name, secret)
  }
}
