import { type ListPage, type PageStart, readPage } from '../kernel/keyset.js'
import type { AccountWidePrincipal } from '../kernel/principal.js'
import { notFound } from '../kernel/problem.js'
import type { Delivery, DeliveryStatus } from './delivery.js'
import type { DeliveryLog, ListedDelivery } from './delivery-log.repository.js'
import type { Endpoints } from './endpoints.repository.js'

/** What an endpoint has yet to get. */
export interface Waiting {
  /** Counted up to `MAX_COUNTED`. */
  count: number
  /** There are more than were counted. */
  isMore: boolean
  /** When the next attempt is due; null: none waits for one. */
  nextAttemptAt: string | null
}

const MAX_COUNTED = 1000
/** How many deliveries a page with a filter may look at. */
const BUDGET = 2000

/** Deliveries to an endpoint, newest first, each with its attempts. */
export class ReadDeliveries {
  constructor(
    private readonly endpoints: Endpoints,
    private readonly log: DeliveryLog,
  ) {}

  /** @throws Problem `not_found`: no such endpoint */
  async newest(principal: AccountWidePrincipal, endpointId: string, limit: number): Promise<Delivery[]> {
    return (await this.page(principal, endpointId, undefined, { limit })).data
  }

  /**
   * @param statuses those to show; undefined: all. A page may then hold fewer, and still have an older one
   * @throws Problem `not_found`: no such endpoint
   */
  async page(
    principal: AccountWidePrincipal,
    endpointId: string,
    statuses: readonly DeliveryStatus[] | undefined,
    { start, limit }: { start?: PageStart | undefined; limit: number },
  ): Promise<ListPage<Delivery>> {
    await this.assertFound(principal, endpointId)
    const direction = start?.direction ?? 'older'
    const { data, ...beside } = await readPage<ListedDelivery>({
      ...{ start, limit, budget: statuses ? BUDGET : Infinity },
      read: (from, count) => this.log.walk(endpointId, { direction, from }, count),
      ...(statuses && { keep: ({ status }) => statuses.includes(status) }),
    })
    return { data: await this.log.withAttempts(data), ...beside }
  }

  /** @throws Problem `not_found`: no such endpoint */
  async waiting(principal: AccountWidePrincipal, endpointId: string): Promise<Waiting> {
    await this.assertFound(principal, endpointId)
    const due = await this.log.dueTimes(endpointId, MAX_COUNTED + 1)
    return {
      count: Math.min(due.length, MAX_COUNTED),
      isMore: due.length > MAX_COUNTED,
      nextAttemptAt: due[0] ?? null,
    }
  }

  private async assertFound({ accountId }: AccountWidePrincipal, id: string): Promise<void> {
    if (!(await this.endpoints.find(accountId, id))) throw notFound('webhook endpoint')
  }
}
