import type { Settings } from '@paylink/config'
import { ContainerModule } from 'inversify'
import { Alerts } from '../alerts/alerts.repository.js'
import { AuditLog } from '../audit/audit-log.repository.js'
import { ENGINE, READER } from '../database/database.module.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { Clock } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import { Log } from '../kernel/log.js'
import { key, provide } from '../kernel/provide.js'
import { Random } from '../kernel/random.js'
import { Timer } from '../kernel/timer.js'
import { GuardedClient } from '../outbound/guarded-client.js'
import { Sealer } from '../secrets/sealer.js'
import { DueRows } from '../work/due-rows.js'
import { MAX_IN_FLIGHT } from '../work/lanes.js'
import { WakeSignal } from '../work/wake-signal.js'
import { LoopPorts } from '../work/work-loop.js'
import { DeliverWebhooks } from './deliver-webhooks.js'
import { Deliveries } from './deliveries.repository.js'
import { DeliveryLog } from './delivery-log.repository.js'
import { Endpoints } from './endpoints.repository.js'
import { ForwardEvents } from './forward-events.js'
import { EndpointSecrets } from './endpoint-secrets.js'
import { Outbox } from './outbox.repository.js'
import { RegisterEndpoint } from './register-endpoint.js'
import { ResendEvents } from './resend-events.js'
import { MAX_ANSWER_BYTES, SendWebhook } from './send-webhook.js'
import { SwitchEndpoint } from './switch-endpoint.js'
import { WatchEndpoints } from './watch-endpoints.js'

export const WEBHOOK_CLIENT = key<GuardedClient>('webhook client')

/** What a connection that is kept open saves is not worth a request that meets its end. */
const KEEP_ALIVE_MS = 1000

/** Of receivers on the internet. Where private addresses are allowed, any port is. */
const PUBLIC_PORTS = [443, 8443]

const clientOf = (allowPrivate: boolean): GuardedClient =>
  new GuardedClient({
    allowPrivate,
    ports: PUBLIC_PORTS,
    maxBytes: MAX_ANSWER_BYTES,
    onExcess: 'cut',
    keepAliveMs: KEEP_ALIVE_MS,
    connections: MAX_IN_FLIGHT,
  })

const userAgentOf = ({ baseUrl }: Settings): string => `PayLink/1 (+${baseUrl}/docs)`

export const webhooksModule = (settings: Settings): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(WEBHOOK_CLIENT).toConstantValue(clientOf(settings.outboundAllowPrivate))
    provide(bind, Endpoints, [READER])
    provide(bind, Deliveries, [ENGINE, DueRows, UnitOfWork, Ids, Clock])
    provide(bind, DeliveryLog, [READER, UnitOfWork])
    provide(bind, Outbox, [Deliveries, WakeSignal, Ids, Clock])
    provide(bind, EndpointSecrets, [Sealer, Random, Clock])
    bind(SendWebhook)
      .toResolvedValue(
        (client: GuardedClient, clock: Clock, timer: Timer) =>
          new SendWebhook(client, clock, timer, userAgentOf(settings)),
        [WEBHOOK_CLIENT, Clock, Timer],
      )
      .inSingletonScope()
    provide(bind, SwitchEndpoint, [Endpoints, Deliveries, Alerts, AuditLog, UnitOfWork, Clock])
    provide(bind, RegisterEndpoint, [
      Endpoints,
      WEBHOOK_CLIENT,
      EndpointSecrets,
      AuditLog,
      UnitOfWork,
      Ids,
      Clock,
      Timer,
    ])
    provide(bind, ResendEvents, [Endpoints, Deliveries, DeliveryLog, WakeSignal, AuditLog, UnitOfWork, Clock])
    provide(bind, DeliverWebhooks, [Deliveries, EndpointSecrets, SendWebhook, SwitchEndpoint, LoopPorts])
    provide(bind, WatchEndpoints, [Endpoints, Deliveries, DeliveryLog, SwitchEndpoint, Alerts, UnitOfWork, Clock, Log])
    bind(ForwardEvents)
      .toResolvedValue(
        (deliveryLog: DeliveryLog, sealer: Sealer, clock: Clock, timer: Timer) =>
          // The operator's own machine, named by the operator.
          new ForwardEvents(
            deliveryLog,
            new SendWebhook(clientOf(true), clock, timer, userAgentOf(settings)),
            sealer,
            clock,
            timer,
          ),
        [DeliveryLog, Sealer, Clock, Timer],
      )
      .inSingletonScope()
  })
