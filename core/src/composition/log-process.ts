import type { Log } from '../kernel/log.js'

/** What Node itself would print as plain text: warnings, and the error that ends the process. */
export function logProcess(log: Log): void {
  process.removeAllListeners('warning')
  process.on('warning', (warning) => log.warn({ err: warning }, 'warning of the runtime'))
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'the process ends: an error was not caught')
    process.exit(1)
  })
}
