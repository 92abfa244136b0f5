import type { Settings } from '@paylink/config'
import { ContainerModule } from 'inversify'
import { Alerts } from '../alerts/alerts.repository.js'
import { AuditLog } from '../audit/audit-log.repository.js'
import type { Connected } from '../database/connected.js'
import type { Engine } from '../database/engine.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { Bell } from '../jobs/bell.js'
import { LocalBell } from '../jobs/local-bell.js'
import { PostgresBell } from '../jobs/postgres-bell.js'
import { Clock } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import { Log } from '../kernel/log.js'
import { Random } from '../kernel/random.js'
import { Timer } from '../kernel/timer.js'
import { GuardedClient } from '../outbound/guarded-client.js'
import { Sealer } from '../secrets/sealer.js'
import { Deliveries } from '../webhooks/deliveries.repository.js'
import { DeliverWebhooks } from '../webhooks/deliver-webhooks.js'
import { DeliveryLog } from '../webhooks/delivery-log.repository.js'
import { Endpoints } from '../webhooks/endpoints.repository.js'
import { ForwardEvents } from '../webhooks/forward-events.js'
import { MOST_IN_FLIGHT } from '../webhooks/lanes.js'
import { OpenSecrets } from '../webhooks/open-secrets.js'
import { Outbox } from '../webhooks/outbox.repository.js'
import { RegisterEndpoint } from '../webhooks/register-endpoint.js'
import { ResendEvents } from '../webhooks/resend-events.js'
import { MOST_ANSWER_BYTES, SendWebhook } from '../webhooks/send-webhook.js'
import { SwitchEndpoint } from '../webhooks/switch-endpoint.js'
import { WatchEndpoints } from '../webhooks/watch-endpoints.js'
import { DATABASE, ENGINE, PROCESS_ID, provide, READER, WEBHOOK_CLIENT } from './provide.js'

/** What a connection that is kept open saves is not worth a request that meets its end. */
const KEEP_ALIVE_MS = 1000

/** Of receivers on the internet. Where private addresses are allowed, any port is. */
const PUBLIC_PORTS = [443, 8443]

const clientOf = (allowPrivate: boolean): GuardedClient =>
  new GuardedClient({
    allowPrivate,
    ports: PUBLIC_PORTS,
    mostBytes: MOST_ANSWER_BYTES,
    whenLarger: 'cut',
    keepAliveMs: KEEP_ALIVE_MS,
    connections: MOST_IN_FLIGHT,
  })

const userAgentOf = ({ baseUrl }: Settings): string => `PayLink/1 (+${baseUrl}/docs)`

/** How merchants hear of events. */
export const webhooksModule = (settings: Settings, engine: Engine): ContainerModule =>
  new ContainerModule(({ bind }) => {
    if (engine === 'postgres') {
      bind(Bell)
        .toResolvedValue(
          ({ outages }: Connected, timer: Timer, log: Log) =>
            new PostgresBell(settings.databaseUrl, outages, timer, log),
          [DATABASE, Timer, Log],
        )
        .inSingletonScope()
    } else {
      provide(bind, Bell, LocalBell, [UnitOfWork])
    }
    bind(WEBHOOK_CLIENT).toConstantValue(clientOf(settings.outboundAllowPrivate))
    provide(bind, Alerts, Alerts, [READER, Ids, Clock, Log])
    provide(bind, Endpoints, Endpoints, [READER])
    provide(bind, Deliveries, Deliveries, [ENGINE, READER, UnitOfWork, Ids, Clock])
    provide(bind, DeliveryLog, DeliveryLog, [READER, UnitOfWork])
    provide(bind, Outbox, Outbox, [Deliveries, Bell, Ids, Clock])
    provide(bind, OpenSecrets, OpenSecrets, [Sealer, Clock])
    bind(SendWebhook)
      .toResolvedValue(
        (client: GuardedClient, clock: Clock, timer: Timer) =>
          new SendWebhook(client, clock, timer, userAgentOf(settings)),
        [WEBHOOK_CLIENT, Clock, Timer],
      )
      .inSingletonScope()
    provide(bind, SwitchEndpoint, SwitchEndpoint, [Endpoints, Deliveries, Alerts, AuditLog, UnitOfWork, Clock])
    provide(bind, RegisterEndpoint, RegisterEndpoint, [
      Endpoints,
      WEBHOOK_CLIENT,
      Sealer,
      AuditLog,
      UnitOfWork,
      Ids,
      Random,
      Clock,
      Timer,
    ])
    provide(bind, ResendEvents, ResendEvents, [Endpoints, Deliveries, DeliveryLog, Bell, AuditLog, UnitOfWork, Clock])
    provide(bind, DeliverWebhooks, DeliverWebhooks, [
      Deliveries,
      OpenSecrets,
      SendWebhook,
      SwitchEndpoint,
      Bell,
      PROCESS_ID,
      Clock,
      Timer,
      Log,
    ])
    provide(bind, WatchEndpoints, WatchEndpoints, [
      Endpoints,
      Deliveries,
      DeliveryLog,
      SwitchEndpoint,
      Alerts,
      UnitOfWork,
      Clock,
      Log,
    ])
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
