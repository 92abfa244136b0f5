export interface ServedRequest {
  /** Null: the input was not an HTTP request. */
  method: string | null
  /** The pattern of the route; null: none matched. */
  route: string | null
  status: number
  ms: number
}

export interface ProviderCall {
  /** Id of the plugin. */
  provider: string
  operation: string
  /** `ok`, or the kind of the failure. */
  outcome: string
  ms: number
}

/** Counts what this process does. Labels have few values: never an id, an address or a customer's data. */
export abstract class Meter {
  abstract countRequest(request: ServedRequest): void
  abstract countProviderCall(call: ProviderCall): void
  /** One attempt to deliver a webhook. */
  abstract countDelivery(outcome: 'delivered' | 'failed' | 'exhausted', ms: number): void
}

/** `/metrics` is closed: counts would have no reader. */
export class NoMeter implements Meter {
  countRequest(): void {
    return
  }

  countProviderCall(): void {
    return
  }

  countDelivery(): void {
    return
  }
}
