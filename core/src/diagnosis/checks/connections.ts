import type { Accounts } from '../../accounts/accounts.repository.js'
import type { CheckConnection, ConnectionFinding } from '../../connections/check-connection.js'
import type { Connection, ConnectionKind } from '../../connections/connection.js'
import type { Connections } from '../../connections/connections.repository.js'
import { modeOf } from '../../kernel/mode.js'
import { providerName } from '../../plugin-host/provider-name.js'
import type { Plugins } from '../../plugin-host/registry.js'
import type { Check, CheckUp, Whose } from '../check.js'
import { type Finding, NO_FACTS } from '../finding.js'
import {
  accountIsMissing,
  connectionKinds,
  issuerIsMissing,
  nothingIsConnected,
  type OfProvider,
} from './connection-kinds.js'

const KINDS = { payment: connectionKinds('connections'), invoicing: connectionKinds('invoicing') }

/** The credentials at every provider in use: each is asked. */
export class ConnectionsCheckUp implements CheckUp {
  readonly isQuick = false

  constructor(
    private readonly accounts: Accounts,
    private readonly connections: Connections,
    private readonly checkConnection: CheckConnection,
    private readonly plugins: Plugins,
  ) {}

  async checks(whose: Whose): Promise<Check[]> {
    if (whose === null && (await this.accounts.list()).length === 0) {
      return [found(accountIsMissing('account', NO_FACTS))]
    }
    const payment = await this.checksOf('payment', whose)
    const none = nothingIsConnected(
      'connections',
      NO_FACTS,
      whose === null ? {} : { owner: { accountId: whose, livemode: null } },
    )
    // None for invoicing is fine: it is optional.
    return [...(payment.length > 0 ? payment : [found(none)]), ...(await this.checksOf('invoicing', whose))]
  }

  private async checksOf(kind: ConnectionKind, whose: Whose): Promise<Check[]> {
    const all: Connection[] = await this.connections.listAll(kind, whose)
    return all
      .filter(({ status }) => status !== 'disconnected')
      .map((connection): Check => {
        const { accountId, livemode, provider } = connection
        const name = kind === 'payment' ? provider : kind
        const shown = this.shownOf(connection)
        return {
          name: `${name} in ${modeOf(livemode)} mode`,
          subject: { 'es-MX': shown.es, en: shown.en },
          owner: { accountId, livemode },
          look: async () => [await this.look(connection, `${name} in ${modeOf(livemode)} mode`, shown)],
        }
      })
  }

  private async look(connection: Connection, name: string, shown: OfProvider): Promise<Finding> {
    const { id, kind, accountId, livemode, status, lastError: marked } = connection
    const kinds = KINDS[kind]
    const about = { owner: { accountId, livemode }, target: id }
    const { reconnect, recheck } = commandsOf(connection)
    let probed: ConnectionFinding
    try {
      probed = await this.checkConnection.probe(connection)
    } catch (error) {
      const reason = `its settings are invalid: ${error instanceof Error ? error.message : String(error)}`
      return kinds.unreadable(name, { shown, hidden: { error: reason, reconnect } }, about)
    }
    const { trigger, lastError: error } = probed
    if (error !== null) {
      const broken = trigger === null ? kinds.silent : kinds.refused
      return broken(name, { shown, hidden: { error, reconnect } }, about)
    }
    // The credentials work again, and the server has not noticed yet.
    if (status === 'error') return kinds.marked(name, { shown, hidden: { error: marked ?? '', recheck } }, about)
    const detail = detailOf(connection)
    const works = kind === 'invoicing' && connection.issuer === null ? issuerIsMissing : kinds.works
    return works(name, { shown, hidden: { detail } }, about)
  }

  private shownOf({ kind, provider }: Connection): OfProvider {
    const nameIn = (locale: 'es-MX' | 'en'): string => providerName(this.plugins, provider, locale)
    return { kind, es: nameIn('es-MX'), en: nameIn('en') }
  }
}

/** The commands that repair it, and that check it again. */
function commandsOf({ id, kind, provider, livemode }: Connection): { reconnect: string; recheck: string } {
  const mode = modeOf(livemode)
  if (kind === 'payment') {
    const reconnect = `paylink connections connect ${provider} --mode ${mode}`
    return { reconnect, recheck: `paylink connections check ${id}` }
  }
  const connect = `paylink invoicing connect --mode ${mode}`
  return { reconnect: connect, recheck: connect }
}

function detailOf({ kind, status, issuer }: Connection): string {
  if (kind === 'payment') return status
  return issuer
    ? `${status}, in the name of ${issuer.rfc ?? issuer.id}`
    : `${status}, but no issuing merchant is chosen: paylink invoicing merchants, choose-merchant`
}

/** What was found without a look. */
const found = (finding: Finding): Check => ({
  name: finding.check,
  subject: { 'es-MX': 'tus formas de cobro', en: 'your ways to get paid' },
  look: () => Promise.resolve([finding]),
})
