import type { Users } from '../identity/users.repository.js'
import { mayConnectAgents } from './may-connect-agents.js'

/** Those who may connect agents now: the agents of anyone else have no access. */
export class ReadBackers {
  constructor(private readonly users: Users) {}

  /** The ids of users of the account. */
  async run(accountId: string): Promise<ReadonlySet<string>> {
    return new Set((await this.users.list(accountId)).filter(mayConnectAgents).map(({ id }) => id))
  }
}
