import type { AccountPrincipal } from '../kernel/principal.js'

/** Who sends a request to a resource, once it is authenticated. */
export interface Caller {
  principal: AccountPrincipal
  /** What a client is called that connected over OAuth, or calls itself in its `User-Agent`. */
  clientName: string
}

const MAX_NAME = 100

/** One short line of what a program calls itself. */
export const clientName = (text: string): string => {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return line.length > MAX_NAME ? `${line.slice(0, MAX_NAME - 1)}…` : line
}
