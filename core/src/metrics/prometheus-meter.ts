import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import { SECOND_MS } from '../kernel/clock.js'
import type { Meter, ProviderCall, ServedRequest } from '../kernel/meter.js'

const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Providers and receivers answer within seconds; every call ends after ten, an email after longer. */
const CALL_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** For addresses without a route: their paths are anything that clients type. */
const NO_ROUTE = 'none'

/** Keeps the counts of this process for `/metrics`. */
export class PrometheusMeter implements Meter {
  readonly registry = new Registry()

  private readonly requests = new Counter({
    name: 'paylink_http_requests_total',
    help: 'Requests that were answered, by method, route pattern and class of the status.',
    labelNames: ['method', 'route', 'status'],
    registers: [this.registry],
  })

  private readonly requestSeconds = new Histogram({
    name: 'paylink_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last one of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_BUCKETS,
    registers: [this.registry],
  })

  private readonly providerCalls = new Counter({
    name: 'paylink_provider_calls_total',
    help: 'Calls of payment, invoicing and email providers; outcome is ok, rejected, auth, unavailable or unknown.',
    labelNames: ['provider', 'operation', 'outcome'],
    registers: [this.registry],
  })

  private readonly providerSeconds = new Histogram({
    name: 'paylink_provider_call_duration_seconds',
    help: 'How long these calls took.',
    labelNames: ['provider', 'operation', 'outcome'],
    buckets: CALL_BUCKETS,
    registers: [this.registry],
  })

  private readonly deliveries = new Counter({
    name: 'paylink_webhook_attempts_total',
    help: 'Attempts to deliver a webhook; exhausted: it failed and is not tried again.',
    labelNames: ['outcome'],
    registers: [this.registry],
  })

  private readonly deliverySeconds = new Histogram({
    name: 'paylink_webhook_attempt_duration_seconds',
    help: 'How long these attempts took.',
    labelNames: ['outcome'],
    buckets: CALL_BUCKETS,
    registers: [this.registry],
  })

  constructor() {
    collectDefaultMetrics({ register: this.registry })
    // Rates need a first value to grow from.
    for (const outcome of ['delivered', 'failed', 'exhausted']) this.deliveries.inc({ outcome }, 0)
  }

  countRequest({ method, route, status, ms }: ServedRequest): void {
    const labels = {
      method: method ?? 'none',
      route: route ?? NO_ROUTE,
      status: `${Math.floor(status / 100)}xx`,
    }
    this.requests.inc(labels)
    this.requestSeconds.observe(labels, ms / SECOND_MS)
  }

  countProviderCall({ ms, ...labels }: ProviderCall): void {
    this.providerCalls.inc({ ...labels })
    this.providerSeconds.observe(labels, ms / SECOND_MS)
  }

  countDelivery(outcome: string, ms: number): void {
    this.deliveries.inc({ outcome })
    this.deliverySeconds.observe({ outcome }, ms / SECOND_MS)
  }
}
