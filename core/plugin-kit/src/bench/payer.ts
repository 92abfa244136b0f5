import type { ProviderSimulator, SimulatorContext, SimulatorResponse } from '@paylink/plugin-api'
import { Finding, insist } from '../finding.js'

/** The outcomes that a payer, or a merchant in the provider's dashboard, can choose on a simulator's page. */
export type PageOutcome =
  'succeed' | 'decline' | 'cancel' | 'cash_later' | 'expire' | 'refund' | 'dispute' | 'dispute_won' | 'dispute_lost'

/** A minimal browser for the simulator's pages. */
export class Payer {
  constructor(
    private readonly simulator: ProviderSimulator,
    private readonly context: () => SimulatorContext,
  ) {}

  /** The page at `address`, in Spanish. */
  async look(address: string): Promise<{ status: number; text: string }> {
    const page = await this.ask('GET', address)
    const body = page.body ?? ''
    return { status: page.status, text: typeof body === 'string' ? body : new TextDecoder().decode(body) }
  }

  /** The outcomes that the page offers. */
  async offered(address: string): Promise<string[]> {
    return buttonsOf((await this.look(address)).text)
  }

  /** Presses a button that the page shows. */
  async press(address: string, outcome: PageOutcome, fields: Record<string, string> = {}): Promise<void> {
    const { status, text } = await this.look(address)
    insist(status === 200, `GET of the checkout's page answered ${status} instead of 200.`)
    insist(
      buttonsOf(text).includes(outcome),
      `The page has no button <button name="outcome" value="${outcome}">; it offers: ${buttonsOf(text).join(', ') || 'none'}.`,
    )
    await this.send(address, outcome, fields)
  }

  /** Submits an outcome that the page may no longer show. */
  async send(address: string, outcome: PageOutcome, fields: Record<string, string> = {}): Promise<void> {
    const page = await this.ask('POST', address, new URLSearchParams({ ...fields, outcome }).toString())
    insist(page.status < 500, `POST of outcome=${outcome} to the checkout's page answered ${page.status}.`)
  }

  private ask(method: string, address: string, body = ''): Promise<SimulatorResponse> {
    const { pageBase } = this.context()
    if (!address.startsWith(`${pageBase}/`)) {
      throw new Finding(`In test mode redirectUrl must be a page of the simulator, below sim.pageBase, not ${address}.`)
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
