import { ContainerModule } from 'inversify'
import { CreateKey } from '../accounts/create-key.js'
import { ReadKeys } from '../accounts/read-keys.js'
import { RevokeKey } from '../accounts/revoke-key.js'
import { DecideApproval } from '../agents/decide-approval.js'
import { ReadApprovals } from '../agents/read-approvals.js'
import { ReadAnswers } from '../idempotency/read-answers.js'
import { RunOnce } from '../idempotency/run-once.js'
import { ReadActorNames } from '../identity/read-actor-names.js'
import { key, provide, provideFrom } from '../kernel/provide.js'
import { ConsentRequests } from '../oauth/consent-requests.js'
import { DeleteEndpoint } from '../webhooks/delete-endpoint.js'
import { PingEndpoint } from '../webhooks/ping-endpoint.js'
import { ReadDeliveries } from '../webhooks/read-deliveries.js'
import { ReadEndpoints } from '../webhooks/read-endpoints.js'
import { RegisterEndpoint } from '../webhooks/register-endpoint.js'
import { ResendEvents } from '../webhooks/resend-events.js'
import { SwitchEndpoint } from '../webhooks/switch-endpoint.js'
import { UpdateEndpoint } from '../webhooks/update-endpoint.js'
import { ActOnce } from './act-once.js'
import { AgentPages } from './agents/agents.pages.js'
import { ApprovalPages } from './approvals/approvals.pages.js'
import { ConsentPages } from './consent/consent.pages.js'
import { KeyPages } from './keys/keys.pages.js'
import type { Route } from './route.js'
import { EndpointActs, EndpointPages } from './webhooks/endpoint-acts.pages.js'
import { ShowEndpoint } from './webhooks/show-endpoint.js'
import { ResendPeriodPages } from './webhooks/resend-period.pages.js'
import { WebhookPages } from './webhooks/webhooks.pages.js'

export const DEVELOPER_ROUTES = key<Route[]>('routes of API keys, agents and webhooks')

export const developerPagesModule = new ContainerModule(({ bind }) => {
  provide(bind, ActOnce, [RunOnce])
  provide(bind, KeyPages, [ReadKeys, CreateKey, RevokeKey, ActOnce])
  provide(bind, AgentPages, [ReadKeys])
  provide(bind, ApprovalPages, [ReadApprovals, DecideApproval, ReadActorNames, ReadAnswers])
  provide(bind, ConsentPages, [ConsentRequests])
  provide(bind, WebhookPages, [ReadEndpoints, RegisterEndpoint, UpdateEndpoint, ActOnce])
  provide(bind, ShowEndpoint, [ReadEndpoints, ReadDeliveries, ReadActorNames])
  provide(bind, EndpointActs, [PingEndpoint, SwitchEndpoint, ResendEvents, RegisterEndpoint, DeleteEndpoint])
  provide(bind, EndpointPages, [ShowEndpoint, ReadEndpoints, ReadDeliveries, EndpointActs, ActOnce])
  provide(bind, ResendPeriodPages, [ReadEndpoints, ResendEvents, ActOnce])
  provideFrom(
    bind,
    DEVELOPER_ROUTES,
    [KeyPages, AgentPages, ApprovalPages, ConsentPages, WebhookPages, EndpointPages, ResendPeriodPages],
    (...areas) => areas.flatMap((area) => area.routes()),
  )
})
