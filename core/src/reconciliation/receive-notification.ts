import type { ReadNotification } from '../connections/read-notification.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { Ids } from '../kernel/ids.js'
import type { NotificationSink, ReceivedNotification } from '../plugin-host/notification-sink.js'
import type { WakeSignal } from '../work/wake-signal.js'
import type { Notifications } from './notifications.repository.js'

/** Stores a provider's notification, durably before it is answered. It is never believed: it is only a hint to verify. */
export class ReceiveNotification implements NotificationSink {
  constructor(
    private readonly readNotification: ReadNotification,
    private readonly notifications: Notifications,
    private readonly wakeSignal: WakeSignal,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
  ) {}

  /** @throws Problem as `ReadNotification` */
  async receive(received: ReceivedNotification): Promise<void> {
    const { connectionId } = received
    const { receivedAt, hint } = await this.readNotification.run('payment', received)
    const { eventId, eventType, subjects } = hint
    await this.unitOfWork.run(async (tx) => {
      const notification = { id: this.ids.next('evt'), connectionId, eventId, eventType, subjects, receivedAt }
      const isNew = await this.notifications.insert(tx, notification)
      const isDue = isNew || (await this.notifications.revive(tx, notification))
      if (isDue) await this.wakeSignal.notify(tx, 'notifications', [connectionId])
    })
  }
}
