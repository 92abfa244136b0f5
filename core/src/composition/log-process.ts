import { format } from 'node:util'
import type { Log } from '../kernel/log.js'

const CONSOLE = { trace: 'debug', debug: 'debug', log: 'info', info: 'info', warn: 'warn', error: 'error' } as const

/** Logs as JSON what Node.js and libraries would print as plain text: warnings, uncaught exceptions, and the console. */
export function logProcess(log: Log): void {
  process.removeAllListeners('warning')
  process.on('warning', (warning) => log.warn({ err: warning }, 'Node.js warning'))
  for (const [method, level] of Object.entries(CONSOLE)) {
    Object.assign(console, { [method]: (...input: unknown[]) => log[level]({ from: 'console' }, format(...input)) })
  }
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'uncaught exception; exiting')
    process.exit(1)
  })
}
