import { Controller, Extension, Get, OperationId, Request, Route, Tags } from '../contract/controller.js'
import type { PrincipalRequest } from '../kernel/principal.js'
import type { ConnectionView } from './connection.view.js'
import type { ReadConnections } from './read-connections.js'

export interface ConnectionList {
  object: 'list'
  data: ConnectionView[]
  has_more: boolean
}

@Route('v1/connections')
@Tags('Connections')
export class ConnectionsController extends Controller {
  constructor(private readonly readConnections: ReadConnections) {
    super()
  }

  /** Lists the payment providers of this key's mode, newest first. Look here before creating links. */
  @Get()
  @OperationId('list_connections')
  @Extension('x-paylink', { scope: 'connections:read', problems: [] })
  async list(@Request() request: PrincipalRequest): Promise<ConnectionList> {
    return { object: 'list', data: await this.readConnections.list(request.principal), has_more: false }
  }
}
