import type { Log } from '../kernel/log.js'

/** Logs as JSON what Node would print as plain text: warnings and uncaught exceptions. */
export function logProcess(log: Log): void {
  process.removeAllListeners('warning')
  process.on('warning', (warning) => log.warn({ err: warning }, 'Node.js warning'))
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'uncaught exception; exiting')
    process.exit(1)
  })
}
