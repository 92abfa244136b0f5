/** What is kept of one request: never a body, a query, a key, or an address that opens something by itself. */
export interface AccessLine {
  /** The `X-Request-Id`. */
  id: string
  at: string
  /** Null: what came was not an HTTP request. */
  method: string | null
  /** The route's pattern, or the path where it holds nothing but words and ids. */
  path: string | null
  status: number
  ms: number
  accountId: string | null
  /** Also of a key that was refused because it is no longer valid. */
  keyId: string | null
  livemode: boolean | null
  /** The problem's code. */
  problem: string | null
  /** Why the key was refused. */
  refusal: string | null
  client: string
  protocol: string
}

/** Came with a valid key, within its limit. What others send is kept within a bound of its own. */
export const isOfCaller = (line: AccessLine): boolean => line.accountId !== null && line.problem !== 'rate_limited'
