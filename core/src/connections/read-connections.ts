import type { AccountPrincipal } from '../kernel/principal.js'
import { type ConnectionView, toConnectionView } from './connection.view.js'
import type { Connections } from './connections.repository.js'

export class ReadConnections {
  constructor(private readonly connections: Connections) {}

  /** The connected payment providers of one mode, newest first. */
  async list(principal: AccountPrincipal): Promise<ConnectionView[]> {
    return (await this.connections.list('payment', principal)).map(toConnectionView)
  }
}
