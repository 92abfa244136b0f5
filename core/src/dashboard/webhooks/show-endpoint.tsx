import type { ReadActorNames } from '../../identity/read-actor-names.js'
import type { PingResult } from '../../webhooks/ping-endpoint.js'
import type { ReadDeliveries } from '../../webhooks/read-deliveries.js'
import type { ReadEndpoints } from '../../webhooks/read-endpoints.js'
import { redirect, showPage } from '../answer.js'
import { choiceIn, isBeyondNewest, pageStartIn } from '../list-address.js'
import { parameter, type Visit } from '../visit.js'
import { deliveriesAddress, DELIVERY_TABS, STATUSES_OF } from './delivery-list.js'
import { EndpointPage } from './endpoint-page.js'
import { hostOf } from './endpoint-parts.js'

const PAGE = 15

/** Answers with the page of one endpoint. */
export class ShowEndpoint {
  constructor(
    private readonly endpoints: ReadEndpoints,
    private readonly deliveries: ReadDeliveries,
    private readonly actors: ReadActorNames,
  ) {}

  /** `ping`: what it answered just now. @throws Problem `not_found` */
  async run(visit: Visit, ping?: PingResult): Promise<void> {
    const { principal, request } = visit
    const endpoint = await this.endpoints.one(principal, parameter(visit, 'id'))
    const tab = choiceIn(request.query, 'status', DELIVERY_TABS)
    const start = pageStartIn(request.query)
    const [page, waiting, names] = await Promise.all([
      this.deliveries.page(principal, endpoint.id, STATUSES_OF[tab], { start, limit: PAGE }),
      this.deliveries.waiting(principal, endpoint.id),
      this.actors.run(visit.account.id, [endpoint.createdBy]),
    ])
    if (isBeyondNewest(start, page)) return redirect(visit, deliveriesAddress(endpoint, tab))
    const isFurther = start !== undefined
    const content = <EndpointPage {...{ visit, endpoint, waiting, page, tab, isFurther, names, ping }} />
    await showPage(visit, { title: hostOf(endpoint), section: 'settings', content })
  }
}
