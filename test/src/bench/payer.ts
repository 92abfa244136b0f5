import { Agent, request } from 'node:http'
import { LINK_BODY } from './bench-links.js'
import { nowMs } from './machine-clock.js'
import type { Receiving } from './receiving.js'
import type { Paylink } from './servers.js'

interface Paid {
  /** Until `mark_paid` was answered. */
  answeredInMs: number
  /** From the answer to each arrival of the event. */
  arrivedInMs: number[]
}

/** Makes links, and marks each as paid. */
export class Payer {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 })

  constructor(
    private readonly paylink: Paylink,
    private readonly receiving: Receiving,
    private readonly endpoints: number,
  ) {}

  /** Ends when every endpoint has it. */
  async pay(): Promise<Paid> {
    const { id } = await this.paylink.createLink(LINK_BODY, crypto.randomUUID())
    const arrivals = this.endpoints === 0 ? [] : this.receiving.arrivals(id, this.endpoints)
    const [arrivedMs, { begunMs, answeredMs }] = await Promise.all([arrivals, this.markPaid(id)])
    return { answeredInMs: answeredMs - begunMs, arrivedInMs: arrivedMs.map((atMs) => atMs - answeredMs) }
  }

  /** When the first byte of the answer came. */
  private markPaid(id: string): Promise<{ begunMs: number; answeredMs: number }> {
    const { authorization, url } = this.paylink
    const headers = { ...authorization, 'Content-Type': 'application/json', 'Content-Length': 2 }
    const options = { method: 'POST', agent: this.agent, headers }
    return new Promise((resolve, reject) => {
      const begunMs = nowMs()
      const sent = request(`${url}/v1/payment_links/${id}/mark_paid`, options, (response) => {
        const answeredMs = nowMs()
        response.resume().on('end', () => {
          if (response.statusCode === 200) resolve({ begunMs, answeredMs })
          else reject(new Error(`not marked as paid: ${response.statusCode}`))
        })
      })
      sent.on('error', reject)
      sent.end('{}')
    })
  }
}
