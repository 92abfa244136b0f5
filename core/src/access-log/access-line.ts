/** The record of one request: never a body, a query string, a key, or a URL that grants access by itself. */
export interface AccessLine {
  /** The `X-Request-Id`. */
  id: string
  at: string
  /** Null: the input was not an HTTP request. */
  method: string | null
  /** The route's pattern, or the path if it holds only words and ids. */
  path: string | null
  status: number
  ms: number
  accountId: string | null
  /** Also set for a key that was refused as no longer valid. */
  keyId: string | null
  livemode: boolean | null
  /** The problem's code. */
  problem: string | null
  /** Why the key was refused. */
  refusal: string | null
  client: string
  protocol: string
}

/** What is known of a request when it ends. */
export interface EndedRequest extends AccessLine {
  /** The pattern of the route; null: none matched. */
  route: string | null
  /** Sent to the client, headers included. */
  bytes: number
}

/** Had a valid key and was within its limit. All other requests share a bound of their own. */
export const isAuthenticated = (line: AccessLine): boolean => line.accountId !== null && line.problem !== 'rate_limited'
