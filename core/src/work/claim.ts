/** Its holder and its expiry: together the fence of what the holder records. */
export interface Claim {
  holder: string
  until: string
}

/** A row that a worker holds. */
export interface Claimed {
  id: string
  claim: Claim
}
