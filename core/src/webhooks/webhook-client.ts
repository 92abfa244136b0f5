import { GuardedClient } from '../outbound/guarded-client.js'

/** No more of an answer is read (R257). */
export const MAX_ANSWER_BYTES = 64 * 1024

/** What a connection that is kept open saves is not worth a request that meets its end. */
const KEEP_ALIVE_MS = 1000

/** Of receivers on the internet. Where private addresses are allowed, any port is. */
const PUBLIC_PORTS = [443, 8443]

/** Calls endpoints, and nothing else. */
export class WebhookClient extends GuardedClient {
  readonly calls = 'endpoints'

  constructor(allowPrivate: boolean, connections: number) {
    super({
      allowPrivate,
      ports: PUBLIC_PORTS,
      maxBytes: MAX_ANSWER_BYTES,
      onExcess: 'cut',
      keepAliveMs: KEEP_ALIVE_MS,
      connections,
    })
  }
}
