import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'
import type { SmtpServer } from './smtp-server.js'
import { whyNot, type SmtpError } from './why-not.js'

/** Connects, secures and logs in, on a connection of its own. @returns why not */
export async function checkServer(
  server: SmtpServer,
  options: SMTPConnectionOptions,
  signal: AbortSignal,
): Promise<string | null> {
  const connection = new SMTPConnection(options)
  const giveUp = (): void => connection.close()
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    if (signal.aborted) return whyNot(aborted(), server)
    await ended(connection, (done) => connection.connect(done))
    if (server.auth) {
      if (!connection.allowsAuth) return 'a user and password are set but the server offers no login'
      const auth = { ...server.auth }
      await ended(connection, (done) => connection.login(auth, done))
    }
    return null
  } catch (error) {
    return whyNot(signal.aborted ? aborted() : (error as SmtpError), server)
  } finally {
    signal.removeEventListener('abort', giveUp)
    connection.close()
  }
}

/** A connection tells that it failed in three ways. */
function ended(connection: SMTPConnection, act: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.on('error', reject)
    connection.on('end', () => reject(new Error('the connection was closed')))
    act((error) => (error ? reject(error) : resolve()))
  })
}

const aborted = (): SmtpError => Object.assign(new Error('given up'), { code: 'EABORT' })
