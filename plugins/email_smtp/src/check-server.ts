import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'
import type { SmtpServer } from './smtp-server.js'
import { describeFailure, type SmtpError } from './smtp-error.js'

/**
 * Connects, starts TLS and authenticates, on a separate connection.
 *
 * @returns what is wrong; null: nothing
 */
export async function checkServer(
  server: SmtpServer,
  options: SMTPConnectionOptions,
  signal: AbortSignal,
): Promise<string | null> {
  const connection = new SMTPConnection(options)
  const close = (): void => connection.close()
  signal.addEventListener('abort', close, { once: true })
  try {
    if (signal.aborted) return describeFailure(aborted(), server)
    await settled(connection, (done) => connection.connect(done))
    if (server.auth) {
      if (!connection.allowsAuth) return 'a user and password are configured, but the server offers no authentication'
      const auth = { ...server.auth }
      await settled(connection, (done) => connection.login(auth, done))
    }
    return null
  } catch (error) {
    return describeFailure(signal.aborted ? aborted() : (error as SmtpError), server)
  } finally {
    signal.removeEventListener('abort', close)
    connection.close()
  }
}

/** A connection reports failure in three ways: an event, its end, or the callback. */
function settled(connection: SMTPConnection, act: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.on('error', reject)
    connection.on('end', () => reject(new Error('the connection was closed')))
    act((error) => (error ? reject(error) : resolve()))
  })
}

const aborted = (): SmtpError => Object.assign(new Error('timed out'), { code: 'EABORT' })
