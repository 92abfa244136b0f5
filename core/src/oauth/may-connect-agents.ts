import type { ActiveUser } from '../identity/user.js'

/** An agent acts on behalf of an owner or an admin, as long as that person is one. */
export const mayConnectAgents = (user: ActiveUser | undefined): user is ActiveUser =>
  user?.role === 'owner' || user?.role === 'admin'
