import type { ProviderSimulator, SimulatorContext, SimulatorResponse } from '../../simulator.js'
import { Finding, insist } from '../finding.js'

/** What a payer, or a merchant in the provider's dashboard, can choose on a simulator's page. */
export type PageOutcome =
  'succeed' | 'decline' | 'cancel' | 'cash_later' | 'expire' | 'refund' | 'dispute' | 'dispute_won' | 'dispute_lost'

/** A browser without a screen, on the simulator's pages. */
export class Payer {
  constructor(
    private readonly simulator: ProviderSimulator,
    private readonly context: () => SimulatorContext,
  ) {}

  /** The page at `address`, as a browser that reads Spanish gets it. */
  async look(address: string): Promise<{ status: number; text: string }> {
    const page = await this.ask('GET', address)
    const body = page.body ?? ''
    return { status: page.status, text: typeof body === 'string' ? body : new TextDecoder().decode(body) }
  }

  /** The outcomes that the page offers now. */
  async offered(address: string): Promise<string[]> {
    return buttonsOf((await this.look(address)).text)
  }

  /** Presses a button that is there. */
  async press(address: string, outcome: PageOutcome, fields: Record<string, string> = {}): Promise<void> {
    const { status, text } = await this.look(address)
    insist(status === 200, `GET of the checkout's page answers ${status}; it must show the page with 200.`)
    insist(
      buttonsOf(text).includes(outcome),
      `The page has no button <button name="outcome" value="${outcome}">; it offers: ${buttonsOf(text).join(', ') || 'none'}.`,
    )
    await this.send(address, outcome, fields)
  }

  /** Presses a button of a page that may be out of date. */
  async send(address: string, outcome: PageOutcome, fields: Record<string, string> = {}): Promise<void> {
    const page = await this.ask('POST', address, new URLSearchParams({ ...fields, outcome }).toString())
    insist(page.status < 500, `POST of outcome=${outcome} to the checkout's page answers ${page.status}.`)
  }

  private ask(method: string, address: string, body = ''): Promise<SimulatorResponse> {
    const { pageBase } = this.context()
    if (!address.startsWith(`${pageBase}/`)) {
      throw new Finding(
        `In test mode redirectUrl must be a page of the simulator, below sim.pageBase; it is ${address}.`,
      )
    }
    const url = new URL(address)
    const path = url.pathname.slice(new URL(pageBase).pathname.length)
    const headers: Record<string, string> =
      method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
    const rawBody = new TextEncoder().encode(body)
    return this.simulator.page({ method, path, query: url.searchParams, headers, rawBody }, this.context())
  }
}

function buttonsOf(page: string): string[] {
  const buttons = page.match(/<(?:button|input)\b[^>]*>/gi) ?? []
  return buttons
    .filter((tag) => /\bname=["']?outcome\b/i.test(tag))
    .flatMap((tag) => /\bvalue=["']?(\w+)/i.exec(tag)?.[1] ?? [])
}
