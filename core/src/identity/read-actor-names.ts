import type { ApiKeys } from '../accounts/api-keys.repository.js'
import type { Users } from './users.repository.js'

/** The name of a user or an API key that did something. */
export interface ActorName {
  kind: 'user' | 'key' | 'operator' | 'system'
  /** Of a user or a key; null: `operator` and `system` have none. */
  name: string | null
}

/** Names of those who created or changed something, by the text that `creatorOf` gives them. */
export class ReadActorNames {
  constructor(
    private readonly users: Users,
    private readonly keys: ApiKeys,
  ) {}

  /** Those who have left the account are named, too; an actor of another account is not. */
  async run(accountId: string, actors: readonly (string | null)[]): Promise<Map<string, ActorName>> {
    const wanted = new Set(actors.filter((actor) => actor !== null))
    const hasKind = (kind: string): boolean => [...wanted].some((actor) => actor.startsWith(`${kind}:`))
    const [people, keys] = await Promise.all([
      hasKind('user') ? this.users.names(accountId) : [],
      hasKind('key') ? this.keys.list(accountId) : [],
    ])
    const names = new Map<string, ActorName>([
      ['operator', { kind: 'operator', name: null }],
      ['system', { kind: 'system', name: null }],
    ])
    for (const { id, name } of people) names.set(`user:${id}`, { kind: 'user', name })
    for (const { id, name } of keys) names.set(`key:${id}`, { kind: 'key', name })
    return names
  }
}
