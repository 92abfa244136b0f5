import { type Clock, iso, later, MINUTE_MS } from '../../kernel/clock.js'
import { addressOf } from '../../webhooks/endpoint.js'
import type { Endpoints } from '../../webhooks/endpoints.repository.js'
import type { Check, CheckUp, Whose } from '../check.js'
import { type Explained, kind, type Severity } from '../finding.js'

/** An endpoint that has failed for less time may only be restarting. */
const FAILING_COUNTS_AFTER_MS = 10 * MINUTE_MS

interface Failing {
  host: string
}

const failing = (severity: Severity, means: Record<keyof Explained, string>) =>
  kind<Failing, { address: string; failingSince: string; id: string }>({
    code: 'webhook.failing',
    severity,
    operator: ({ address, failingSince, id }) =>
      `${address} has failed since ${failingSince}: paylink webhooks deliveries ${id}`,
    'es-MX': ({ host }) => ({
      what: `Tu webhook en ${host} no contesta bien.`,
      means: means['es-MX'],
      remedy: 'Mira qué contestó en cada intento.',
    }),
    en: ({ host }) => ({
      what: `Your webhook at ${host} does not answer properly.`,
      means: means.en,
      remedy: 'See what it answered to each attempt.',
    }),
    place: 'webhooks',
  })

const failingForLong = failing('wrong', {
  'es-MX': 'Tu sistema no se entera de los pagos hasta que conteste; reintentamos solos. El dinero no depende de esto.',
  en: 'Your system does not learn of payments until it answers; we keep trying. Your money does not depend on this.',
})

const failingForShort = failing('attention', {
  'es-MX': 'Puede que solo se esté reiniciando; reintentamos solos. El dinero no depende de esto.',
  en: 'It may only be restarting; we keep trying. Your money does not depend on this.',
})

/** Endpoints that fail now; those disabled for it are among the alerts. */
export class WebhooksCheckUp implements CheckUp {
  readonly isQuick = true

  constructor(
    private readonly endpoints: Endpoints,
    private readonly clock: Clock,
  ) {}

  checks(whose: Whose): Promise<Check[]> {
    return Promise.resolve([
      {
        name: 'webhooks',
        subject: { 'es-MX': 'tus webhooks', en: 'your webhooks' },
        look: async () => {
          const now = this.clock.now()
          const longSince = iso(later(now, -FAILING_COUNTS_AFTER_MS))
          const found = await this.endpoints.listFailingSince(iso(now), whose)
          return found.map((endpoint) => {
            const { id, accountId, livemode, url } = endpoint
            const failingSince = endpoint.failingSince ?? ''
            return (failingSince > longSince ? failingForShort : failingForLong)(
              `webhook endpoint ${id}`,
              { shown: { host: new URL(url).host }, hidden: { address: addressOf(endpoint), failingSince, id } },
              { owner: { accountId, livemode }, since: failingSince, placeId: id, target: id },
            )
          })
        },
      },
    ])
  }
}
