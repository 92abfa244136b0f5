import type { Settings } from '@paylink/config'
import { type Alert, Alerts } from '@paylink/core/alerts/alerts.repository'
import { CheckConnection, type ConnectionFinding } from '@paylink/core/connections/check-connection'
import { ConnectProvider } from '@paylink/core/connections/connect-provider'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { Diagnose } from '@paylink/core/diagnosis/diagnose'
import { iso } from '@paylink/core/kernel/clock'
import { actFor, actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import { SETTINGS, valueOf } from '@paylink/core/kernel/provide'
import { RegisterEndpoint } from '@paylink/core/webhooks/register-endpoint'
import type { TestAppliance } from '../support/appliance.js'
import type { PageReply, ShopPerson } from '../support/dashboard.js'

export const ABOUT = '/dashboard/settings/about'

/** Longer than a result is good for. */
const FORGOTTEN_MS = 11_000

/** A server whose installation and accounts can be broken, and the page that tells of it. */
export class AboutShop {
  private readonly probe: CheckConnection['probe']

  private constructor(readonly paylink: TestAppliance) {
    const checks = paylink.container.get(CheckConnection)
    this.probe = checks.probe.bind(checks)
  }

  static over(paylink: TestAppliance): AboutShop {
    return new AboutShop(paylink)
  }

  /** Of the running server: what is changed here is as if it were set so. */
  get settings(): Settings {
    return valueOf(this.paylink.container, SETTINGS)
  }

  /** As if its public address were another; null: it is its own. */
  serveAt(baseUrl: string | null): void {
    const diagnose = this.paylink.container.get(Diagnose) as unknown as { settings: Settings }
    diagnose.settings = baseUrl === null ? this.settings : { ...this.settings, baseUrl }
  }

  /** Presses “Check now”; what was found before is forgotten. */
  async check(person: ShopPerson, path = ABOUT): Promise<PageReply> {
    this.paylink.clock.advance(FORGOTTEN_MS)
    return this.press(person, path)
  }

  press(person: ShopPerson, path = ABOUT): Promise<PageReply> {
    return person.send(path, {}, '/settings/about')
  }

  /** Every provider answers so, until `answerAgain`. */
  answer(finding: ConnectionFinding | (() => Promise<ConnectionFinding>)): void {
    const act = typeof finding === 'function' ? finding : () => Promise.resolve(finding)
    this.paylink.container.get(CheckConnection).probe = act
  }

  answerAgain(): void {
    this.paylink.container.get(CheckConnection).probe = this.probe
  }

  async connect(accountId: string, livemode = false): Promise<void> {
    await this.paylink.container
      .get(ConnectProvider)
      .run(actFor(OPERATOR, { accountId, livemode }), { provider: 'provider_b', sandbox: true, settings: {} })
  }

  /** An endpoint that has failed for some minutes. */
  async failingEndpoint(accountId: string, host: string, minutes: number): Promise<string> {
    const { container, writer, clock } = this.paylink
    const { endpoint } = await container
      .get(RegisterEndpoint)
      .run(
        { ...actForAccount(OPERATOR, accountId), livemode: false },
        { url: `https://${host}/hooks?token=s3cret`, events: null },
      )
    const since = iso(new Date(clock.now().getTime() - minutes * 60_000))
    await writer('webhook_endpoints').where({ id: endpoint.id }).update({ failing_since: since })
    return endpoint.id
  }

  raise(kind: Alert['kind'], target: string, accountId = this.paylink.account.id): Promise<void> {
    const { container, clock } = this.paylink
    const alert = { accountId, kind, target, message: `SECRET MESSAGE of ${target}`, since: iso(clock.now()) }
    return container.get(UnitOfWork).run((tx) => container.get(Alerts).raise(tx, alert))
  }

  /** Nothing fails, and no alert stands. */
  async repair(): Promise<void> {
    const { writer } = this.paylink
    await writer('alerts').del()
    await writer('webhook_endpoints').update({ failing_since: null })
    this.answerAgain()
  }
}
