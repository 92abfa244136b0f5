import type { Alerts, RaisedAlert } from '../../alerts/alerts.repository.js'
import type { Connections } from '../../connections/connections.repository.js'
import type { Invoices } from '../../invoicing/invoices.repository.js'
import { commandsFor } from '../../letters/alert-commands.js'
import type { Payments } from '../../payments/payments.repository.js'
import type { Endpoints } from '../../webhooks/endpoints.repository.js'
import type { Check, CheckUp, Whose } from '../check.js'
import type { Finding } from '../finding.js'
import { alertKind } from './alert-kinds.js'

/** The thing that an alert is about. */
interface Subject {
  livemode: boolean | null
  /** Of the thing's own page. */
  pageId?: string
  host?: string
}

/** What was raised and still stands. */
export class AlertsCheckUp implements CheckUp {
  readonly isQuick = true

  constructor(
    private readonly alerts: Alerts,
    private readonly endpoints: Endpoints,
    private readonly connections: Connections,
    private readonly invoices: Invoices,
    private readonly payments: Payments,
  ) {}

  checks(whose: Whose): Promise<Check[]> {
    return Promise.resolve([
      {
        name: 'alerts',
        subject: { 'es-MX': 'los pendientes', en: 'what is pending' },
        look: async () => Promise.all((await this.alerts.list(whose)).map((alert) => this.toFinding(alert))),
      },
    ])
  }

  private async toFinding(alert: RaisedAlert): Promise<Finding> {
    const { kind, accountId, target, message, since } = alert
    const { livemode, pageId, host = '' } = await this.subjectOf(alert)
    return alertKind(kind)(
      'alert',
      { shown: { host }, hidden: { message, commands: commandsFor(alert) } },
      { owner: { accountId, livemode }, since, target, ...(pageId !== undefined && { placeId: pageId }) },
    )
  }

  private async subjectOf({ kind, accountId, target }: RaisedAlert): Promise<Subject> {
    switch (kind) {
      case 'webhook_endpoint.failing':
      case 'webhook_endpoint.disabled': {
        const endpoint = await this.endpoints.find(accountId, target)
        return endpoint
          ? { livemode: endpoint.livemode, pageId: target, host: new URL(endpoint.url).host }
          : { livemode: null }
      }
      case 'invoicing.stalled':
        return { livemode: (await this.connections.find('invoicing', target))?.livemode ?? null }
      case 'invoice.total_differs':
      case 'invoice.cancellation_refused': {
        const invoice = await this.invoices.find(target)
        return invoice ? { livemode: invoice.livemode, pageId: invoice.paymentId } : { livemode: null }
      }
      case 'payment.disputed': {
        const payment = await this.payments.findAny(target)
        return payment ? { livemode: payment.livemode, pageId: target } : { livemode: null }
      }
    }
  }
}
