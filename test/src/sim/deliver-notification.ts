import { Problem } from '@paylink/core/kernel/problem'
import { ReceiveNotification } from '@paylink/core/reconciliation/receive-notification'
import type { SimProcess } from './process.js'
import type { SentNotification, Session } from './provider-world.js'
import { bodyOf, type World } from './world.js'

/** Delivers a notification: until it is answered with success, and at times again. */
export async function deliver(
  world: World,
  process: SimProcess,
  notification: SentNotification,
  isRepeated: boolean,
): Promise<void> {
  if (!(await receive(world, process, notification))) return
  const sql = 'select id from notifications where connection_id = ? and event_id = ?'
  const rows = world.checker.rows(sql, notification.connectionId, notification.id)
  if (rows && rows.length !== 1) {
    world.checker.report('I18', `notification ${notification.id} is answered, and not kept`)
  }
  if (!isRepeated) world.notifications = world.notifications.filter((other) => other !== notification)
}

/** A forged notification of a payment. It must not be stored (I18). */
export async function forge(world: World, process: SimProcess, session: Session): Promise<void> {
  const id = `forged_${session.id}`
  const body = bodyOf(id, 'paid', session.id, session.paymentId, false)
  const { provider, connectionId } = session
  const isTaken = await receive(world, process, { id, provider, connectionId, sessionId: session.id, body })
  if (isTaken) world.checker.report('I18', 'a forged notification is answered with success')
  const rows = world.checker.rows('select id from notifications where event_id = ?', id)
  if (rows && rows.length > 0) {
    world.checker.report('I18', 'a forged notification is kept')
  }
}

async function receive(world: World, process: SimProcess, notification: SentNotification): Promise<boolean> {
  const { provider, connectionId, body } = notification
  try {
    await process.get(ReceiveNotification).receive({ provider, connectionId, headers: {}, rawBody: Buffer.from(body) })
    return true
  } catch (error) {
    if (!(error instanceof Problem) && !world.options.mayFail) {
      world.checker.report('answers', `a notification is answered with ${error instanceof Error ? error.stack : ''}`)
    }
    return false
  }
}
