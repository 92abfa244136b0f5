/** Below the base. */
export const AGENTS = '/settings/agents'

/** Of an agent that was connected: what can be done with it. */
export const grantPath = (id: string, act: 'limits' | 'revoke'): string => `${AGENTS}/${id}/${act}`
