import type { HttpRequest } from '@paylink/plugin-api'
import type { FaultKind } from './fault-kind.js'
import type { RequestWatch } from './loopback-http.js'

type Effect = HttpRequest['effect']

/** The faults to inject, and a record of the requests. */
export class FaultPlan implements RequestWatch {
  readonly strangers: string[] = []
  readonly requests: { method: string; effect: Effect; isLate: boolean }[] = []
  /** Applied to the provider's answers. */
  tampering: ((text: string) => string) | undefined
  private planned: { kind: FaultKind; only?: { effect: Effect; at: number } } | undefined

  /** The `at`th request with this effect fails, once. */
  plan(kind: FaultKind, effect: Effect, at = 1): void {
    this.requests.length = 0
    this.planned = { kind, only: { effect, at } }
  }

  /** Every request fails from now on. */
  planForAll(kind: FaultKind): void {
    this.requests.length = 0
    this.planned = { kind }
  }

  /** No request fails any longer. */
  clear(): void {
    this.requests.length = 0
    this.planned = undefined
    this.tampering = undefined
  }

  count(effect: Effect): number {
    return this.requests.filter((request) => request.effect === effect).length
  }

  onRequest({ method, effect }: HttpRequest, isLate: boolean): FaultKind | undefined {
    this.requests.push({ method, effect, isLate })
    const { kind, only } = this.planned ?? {}
    const isMeant = !only || (only.effect === effect && only.at === this.count(effect))
    return isMeant ? kind : undefined
  }

  onStranger(url: string): void {
    this.strangers.push(url)
  }

  tamper(body: Uint8Array): Uint8Array {
    if (!this.tampering) return body
    return new TextEncoder().encode(this.tampering(new TextDecoder().decode(body)))
  }
}
