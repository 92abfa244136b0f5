import type { ApiKeys } from '../accounts/api-keys.repository.js'
import type { Grants } from '../agents/grants.repository.js'
import type { Users } from './users.repository.js'

/** The name of a user, an API key or a connected agent that did something. */
export interface ActorName {
  kind: 'user' | 'key' | 'grant' | 'operator' | 'system'
  /** Of a user, a key or an agent; null: `operator` and `system` have none. */
  name: string | null
}

/** Names of those who created or changed something, by the text that `creatorOf` gives them. */
export class ReadActorNames {
  constructor(
    private readonly users: Users,
    private readonly keys: ApiKeys,
    private readonly grants: Grants,
  ) {}

  /** Everyone who is or was in the account, its keys and its agents. */
  async all(accountId: string): Promise<Map<string, ActorName>> {
    const [people, keys, grants] = await Promise.all([
      this.users.names(accountId),
      this.keys.list(accountId),
      this.grants.names(accountId),
    ])
    return toNames(people, keys, grants)
  }

  /** Those who have left the account are named, too; an actor of another account is not. */
  async run(accountId: string, actors: readonly (string | null)[]): Promise<Map<string, ActorName>> {
    const wanted = new Set(actors.filter((actor) => actor !== null))
    const hasKind = (kind: string): boolean => [...wanted].some((actor) => actor.startsWith(`${kind}:`))
    const [people, keys, grants] = await Promise.all([
      hasKind('user') ? this.users.names(accountId) : [],
      hasKind('key') ? this.keys.list(accountId) : [],
      hasKind('grant') ? this.grants.names(accountId) : [],
    ])
    return toNames(people, keys, grants)
  }
}

type Named = readonly { id: string; name: string }[]

const toNames = (people: Named, keys: Named, grants: Named): Map<string, ActorName> =>
  new Map<string, ActorName>([
    ['operator', { kind: 'operator', name: null }],
    ['system', { kind: 'system', name: null }],
    ...people.map(({ id, name }): [string, ActorName] => [`user:${id}`, { kind: 'user', name }]),
    ...keys.map(({ id, name }): [string, ActorName] => [`key:${id}`, { kind: 'key', name }]),
    ...grants.map(({ id, name }): [string, ActorName] => [`grant:${id}`, { kind: 'grant', name }]),
  ])
