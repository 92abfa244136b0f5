import type { ActorName } from '../../identity/read-actor-names.js'
import type { PageLocale } from '../../kernel/choose-locale.js'
import type { Channel } from '../../payment-links/payment-link.js'
import { linkWords } from './words.js'

export type ActorNames = ReadonlyMap<string, ActorName>

/** Who acted, in few words: `Lupita`, `API · Tienda en línea`, `Agente · Claude`. Null: not known. */
export function actorText(locale: PageLocale, names: ActorNames, actor: string | null): string | null {
  const { list } = linkWords(locale)
  const found = actor === null ? undefined : names.get(actor)
  switch (found?.kind) {
    case undefined:
      return null
    case 'user':
      return found.name
    case 'key':
      return `${list.channels.api} · ${found.name}`
    case 'grant':
      return `${list.channels.mcp} · ${found.name}`
    case 'operator':
      return list.operator
    case 'system':
      return list.system
  }
}

/** Who created a link; of old links only the way is known. */
export const creatorText = (
  locale: PageLocale,
  names: ActorNames,
  { createdBy, channel }: { createdBy: string | null; channel: Channel },
): string => actorText(locale, names, createdBy) ?? linkWords(locale).list.channels[channel]
