import type { CheckConnection } from '../../connections/check-connection.js'
import type { ConnectProvider } from '../../connections/connect-provider.js'
import type { DisconnectProvider } from '../../connections/disconnect-provider.js'
import type { ReadConnectionSettings } from '../../connections/read-connection-settings.js'
import type { TestNotificationUrl } from '../../connections/test-notification-url.js'
import { Problem } from '../../kernel/problem.js'
import type { ReadWaysToPay } from '../../overview/read-ways-to-pay.js'
import { providerName } from '../../plugin-host/provider-name.js'
import type { Plugins } from '../../plugin-host/registry.js'
import type { FormFault } from '../../web/form.js'
import { Notice } from '../../web/notice.js'
import { redirect, showPage } from '../answer.js'
import { answerOf, connectFaults } from '../provider-form/connect-faults.js'
import { fieldName, keepsSettings, typedSettings } from '../provider-form/typed-settings.js'
import { providerFormWords } from '../provider-form/words.js'
import type { Route } from '../route.js'
import { questionPage } from '../settings/question-page.js'
import type { SimulatorStates } from '../simulator/simulator-state.js'
import { parameter, type Visit } from '../visit.js'
import { CONNECT_FORM, connectPage } from './connect-form.js'
import { connectionsView, noticeOf } from './connections-view.js'
import { CONNECTIONS } from './way-card.js'
import { countText } from './way-texts.js'
import { connectionWords } from './words.js'

/** `/settings/connections`: who charges for the merchant, in one mode. */
export class ConnectionPages {
  constructor(
    private readonly ways: ReadWaysToPay,
    private readonly settings: ReadConnectionSettings,
    private readonly connectProvider: ConnectProvider,
    private readonly checkConnection: CheckConnection,
    private readonly disconnectProvider: DisconnectProvider,
    private readonly testUrl: TestNotificationUrl,
    private readonly plugins: Plugins,
    private readonly simulators: SimulatorStates,
  ) {}

  routes(): Route[] {
    const shared = { permission: 'settings:manage', confirms: true } as const
    const connect = `${CONNECTIONS}/:provider/connect`
    const disconnect = `${CONNECTIONS}/:id/disconnect`
    const onList = { ...shared, method: 'post', formAt: CONNECTIONS } as const
    const list = { path: CONNECTIONS, permission: 'settings:manage' } as const
    return [
      { ...list, method: 'get', answer: (visit) => this.showList(visit) },
      { ...shared, method: 'get', path: connect, answer: (visit) => this.showForm(visit) },
      { ...shared, method: 'post', path: connect, keeps: this.keeps, answer: this.connect },
      { ...onList, path: `${CONNECTIONS}/:provider/sandbox`, answer: this.connectSandbox },
      { ...onList, path: `${CONNECTIONS}/:id/check`, answer: this.check },
      { ...onList, path: `${CONNECTIONS}/:id/test`, answer: this.test },
      { ...shared, method: 'get', path: disconnect, answer: this.askToDisconnect },
      { ...shared, method: 'post', path: disconnect, answer: this.disconnect },
    ]
  }

  /** Of any provider: the names of its fields begin with its id. */
  private readonly keeps = (name: string): boolean =>
    this.plugins.ids('payment-provider').some((provider) => {
      const fields = this.plugins.plugin('payment-provider', provider)?.config ?? []
      return keepsSettings(provider, fields, name)
    })

  private async showList(
    visit: Visit,
    parts: Pick<Parameters<typeof connectionsView>[0], 'notice' | 'tested'> = {},
    status = 200,
  ): Promise<void> {
    const ways = await this.ways.list(visit.principal)
    const nameOf = this.namesFor(visit)
    const notice = parts.notice ?? noticeOf({ visit, ways, nameOf })
    const simulated = ways.filter(({ connection }) => connection?.sandbox).map(({ provider }) => provider)
    const simulators = await this.simulators.of(visit, simulated)
    await showPage(visit, connectionsView({ visit, ways, nameOf, simulators, ...parts, notice }), status)
  }

  private async showForm(visit: Visit, faults: readonly FormFault[] = [], answer: string | null = null): Promise<void> {
    const { principal, fields: typed } = visit
    const way = await this.ways.find(principal, parameter(visit, 'provider'))
    const { provider, plugin, connection } = way
    if (way.refusal !== null) return this.showList(visit)
    const stored = await this.settings.run(principal, 'payment', provider)
    const known = Object.fromEntries(Object.entries(stored).map(([key, value]) => [fieldName(provider, key), value]))
    const page = connectPage({
      ...{ visit, provider, answer, kind: 'payment' },
      name: this.namesFor(visit)(provider),
      fields: plugin.fields,
      form: { values: { ...known, ...typed }, faults },
      inUse: connection,
      action: `${CONNECTIONS}/${provider}/connect`,
      back: { href: CONNECTIONS, label: connectionWords(visit.locale).title },
    })
    await showPage(visit, page, faults.length > 0 ? 422 : 200)
  }

  private readonly connect = async (visit: Visit): Promise<void> => {
    const { principal, locale } = visit
    const { provider, plugin } = await this.ways.find(principal, parameter(visit, 'provider'))
    const { fields } = plugin
    const settings = typedSettings(visit.fields, provider, fields)
    try {
      await this.connectProvider.run(principal, { provider, sandbox: false, settings })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const name = this.namesFor(visit)(provider)
      const { livemode } = principal
      const attempt = { provider, name, livemode, fields, settings, otherwise: CONNECT_FORM }
      return this.showForm(visit, connectFaults(locale, error, attempt), answerOf(error, attempt))
    }
    redirect(visit, `${CONNECTIONS}?connected=${provider}`)
  }

  private readonly connectSandbox = async (visit: Visit): Promise<void> => {
    const { principal, locale } = visit
    const { provider } = await this.ways.find(principal, parameter(visit, 'provider'))
    try {
      await this.connectProvider.run(principal, { provider, sandbox: true, settings: {} })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const words = providerFormWords(locale)
      const isRace = error.code === 'request_in_flight'
      const text = isRace ? words.changedMeanwhile : words.unavailable(this.namesFor(visit)(provider))
      return this.showList(visit, { notice: <Notice tone="attention">{text}</Notice> }, 422)
    }
    redirect(visit, `${CONNECTIONS}?connected=${provider}`)
  }

  private readonly check = async (visit: Visit): Promise<void> => {
    const { id } = await this.checkConnection.byId(visit.principal, 'payment', parameter(visit, 'id'))
    redirect(visit, `${CONNECTIONS}?checked=${id}`)
  }

  /** Answered at once: nothing is stored that a page loaded later could show. */
  private readonly test = async (visit: Visit): Promise<void> => {
    const id = parameter(visit, 'id')
    const test = await this.testUrl.run(visit.principal, 'payment', id)
    await this.showList(visit, { tested: { id, test } })
  }

  private readonly askToDisconnect = async (visit: Visit): Promise<void> => {
    const { principal, locale } = visit
    const { way, connection } = await this.ways.ofConnection(principal, parameter(visit, 'id'))
    if (connection.status === 'disconnected') return redirect(visit, CONNECTIONS)
    const words = connectionWords(locale).leave
    const name = this.namesFor(visit)(way.provider)
    const { openPayments: open } = connection
    const ways = await this.ways.list(principal)
    const isOnly = !ways.some((one) => one.provider !== way.provider && one.connection?.status === 'active')
    const question = {
      title: words.title(name),
      text: (
        <>
          <p>{words.offer(name)}</p>
          {isOnly && <p>{words.alone}</p>}
          <p>{open === 0 ? words.noneOpen : words.open(countText(locale, open), open === 1)}</p>
          <p>{words.money}</p>
        </>
      ),
      path: `${CONNECTIONS}/${connection.id}/disconnect`,
      back: CONNECTIONS,
      keep: words.keep,
      confirm: words.confirm,
      busy: words.busy,
    }
    await showPage(visit, questionPage(visit, question))
  }

  /** A second press finds it disconnected, and shows the same. */
  private readonly disconnect = async (visit: Visit): Promise<void> => {
    const { provider } = await this.disconnectProvider.run(visit.principal, parameter(visit, 'id'))
    redirect(visit, `${CONNECTIONS}?disconnected=${provider}`)
  }

  private namesFor({ locale }: Visit): (provider: string) => string {
    return (provider) => providerName(this.plugins, provider, locale)
  }
}
