import type { Log } from '../kernel/log.js'
import type { NotificationSink, ReceivedNotification } from '../plugin-host/notification-sink.js'
import type { SandboxFaults } from './injected-faults.js'

/** Delivers the simulators' notifications in process: the public address may lead through a proxy. */
export class SimulatedNotifications {
  private readonly heldBack = new Map<string, ReceivedNotification>()

  constructor(
    private readonly sinkOf: (provider: string) => NotificationSink,
    private readonly faults: SandboxFaults,
    private readonly log: Log,
  ) {}

  async send(
    provider: string,
    { url, headers, body }: { url: string; headers: Record<string, string>; body: string },
  ): Promise<void> {
    const [, connectionId = ''] = /\/hooks\/[^/]+\/([^/?]+)/.exec(url) ?? []
    const notification = { provider, connectionId, headers, rawBody: Buffer.from(body) }
    const fault = await this.faults
      .of(provider)
      .take(['notification_lost', 'notification_twice', 'notification_late'], 'notification')
    if (fault?.kind === 'notification_lost') return
    if (fault?.kind === 'notification_late') {
      this.heldBack.set(provider, notification)
      return
    }
    await this.deliver(notification)
    if (fault?.kind === 'notification_twice') await this.deliver(notification)
    const late = this.heldBack.get(provider)
    this.heldBack.delete(provider)
    if (late) await this.deliver(late)
  }

  private async deliver(notification: ReceivedNotification): Promise<void> {
    try {
      await this.sinkOf(notification.provider).receive(notification)
    } catch (error) {
      this.log.warn({ err: error, provider: notification.provider }, 'refused a simulated notification')
    }
  }
}
