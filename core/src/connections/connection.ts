import type { Scope } from '../kernel/principal.js'

export type ConnectionStatus = 'active' | 'error' | 'disconnected'

/** An account's connection with a provider, in one mode. */
export interface Connection extends Scope {
  id: string
  provider: string
  status: ConnectionStatus
  /** Connected to the simulator rather than the provider. */
  sandbox: boolean
  externalAccountId: string | null
  displayName: string | null
  sealedSettings: string
  /** The notification address that PayLink registered at the provider, if any. */
  webhookId: string | null
  lastError: string | null
  lastCheckedAt: string | null
  createdAt: string
  updatedAt: string
}
