import type { Sealer } from '../secrets/sealer.js'

/** The request header of a probe. */
export const PROBE_HEADER = 'paylink-probe'

const QUESTION = /^([0-9A-Za-z]{16,64})\.([0-9a-f]{64})$/

/**
 * A question that this installation puts to its own notification address, and the answer that it alone can give. Both are
 * MACs, so that any process answers, nothing is stored, and a stranger's question is treated as any other request.
 */
export class NotificationProbe {
  constructor(private readonly sealer: Pick<Sealer, 'authenticate' | 'isAuthentic'>) {}

  question(connectionId: string, nonce: string): string {
    return `${nonce}.${this.sealer.authenticate('notification probe', `${connectionId} ${nonce}`)}`
  }

  /** Null: it was not asked by this installation about this connection. */
  answer(connectionId: string, question: string): string | null {
    const [, nonce, mac] = QUESTION.exec(question) ?? []
    if (nonce === undefined || mac === undefined) return null
    if (!this.sealer.isAuthentic('notification probe', `${connectionId} ${nonce}`, mac)) return null
    return this.sealer.authenticate('notification probe answer', `${connectionId} ${nonce}`)
  }
}
