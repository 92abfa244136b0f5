import type { Settings } from '@paylink/config'
import { ContainerModule } from 'inversify'
import { Alerts } from '../alerts/alerts.repository.js'
import { AuditLog } from '../audit/audit-log.repository.js'
import { ENGINE, READER } from '../database/database.module.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { Clock } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import { Log } from '../kernel/log.js'
import { Meter } from '../kernel/meter.js'
import { provide, provideFrom, provideValue } from '../kernel/provide.js'
import { Random } from '../kernel/random.js'
import { Timer } from '../kernel/timer.js'
import { Quarantine } from '../quarantine/quarantine.js'
import { Sealer } from '../secrets/sealer.js'
import { DueRows } from '../work/due-rows.js'
import { MAX_IN_FLIGHT } from '../work/lanes.js'
import { WakeSignal } from '../work/wake-signal.js'
import { LoopPorts } from '../work/work-loop.js'
import { CheckEndpointUrl } from './check-endpoint-url.js'
import { DeleteEndpoint } from './delete-endpoint.js'
import { DeliverWebhooks } from './deliver-webhooks.js'
import { Deliveries } from './deliveries.repository.js'
import { DeliveryLog } from './delivery-log.repository.js'
import { Endpoints } from './endpoints.repository.js'
import { ForwardEvents } from './forward-events.js'
import { EndpointSecrets } from './endpoint-secrets.js'
import { Outbox } from './outbox.repository.js'
import { PingEndpoint } from './ping-endpoint.js'
import { ReadDeliveries } from './read-deliveries.js'
import { ReadEndpoints } from './read-endpoints.js'
import { RegisterEndpoint } from './register-endpoint.js'
import { ResendEvents } from './resend-events.js'
import { SendWebhook } from './send-webhook.js'
import { SwitchEndpoint } from './switch-endpoint.js'
import { UpdateEndpoint } from './update-endpoint.js'
import { WatchEndpoints } from './watch-endpoints.js'
import { WebhookClient } from './webhook-client.js'

export const webhooksModule = (settings: Settings): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const userAgent = `PayLink/1 (+${settings.baseUrl}/docs)`
    provideValue(bind, WebhookClient, new WebhookClient(settings.outboundAllowPrivate, MAX_IN_FLIGHT))
    provide(bind, Endpoints, [READER])
    provide(bind, Deliveries, [ENGINE, DueRows, UnitOfWork, Ids, Clock])
    provide(bind, DeliveryLog, [READER, UnitOfWork])
    provide(bind, Outbox, [Deliveries, WakeSignal, Quarantine, Ids, Clock])
    provide(bind, EndpointSecrets, [Sealer, Random, Clock])
    provideFrom(bind, SendWebhook, [WebhookClient, Clock, Timer], (client, clock, timer) => {
      return new SendWebhook(client, clock, timer, userAgent)
    })
    provide(bind, SwitchEndpoint, [Endpoints, Deliveries, Alerts, AuditLog, UnitOfWork, Clock])
    provide(bind, CheckEndpointUrl, [WebhookClient, Timer])
    provide(bind, RegisterEndpoint, [Endpoints, CheckEndpointUrl, EndpointSecrets, AuditLog, UnitOfWork, Ids, Clock])
    provide(bind, UpdateEndpoint, [Endpoints, CheckEndpointUrl, Alerts, AuditLog, UnitOfWork])
    provide(bind, DeleteEndpoint, [Endpoints, Deliveries, Alerts, AuditLog, UnitOfWork, Clock])
    provide(bind, PingEndpoint, [Quarantine, Endpoints, EndpointSecrets, SendWebhook, AuditLog, UnitOfWork, Ids, Clock])
    provide(bind, ReadEndpoints, [Endpoints, EndpointSecrets])
    provide(bind, ReadDeliveries, [Endpoints, DeliveryLog])
    provide(bind, ResendEvents, [
      Quarantine,
      Endpoints,
      Deliveries,
      DeliveryLog,
      WakeSignal,
      AuditLog,
      UnitOfWork,
      Clock,
    ])
    provide(bind, DeliverWebhooks, [Deliveries, EndpointSecrets, SendWebhook, SwitchEndpoint, Meter, LoopPorts])
    provide(bind, WatchEndpoints, [Endpoints, Deliveries, DeliveryLog, SwitchEndpoint, Alerts, UnitOfWork, Clock, Log])
    provideFrom(bind, ForwardEvents, [DeliveryLog, Sealer, Clock, Timer], (deliveryLog, sealer, clock, timer) => {
      // The operator's own machine, named by the operator.
      const client = new WebhookClient(true, MAX_IN_FLIGHT)
      return new ForwardEvents(deliveryLog, new SendWebhook(client, clock, timer, userAgent), sealer, clock, timer)
    })
  })
