import type { Settings } from '@paylink/config'
import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
import type { Roles } from '@paylink/core/composition/appliance'
import type { Engine } from '@paylink/core/database/engine'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import type { Delivery } from '@paylink/core/webhooks/delivery'
import { DeliveryLog } from '@paylink/core/webhooks/delivery-log.repository'
import { DeliverWebhooks } from '@paylink/core/webhooks/deliver-webhooks'
import type { EventType } from '@paylink/core/webhooks/event'
import { Outbox } from '@paylink/core/webhooks/outbox.repository'
import { RegisterEndpoint } from '@paylink/core/webhooks/register-endpoint'
import { eventually, TestAppliance } from '../support/appliance.js'
import { Receiver } from '../support/receiver.js'

export interface EndpointOfTest {
  id: string
  secret: string
  path: string
}

/** Of the appliance's own account, in test mode, at a path of its own; unless said otherwise. */
interface Registration {
  path?: string
  url?: string
  events?: EventType[]
  accountId?: string
  livemode?: boolean
}

/** A server that delivers, and a receiver on loopback. */
export class Hooks {
  private count = 0

  private constructor(
    readonly paylink: TestAppliance,
    readonly receiver: Receiver,
  ) {}

  static async start(engine: Engine, changes: Partial<Settings> = {}, roles?: Roles): Promise<Hooks> {
    const receiver = await Receiver.start()
    return new Hooks(await TestAppliance.start(engine, { outboundAllowPrivate: true, ...changes }, roles), receiver)
  }

  async stop(): Promise<void> {
    await this.receiver.stop()
    await this.paylink.stop()
  }

  get container() {
    return this.paylink.container
  }

  async register({ path = `/hook-${++this.count}`, url, events, accountId, livemode }: Registration = {}) {
    const scope = { accountId: accountId ?? this.paylink.account.id, livemode: livemode ?? false }
    const input = { url: url ?? this.receiver.url(path), events: events ?? null }
    const { endpoint, secret } = await this.container.get(RegisterEndpoint).run(actFor(OPERATOR, scope), input)
    return { id: endpoint.id, secret, path } satisfies EndpointOfTest
  }

  /** Events of things that never were, written down as the service does it. Returns their ids, in their order. */
  async announce(count = 1, { type, livemode }: { type?: EventType; livemode?: boolean } = {}): Promise<string[]> {
    const objects = Array.from({ length: count }, () => ({ id: `pay_of_test_${++this.count}` }))
    const scope = { accountId: this.paylink.account.id, livemode: livemode ?? false }
    await this.container.get(UnitOfWork).run(async (tx) => {
      for (const object of objects)
        await this.container.get(Outbox).append(tx, scope, type ?? 'payment.succeeded', { object })
    })
    const ids = objects.map(({ id }) => id)
    return this.paylink.db('events').whereIn('object_id', ids).orderBy('id').pluck<string[]>('id')
  }

  /** Sends due deliveries now, not at the next look. */
  look(): Promise<void> {
    return this.container.get(DeliverWebhooks).look()
  }

  /** Newest first. */
  deliveries({ id }: Pick<EndpointOfTest, 'id'>): Promise<Delivery[]> {
    const log = this.container.get(DeliveryLog)
    return log.walk(id, { direction: 'older', from: undefined }, 1000).then(({ rows }) => log.withAttempts(rows))
  }

  /** Once none of the endpoint's deliveries is due or in flight. */
  async rested(endpoint: Pick<EndpointOfTest, 'id'>): Promise<Delivery[]> {
    await this.look()
    const isAtRest = ({ status, nextAttemptAt }: Delivery): boolean =>
      nextAttemptAt === null || (status === 'scheduled' && nextAttemptAt > this.paylink.clock.now().toISOString())
    return eventually(
      () => this.deliveries(endpoint),
      (seen) => seen.every(isAtRest),
    )
  }

  /** The next attempt of the endpoint's only delivery, when its time has come. */
  async nextAttempt(endpoint: Pick<EndpointOfTest, 'id'>): Promise<Delivery> {
    const [before] = await this.deliveries(endpoint)
    if (before?.nextAttemptAt == null) throw new Error(`no attempt comes after ${JSON.stringify(before)}`)
    this.paylink.clock.advance(Date.parse(before.nextAttemptAt) - this.paylink.clock.now().getTime() + 1)
    const [after] = await this.rested(endpoint)
    return after as Delivery
  }
}
