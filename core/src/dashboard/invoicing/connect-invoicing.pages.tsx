import type { CheckConnection } from '../../connections/check-connection.js'
import type { ReadConnectionSettings } from '../../connections/read-connection-settings.js'
import type { TestNotificationUrl } from '../../connections/test-notification-url.js'
import type { ConnectInvoicing } from '../../invoicing/connect-invoicing.js'
import type { InvoicingChoice, InvoicingSetup, ReadInvoicingSetup } from '../../invoicing/read-invoicing-setup.js'
import { notFound, Problem } from '../../kernel/problem.js'
import type { Plugins } from '../../plugin-host/registry.js'
import type { FormFault } from '../../web/form.js'
import { Notice } from '../../web/notice.js'
import { redirect, showPage } from '../answer.js'
import { CONNECT_FORM, connectPage } from '../connections/connect-form.js'
import { answerOf, connectFaults } from '../provider-form/connect-faults.js'
import { fieldName, keepsSettings, typedSettings } from '../provider-form/typed-settings.js'
import { providerFormWords } from '../provider-form/words.js'
import type { Route } from '../route.js'
import { parameter, type Visit } from '../visit.js'
import { INVOICING } from './invoicing-parts.js'
import { namesFor, type ShowInvoicing } from './show-invoicing.js'
import { invoicingWords } from './words.js'

/** Connects the invoicing provider, and asks about its connection. */
export class ConnectInvoicingPages {
  constructor(
    private readonly showInvoicing: ShowInvoicing,
    private readonly setup: ReadInvoicingSetup,
    private readonly settings: ReadConnectionSettings,
    private readonly connectInvoicing: ConnectInvoicing,
    private readonly checkConnection: CheckConnection,
    private readonly testUrl: TestNotificationUrl,
    private readonly plugins: Plugins,
  ) {}

  routes(): Route[] {
    const shared = { permission: 'settings:manage', confirms: true } as const
    const connect = `${INVOICING}/:provider/connect`
    const onPage = { ...shared, method: 'post', formAt: INVOICING } as const
    return [
      { ...shared, method: 'get', path: connect, answer: (visit) => this.showForm(visit) },
      { ...shared, method: 'post', path: connect, keeps: this.keeps, answer: this.connect },
      { ...onPage, path: `${INVOICING}/:provider/sandbox`, answer: this.connectSandbox },
      { ...onPage, path: `${INVOICING}/check`, answer: this.check },
      { ...onPage, path: `${INVOICING}/test`, answer: this.test },
    ]
  }

  /** Of any provider: the names of its fields begin with its id. */
  private readonly keeps = (name: string): boolean =>
    this.plugins.ids('invoicing').some((provider) => {
      const fields = this.plugins.plugin('invoicing', provider)?.config ?? []
      return keepsSettings(provider, fields, name)
    })

  private async showForm(visit: Visit, faults: readonly FormFault[] = [], answer: string | null = null): Promise<void> {
    const { principal, fields: typed } = visit
    const { choice, connection } = await this.choiceOf(visit)
    const { provider, fields } = choice
    if (choice.refusal !== null) return this.showInvoicing.run(visit)
    const stored = await this.settings.run(principal, 'invoicing', provider)
    const known = Object.fromEntries(Object.entries(stored).map(([key, value]) => [fieldName(provider, key), value]))
    const page = connectPage({
      ...{ visit, provider, fields, answer, kind: 'invoicing' },
      name: namesFor(this.plugins, visit)(provider),
      form: { values: { ...known, ...typed }, faults },
      inUse: connection?.provider === provider ? connection : null,
      action: `${INVOICING}/${provider}/connect`,
      back: { href: INVOICING, label: invoicingWords(visit.locale).title },
    })
    await showPage(visit, page, faults.length > 0 ? 422 : 200)
  }

  private readonly connect = async (visit: Visit): Promise<void> => {
    const { principal, locale } = visit
    const { provider, fields } = (await this.choiceOf(visit)).choice
    const settings = typedSettings(visit.fields, provider, fields)
    try {
      await this.connectInvoicing.run(principal, { provider, sandbox: false, settings })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const name = namesFor(this.plugins, visit)(provider)
      const { livemode } = principal
      const attempt = { provider, name, livemode, fields, settings, otherwise: CONNECT_FORM }
      return this.showForm(visit, connectFaults(locale, error, attempt), answerOf(error, attempt))
    }
    redirect(visit, `${INVOICING}?saved=connected`)
  }

  private readonly connectSandbox = async (visit: Visit): Promise<void> => {
    const { provider } = (await this.choiceOf(visit)).choice
    try {
      await this.connectInvoicing.run(visit.principal, { provider, sandbox: true, settings: {} })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const words = providerFormWords(visit.locale)
      const isRace = error.code === 'request_in_flight'
      const text = isRace ? words.changedMeanwhile : words.unavailable(namesFor(this.plugins, visit)(provider))
      return this.showInvoicing.run(visit, { notice: <Notice tone="attention">{text}</Notice> }, 422)
    }
    redirect(visit, `${INVOICING}?saved=connected`)
  }

  private readonly check = async (visit: Visit): Promise<void> => {
    await this.checkConnection.byId(visit.principal, 'invoicing', await this.idInUse(visit))
    redirect(visit, `${INVOICING}?saved=checked`)
  }

  /** Answered at once: nothing is stored that a page loaded later could show. */
  private readonly test = async (visit: Visit): Promise<void> => {
    const test = await this.testUrl.run(visit.principal, 'invoicing', await this.idInUse(visit))
    await this.showInvoicing.run(visit, { test })
  }

  /** @throws Problem `not_found` */
  private async idInUse({ principal }: Visit): Promise<string> {
    const { connection } = await this.setup.run(principal)
    if (!connection) throw notFound('connection')
    return connection.id
  }

  /** The plugin of the address. @throws Problem `not_found` */
  private async choiceOf(visit: Visit): Promise<InvoicingSetup & { choice: InvoicingChoice }> {
    const setup = await this.setup.run(visit.principal)
    const choice = setup.choices.find(({ provider }) => provider === parameter(visit, 'provider'))
    if (!choice) throw notFound('provider')
    return { ...setup, choice }
  }
}
