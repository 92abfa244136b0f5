import { type Clock, iso, SECOND_MS } from '../kernel/clock.js'
import type { Timer } from '../kernel/timer.js'
import type { OutboundResponse } from '../outbound/guarded-client.js'
import { answerText } from './answer-text.js'
import type { Attempt } from './delivery.js'
import { parseRetryAfter } from './retry-after.js'
import { signatureHeaders } from './signature.js'
import type { WebhookClient } from './webhook-client.js'

/** From the address lookup to the last byte of the answer (R154). */
export const DEADLINE_MS = 10 * SECOND_MS

export interface AttemptResult {
  attempt: Attempt
  isDelivered: boolean
  /** The receiver's `Retry-After`; null: none. */
  retryAfterMs: number | null
  /** It answered 410 Gone. */
  isGone: boolean
}

/** Makes one attempt. Never throws: an error is the attempt's outcome. */
export class SendWebhook {
  constructor(
    private readonly client: WebhookClient,
    private readonly clock: Clock,
    private readonly timer: Timer,
    private readonly userAgent: string,
  ) {}

  /** `signal` aborts the attempt. Secrets that cannot be opened make it a failed one. */
  async run(
    url: string,
    event: { id: string; payload: string },
    secrets: string[] | Promise<string[]>,
    signal: AbortSignal,
  ): Promise<AttemptResult> {
    const begun = this.clock.now()
    const abort = new AbortController()
    let isLate = false
    const cancel = this.timer.after(DEADLINE_MS, () => {
      isLate = true
      abort.abort()
    })
    // Not `AbortSignal.any`: a signal that lives as long as the process would retain memory for every attempt.
    const onAbort = (): void => abort.abort()
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    const body = Buffer.from(event.payload)
    const attempt = (of: Pick<Attempt, 'status' | 'error' | 'answer'>): Attempt => ({
      at: iso(begun),
      // The clock may be set during the attempt, even by weeks.
      ms: Math.min(Math.max(0, this.clock.now().getTime() - begun.getTime()), DEADLINE_MS),
      ...of,
    })
    try {
      const response = await this.client.request({
        method: 'POST',
        url,
        headers: {
          'content-type': 'application/json',
          'user-agent': this.userAgent,
          ...signatureHeaders(await secrets, event.id, body, Math.floor(begun.getTime() / SECOND_MS)),
        },
        body,
        signal: abort.signal,
      })
      const isDelivered = response.status >= 200 && response.status < 300
      return {
        attempt: attempt({
          status: response.status,
          error: isDelivered ? null : describe(response),
          answer: answerText(response.body),
        }),
        isDelivered,
        retryAfterMs: parseRetryAfter(response.headers['retry-after'], this.clock.now()),
        isGone: response.status === 410,
      }
    } catch (error) {
      const reason = isLate ? `no answer within ${DEADLINE_MS / SECOND_MS} s` : reasonOf(error)
      const failed = attempt({ status: null, error: reason, answer: null })
      return { attempt: failed, isDelivered: false, retryAfterMs: null, isGone: false }
    } finally {
      cancel()
      signal.removeEventListener('abort', onAbort)
    }
  }
}

function describe({ status, headers }: OutboundResponse): string {
  if (status < 300 || status >= 400) return `answered ${status}`
  const to = answerText(Buffer.from(headers['location'] ?? ''))
  return `answered ${status}${to === null ? '' : ` to ${to.slice(0, 200)}`}: redirects are not followed`
}

/** One line, with the code of a network error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause =
    'code' in error && typeof error.code === 'string' && !error.message.includes(error.code) ? ` (${error.code})` : ''
  return answerText(Buffer.from(`${error.message || error.name}${cause}`))?.slice(0, 300) ?? error.name
}
