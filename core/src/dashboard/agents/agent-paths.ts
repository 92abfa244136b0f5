/** Below the base. */
export const AGENTS = '/settings/agents'
