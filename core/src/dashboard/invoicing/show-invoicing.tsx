import type { VNode } from 'preact'
import type { ChooseIssuer } from '../../invoicing/choose-issuer.js'
import type { InvoicingSetup, ReadInvoicingSetup } from '../../invoicing/read-invoicing-setup.js'
import { Problem } from '../../kernel/problem.js'
import type { ReadAttention } from '../../overview/read-attention.js'
import { providerName } from '../../plugin-host/provider-name.js'
import type { Plugins } from '../../plugin-host/registry.js'
import { Notice } from '../../web/notice.js'
import { showPage } from '../answer.js'
import { connectionWords } from '../connections/words.js'
import type { SimulatorStates } from '../simulator/simulator-state.js'
import type { Visit } from '../visit.js'
import type { InvoicingParts, Issuers } from './invoicing-parts.js'
import { invoicingView } from './invoicing-view.js'
import { invoicingWords } from './words.js'

type Shown = Partial<Pick<InvoicingParts, 'faults' | 'notice' | 'test'>>

export const namesFor =
  (plugins: Plugins, { locale }: Visit) =>
  (provider: string): string =>
    providerName(plugins, provider, locale)

/** Answers with the page of invoicing. */
export class ShowInvoicing {
  constructor(
    private readonly setup: ReadInvoicingSetup,
    private readonly chooseIssuer: ChooseIssuer,
    private readonly attention: ReadAttention,
    private readonly plugins: Plugins,
    private readonly simulators: SimulatorStates,
  ) {}

  async run(visit: Visit, shown: Shown = {}, status = 200): Promise<void> {
    const { principal } = visit
    const setup = await this.setup.run(principal)
    const [issuers, invoices, simulator] = await Promise.all([
      this.issuersOf(visit, setup),
      this.attention.unfinishedInvoices(principal),
      setup.connection?.sandbox ? this.simulators.find(visit, setup.connection.provider) : null,
    ])
    const nameOf = namesFor(this.plugins, visit)
    const notice = shown.notice ?? noticeOf(visit, setup, nameOf)
    const { faults = [], test = null } = shown
    const parts = { visit, setup, nameOf, issuers, invoices, simulator, faults, notice, test }
    await showPage(visit, invoicingView(parts), status)
  }

  /** The page is of use without the provider's answer. */
  private async issuersOf({ principal }: Visit, { connection }: InvoicingSetup): Promise<Issuers> {
    if (!connection) return null
    try {
      return await this.chooseIssuer.list(principal)
    } catch (error) {
      if (error instanceof Problem) return null
      throw error
    }
  }
}

/** What the act before has done, from what is stored now. */
function noticeOf(visit: Visit, { connection }: InvoicingSetup, nameOf: (provider: string) => string): VNode | null {
  const { saved } = invoicingWords(visit.locale)
  const done = visit.request.query['saved']
  if (done === 'settings') return <Notice tone="good">{saved.settings}</Notice>
  if (!connection) return null
  const name = nameOf(connection.provider)
  if (done === 'connected') {
    const text = connection.sandbox ? saved.sandbox(name) : saved.connected(name)
    return (
      <Notice tone="good">
        {text} {connection.issuer === null && saved.next}
      </Notice>
    )
  }
  if (done !== 'checked') return null
  const words = connectionWords(visit.locale).done
  if (connection.status === 'error') return <Notice tone="wrong">{words.refused(name)}</Notice>
  if (connection.lastError !== null) return <Notice tone="attention">{words.unknown(name)}</Notice>
  return <Notice tone="good">{words.good(name)}</Notice>
}
