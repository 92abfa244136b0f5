import { Problem } from '@paylink/core/kernel/problem'
import { ReceiveNotification } from '@paylink/core/reconciliation/receive-notification'
import type { SimProcess } from './process.js'
import type { Hint, Session } from './provider-world.js'
import { bodyOf, type World } from './world.js'

/** A provider tells us something. It does so until it is answered with success, and at times once more. */
export async function deliver(world: World, process: SimProcess, hint: Hint, isRepeated: boolean): Promise<void> {
  if (!(await receive(world, process, hint))) return
  const sql = 'select id from notifications where connection_id = ? and event_id = ?'
  const rows = world.watch.rows(sql, hint.connectionId, hint.id)
  if (rows && rows.length !== 1) {
    world.watch.blame('I18', `notification ${hint.id} is answered, and not kept`)
  }
  if (!isRepeated) world.hints = world.hints.filter((other) => other !== hint)
}

/** Somebody else says that a session was paid. Nothing of it may be kept (I18). */
export async function forge(world: World, process: SimProcess, session: Session): Promise<void> {
  const id = `forged_${session.id}`
  const body = bodyOf(id, 'paid', session.id, session.paymentId, false)
  const { provider, connectionId } = session
  const isTaken = await receive(world, process, { id, provider, connectionId, sessionId: session.id, body })
  if (isTaken) world.watch.blame('I18', 'a forged notification is answered with success')
  const rows = world.watch.rows('select id from notifications where event_id = ?', id)
  if (rows && rows.length > 0) {
    world.watch.blame('I18', 'a forged notification is kept')
  }
}

async function receive(world: World, process: SimProcess, hint: Hint): Promise<boolean> {
  const { provider, connectionId, body } = hint
  try {
    await process.get(ReceiveNotification).receive({ provider, connectionId, headers: {}, rawBody: Buffer.from(body) })
    return true
  } catch (error) {
    if (!(error instanceof Problem) && !world.options.mayFail) {
      world.watch.blame('answers', `a notification is answered with ${error instanceof Error ? error.stack : ''}`)
    }
    return false
  }
}
