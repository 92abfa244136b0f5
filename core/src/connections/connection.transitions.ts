import type { ConnectionStatus } from './connection.js'

export type ConnectionTrigger = 'check_passed' | 'check_failed' | 'disconnect'

/** What each trigger does to a connection (R204). A pair that is not listed leaves it as it is. */
export const CONNECTION_TRANSITIONS: Record<ConnectionStatus, Partial<Record<ConnectionTrigger, ConnectionStatus>>> = {
  active: { check_failed: 'error', disconnect: 'disconnected' },
  error: { check_passed: 'active', disconnect: 'disconnected' },
  disconnected: {},
}

export const nextConnectionStatus = (from: ConnectionStatus, trigger: ConnectionTrigger): ConnectionStatus =>
  CONNECTION_TRANSITIONS[from][trigger] ?? from
